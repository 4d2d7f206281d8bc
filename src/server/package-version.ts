import { readFileSync } from 'node:fs';

/** The package description. It is two folders up from here, and also from `dist/cli`, where the bundle is. */
const description: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

export const version: string =
  typeof description === 'object' && description !== null && 'version' in description
    ? String(description.version)
    : 'unknown';
