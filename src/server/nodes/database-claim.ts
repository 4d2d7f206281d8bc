import { randomUUID } from 'node:crypto';
import { lastChange } from '../../accounts/changes/change-table.ts';
import { readRegister } from '../../accounts/changes/read-register.ts';
import type { Database } from '../../database/database.ts';
import { ConfigurationDiffers, type InitialRegister } from '../../nodes/catch-up.ts';

/** Tells the database from others. */
export async function readDatabaseKey(database: Database): Promise<string> {
  return (await database.selectFrom('installationKey').select('key').executeTakeFirstOrThrow()).key;
}

/**
 * Records that this installation uses the database, if none does yet. Rejects with `ConfigurationDiffers` if another one does: both would give
 * their games the same numbers.
 */
export async function claimDatabase(database: Database, installation: string): Promise<void> {
  await database
    .updateTable('installationKey')
    .set({ installation })
    .where('installation', 'is', null)
    .executeTakeFirstOrThrow();
  await assertOwnDatabase(database, installation);
}

/** Rejects with `ConfigurationDiffers` if another installation uses the database. */
export async function assertOwnDatabase(database: Database, own: string): Promise<void> {
  const { installation } = await database
    .selectFrom('installationKey')
    .select('installation')
    .executeTakeFirstOrThrow();
  if (installation === null || installation === own) return;
  throw new ConfigurationDiffers(
    `the database belongs to the installation ${installation}, and this node is started with ${own}`,
  );
}

/** Reserved names and bans as they are at one moment. */
export async function readDatabaseState(database: Database, at: number, guardNames: boolean): Promise<InitialRegister> {
  return await database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => ({
      changes: await readRegister(transaction, at, guardNames),
      at: Math.floor(at),
      number: await lastChange(transaction),
      key: randomUUID(),
    }));
}
