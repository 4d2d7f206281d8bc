import type { Database } from '../../database/database.ts';
import { AccountStore } from '../account-store.ts';
import { banOf } from '../bans.ts';
import type { NameRegisterChange } from './name-register-change.ts';

/**
 * Reads the name register from the database, as a list of changes that lead to it. `guardNames`: whether all reserved names
 * need openings, not only the names of a course. Leaves out bans that have expired at `now`.
 */
export async function readNameRegisterAsChanges(
  database: Database,
  now: number,
  guardNames: boolean,
): Promise<NameRegisterChange[]> {
  const store = new AccountStore(database);
  const names = await store.names();
  const admissions = await store.admissions();
  const bans = await database.selectFrom('ban').selectAll().where('until', '>', now).orderBy('id').execute();
  return [
    ...names.map(
      ({ name, isGuarded }) => ({ kind: 'owned', name, guarded: isGuarded || guardNames }) satisfies NameRegisterChange,
    ),
    ...admissions.map((admission) => ({ kind: 'admitted', ...admission }) satisfies NameRegisterChange),
    ...bans.map((row) => ({ kind: 'banned', ban: banOf(row) }) satisfies NameRegisterChange),
  ];
}
