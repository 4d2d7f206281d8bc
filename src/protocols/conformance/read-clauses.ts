import { readFileSync } from 'node:fs';

/** The text of a file of clauses beside the module that asks. The build of the command puts the text in place of the call. */
export const readClauses = (file: URL): string => readFileSync(file, 'utf8');
