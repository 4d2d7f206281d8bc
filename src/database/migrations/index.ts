import type { Migration } from 'kysely';
import { accounts } from './accounts.ts';
import { archive } from './archive.ts';

/**
 * Every change of the tables, done once in the order of the names. One that is published stays as it is: what comes
 * later gets the next number.
 */
export const MIGRATIONS: { readonly [name: string]: Migration } = {
  '001-archive': archive,
  '002-accounts': accounts,
};
