import type { Database } from '../../database/database.ts';
import type { NameRegisterChange, NumberedChange } from './name-register-change.ts';

/** The number of the last change; 0 if there is none. */
export async function lastChange(database: Database): Promise<number> {
  const { last } = await database
    .selectFrom('change')
    .select(({ fn }) => fn.max('number').as('last'))
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

/** The first changes after a number, at most `limit` of them, in their order. */
export async function changesAfter(database: Database, number: number, limit: number): Promise<NumberedChange[]> {
  const rows = await database
    .selectFrom('change')
    .selectAll()
    .where('number', '>', number)
    .orderBy('number')
    .limit(limit)
    .execute();
  return rows.map(({ change, ...row }) => ({ ...row, change: JSON.parse(change) as NameRegisterChange }));
}

/**
 * Adds changes. Numbers them from the last stored number on, or from `known` if it is higher, because the database was restored
 * from a backup. The transaction must hold the lock `changes`. Returns the number of the last change.
 */
export async function addChanges(
  transaction: Database,
  changes: readonly NameRegisterChange[],
  at: number,
  known: number,
): Promise<number> {
  const last = Math.max(await lastChange(transaction), known);
  if (changes.length === 0) return last;
  const rows = changes.map((change, index) => ({ number: last + 1 + index, at, change: JSON.stringify(change) }));
  await transaction.insertInto('change').values(rows).execute();
  return last + changes.length;
}

/**
 * Deletes the changes up to `number` that were made before `before`. Never deletes the last change, because its number must
 * stay known.
 */
export async function deleteChanges(database: Database, number: number, before: number): Promise<void> {
  await database
    .deleteFrom('change')
    .where('number', '<=', number)
    .where('at', '<', before)
    .where('number', '<', (query) => query.selectFrom('change').select(({ fn }) => fn.max('number').as('last')))
    .execute();
}
