import type { Database } from '../../database/database.ts';
import { ConfigurationDiffers } from '../../nodes/catch-up-with-stream.ts';

/** Reads the random key that distinguishes this database from others. */
export async function readDatabaseKey(database: Database): Promise<string> {
  return (await database.selectFrom('installationKey').select('key').executeTakeFirstOrThrow()).key;
}

/**
 * Records that this installation uses the database, unless one is recorded already. Rejects with `ConfigurationDiffers` if it is another
 * installation: both would give their games the same numbers.
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
    `the database belongs to the installation ${installation}, but this node was started with ${own}`,
  );
}
