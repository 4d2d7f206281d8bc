import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import type { Archive } from '../archive/archive.ts';
import { systemClock } from '../clock.ts';
import type { OpenDatabase } from '../database/database.ts';
import { isPostgres } from '../database/database-location.ts';
import { type Journal, SqliteFileUnusable } from '../journal/journal.ts';
import { MemoryJournal } from '../journal/memory-journal.ts';
import type { JournalThread } from '../journal/sqlite/journal-thread.ts';
import { openSqliteJournal } from '../journal/sqlite/sqlite-journal.ts';
import type { ServeConfig } from './config/config.ts';
import { lobbyOptionsOf } from './lobby-options-from-config.ts';
import type { UnjoinedNode } from './nodes/open-node.ts';

export interface Stores {
  readonly journal: Journal;
  /** The database of archive and accounts. */
  readonly database: OpenDatabase;
  readonly archive: Archive;
  /** Set if this process is one of several nodes, which store the events in their stream. */
  readonly node?: UnjoinedNode;
  /**
   * Calls `listener` whenever a file of the archive is deleted, replaced or changed by another program, with a description. Calls it
   * with undefined when the file is back.
   */
  watchArchive(listener: (lost: string | undefined) => void): void;
  close(): Promise<void>;
}

type FilesConfig = Pick<ServeConfig, 'durability' | 'data' | 'database' | 'listeners'>;

/**
 * Opens the journal and the database. `thread`: the thread of the journal, if it is started already. Rejects with `SqliteFileUnusable` or
 * `DatabaseUnusable` for a problem that the operator can solve, or with the errors of `UnjoinedNode.open`.
 */
export async function openStores(config: ServeConfig, thread?: JournalThread): Promise<Stores> {
  if (config.nats === undefined) return await openFiles(config, thread);
  await thread?.stop();
  const { database, archive } = await openArchive(config, randomUUID());
  try {
    const { UnjoinedNode } = await import('./nodes/open-node.ts');
    const { assertOwnDatabase, claimDatabase, readDatabaseKey } = await import('./nodes/database-claim.ts');
    const { readNameRegisterFromDatabase } = await import('./nodes/read-name-register-from-database.ts');
    const { installation } = config.nats;
    // This check comes first, because the node may create a stream.
    await assertOwnDatabase(database, installation);
    const guardNames = config['guard-names'];
    const node = await UnjoinedNode.open(config.nats, lobbyOptionsOf(config), {
      lastGame: await archive.lastGame(),
      database: await readDatabaseKey(database),
      administrators: config.administrators,
      guardNames,
      readState: () => readNameRegisterFromDatabase(database, systemClock.now(), guardNames),
      claimDatabase: () => claimDatabase(database, installation),
    });
    const close = async (): Promise<void> => {
      await Promise.all([node.close(), database.destroy()]);
    };
    return { journal: node.journal, database, archive, node, watchArchive: () => {}, close };
  } catch (error) {
    await database.destroy();
    throw error;
  }
}

async function openFiles(config: FilesConfig, thread?: JournalThread): Promise<Stores> {
  assertJournalNotEmptied(config);
  const opening = openJournal(config, thread);
  // On a full disk the journal frees its reserve, and then there may be space for the archive.
  const archiving = openArchive(config).catch(async (error: unknown) => {
    await opening.catch(() => Promise.reject(error));
    return await openArchive(config);
  });
  const [journal, archived] = await Promise.allSettled([opening, archiving]);
  if (journal.status === 'fulfilled' && archived.status === 'fulfilled') {
    const { database, archive } = archived.value;
    const close = async (): Promise<void> => {
      await Promise.all([journal.value.close(), database.destroy()]);
    };
    const watchArchive: Stores['watchArchive'] = (listener) => database.watchFiles(listener);
    return { journal: journal.value, database, archive, watchArchive, close };
  }
  if (journal.status === 'fulfilled') await journal.value.close();
  if (archived.status === 'fulfilled') await archived.value.database.destroy();
  throw journal.status === 'rejected' ? journal.reason : archived.status === 'rejected' && archived.reason;
}

/** Throws `SqliteFileUnusable` if the journal's file is empty and the archive is not: the journal's content was lost. */
function assertJournalNotEmptied({ durability, data, database }: FilesConfig): void {
  if (durability === 'none' || isPostgres(database)) return;
  const size = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.size;
  if (size(data) !== 0 || !size(database)) return;
  throw new SqliteFileUnusable(
    `${data} is empty, and ${database} beside it is not; restore it, or delete it to start with a new one`,
  );
}

async function openJournal({ durability, data }: FilesConfig, thread: JournalThread | undefined): Promise<Journal> {
  if (durability !== 'none') return await openSqliteJournal({ path: data, durability }, thread);
  await thread?.stop();
  return new MemoryJournal();
}

/** Opens the archive. The imports are dynamic, so that they run while the journal's thread starts, and so that `--help` does not load them. */
async function openArchive(
  config: Pick<ServeConfig, 'database' | 'listeners'>,
  source?: string,
): Promise<Pick<Stores, 'database' | 'archive'>> {
  const { openDatabase } = await import('../database/database.ts');
  const { Archive } = await import('../archive/archive.ts');
  const { listenerAnchorRatings } = await import('./listener-anchor-ratings.ts');
  const database = await openDatabase(config.database);
  return { database, archive: new Archive(database, listenerAnchorRatings(config), source) };
}
