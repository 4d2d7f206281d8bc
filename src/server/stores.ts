import type { Archive } from '../archive/archive.ts';
import type { Database } from '../database/database.ts';
import type { Journal } from '../journal/journal.ts';
import { MemoryJournal } from '../journal/memory.ts';
import { openSqliteJournal } from '../journal/sqlite.ts';
import type { JournalThread } from '../journal/sqlite-thread.ts';
import type { ServeConfig } from './config/config.ts';

/** Everything that is kept. */
export interface Stores {
  readonly journal: Journal;
  /** What the archive is in, and accounts. */
  readonly database: Database;
  readonly archive: Archive;
  /** Clients are served from now on, and nothing holds up this thread any more. */
  serve(): void;
  close(): Promise<void>;
}

type StoresConfig = Pick<ServeConfig, 'durability' | 'data' | 'database'>;

/** Opens both databases, the journal in its `thread` if that is there already. Rejects with `JournalUnusable` or `DatabaseUnusable` for what whoever starts the server can mend. */
export async function openStores(config: StoresConfig, thread?: JournalThread): Promise<Stores> {
  const { promise: served, resolve: serve } = Promise.withResolvers<void>();
  const opening = openJournal(config, thread);
  // On a full disk the journal gives room up, and then there may be enough for the archive.
  const archiving = openArchive(config.database, served).catch(async (error: unknown) => {
    await opening.catch(() => Promise.reject(error));
    return await openArchive(config.database, served);
  });
  const [journal, archived] = await Promise.allSettled([opening, archiving]);
  if (journal.status === 'fulfilled' && archived.status === 'fulfilled') {
    const { database, archive } = archived.value;
    const close = async (): Promise<void> => {
      await Promise.all([journal.value.close(), database.destroy()]);
    };
    return { journal: journal.value, database, archive, serve, close };
  }
  if (journal.status === 'fulfilled') await journal.value.close();
  if (archived.status === 'fulfilled') await archived.value.database.destroy();
  throw journal.status === 'rejected' ? journal.reason : archived.status === 'rejected' && archived.reason;
}

async function openJournal({ durability, data }: StoresConfig, thread: JournalThread | undefined): Promise<Journal> {
  if (durability !== 'none') return await openSqliteJournal({ path: data, durability }, thread);
  await thread?.stop();
  return new MemoryJournal();
}

/** Loaded while the journal's thread starts, and by nobody who only asks for help. */
async function openArchive(where: string, served: Promise<void>): Promise<Pick<Stores, 'database' | 'archive'>> {
  const { openDatabase } = await import('../database/database.ts');
  const { Archive } = await import('../archive/archive.ts');
  const database = await openDatabase(where, served);
  return { database, archive: new Archive(database) };
}
