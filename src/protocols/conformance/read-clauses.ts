import { readFileSync } from 'node:fs';

/** Reads a file of clauses beside the calling module. The build of the command replaces the call by the text. */
export const readClauses = (file: URL): string => readFileSync(file, 'utf8');
