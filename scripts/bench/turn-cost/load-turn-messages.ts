import { readdirSync } from 'node:fs';
import type { TurnMessages } from './turn-messages.ts';

const FOLDER = new URL('./turn-messages/', import.meta.url);

const NAMES = readdirSync(FOLDER)
  .map((file) => file.replace(/\.ts$/, ''))
  .sort();

/** The messages of every measured protocol. */
export const TURN_MESSAGES: readonly (TurnMessages & { readonly name: string; readonly protocol: string })[] =
  await Promise.all(
    NAMES.map(async (name) => {
      const { messages } = (await import(new URL(`${name}.ts`, FOLDER).href)) as { readonly messages: TurnMessages };
      return { ...messages, name, protocol: name.split('-')[0] ?? name };
    }),
  );
