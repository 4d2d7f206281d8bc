import { randomUUID } from 'node:crypto';
import { lastChange } from '../../accounts/changes/change-table.ts';
import { readNameRegisterAsChanges } from '../../accounts/changes/read-name-register-as-changes.ts';
import type { Database } from '../../database/database.ts';
import type { NameRegisterFromDatabase } from '../../nodes/catch-up-with-stream.ts';

/** Reads the reserved names and the bans in one transaction, so that they are consistent. */
export async function readNameRegisterFromDatabase(
  database: Database,
  at: number,
  guardNames: boolean,
): Promise<NameRegisterFromDatabase> {
  return await database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => ({
      changes: await readNameRegisterAsChanges(transaction, at, guardNames),
      at: Math.floor(at),
      number: await lastChange(transaction),
      key: randomUUID(),
    }));
}
