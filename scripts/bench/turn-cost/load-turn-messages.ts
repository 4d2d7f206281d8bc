import { readdirSync } from 'node:fs';
import type { TurnMessages } from './turn-messages.ts';

const FOLDER = new URL('./turn-messages/', import.meta.url);

const NAMES = readdirSync(FOLDER)
  .map((file) => file.replace(/\.ts$/, ''))
  .sort();

/** All that are measured. */
export const SPOKEN: readonly (TurnMessages & { readonly name: string; readonly protocol: string })[] =
  await Promise.all(
    NAMES.map(async (name) => {
      const { words } = (await import(new URL(`${name}.ts`, FOLDER).href)) as { readonly words: TurnMessages };
      return { ...words, name, protocol: name.split('-')[0] ?? name };
    }),
  );
