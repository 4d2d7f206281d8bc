import { randomUUID } from 'node:crypto';
import { lastChange } from '../../accounts/changes/change-table.ts';
import { readNameRegister } from '../../accounts/changes/read-name-register.ts';
import type { Database } from '../../database/database.ts';
import type { InitialNameRegister } from '../../nodes/catch-up.ts';

/** Reads the reserved names and the bans in one transaction, so that they are consistent. */
export async function readInitialNameRegister(
  database: Database,
  at: number,
  guardNames: boolean,
): Promise<InitialNameRegister> {
  return await database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => ({
      changes: await readNameRegister(transaction, at, guardNames),
      at: Math.floor(at),
      number: await lastChange(transaction),
      key: randomUUID(),
    }));
}
