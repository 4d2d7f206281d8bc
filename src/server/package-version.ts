import { readFileSync } from 'node:fs';

/** The version of this package; the file stands two folders up from here, and from `dist/cli`, where this is built. */
const description: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

export const version: string =
  typeof description === 'object' && description !== null && 'version' in description
    ? String(description.version)
    : 'unknown';
