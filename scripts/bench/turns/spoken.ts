import { readdirSync } from 'node:fs';
import type { Words } from './words.ts';

const FOLDER = new URL('./words/', import.meta.url);

const NAMES = readdirSync(FOLDER)
  .map((file) => file.replace(/\.ts$/, ''))
  .sort();

/** All that are measured. */
export const SPOKEN: readonly (Words & { readonly name: string; readonly protocol: string })[] = await Promise.all(
  NAMES.map(async (name) => {
    const { words } = (await import(new URL(`${name}.ts`, FOLDER).href)) as { readonly words: Words };
    return { ...words, name, protocol: name.split('-')[0] ?? name };
  }),
);
