import type { Archive } from '../archive/archive.ts';
import type { Database } from '../database/database.ts';
import type { Journal } from '../journal/journal.ts';
import { MemoryJournal } from '../journal/memory.ts';
import { openSqliteJournal } from '../journal/sqlite.ts';
import type { ServeConfig } from './config/config.ts';

/** Everything that is kept. */
export interface Stores {
  readonly journal: Journal;
  /** What the archive is in, and accounts. */
  readonly database: Database;
  readonly archive: Archive;
  close(): Promise<void>;
}

type StoresConfig = Pick<ServeConfig, 'durability' | 'data' | 'database'>;

/** Opens both databases. Rejects with `JournalUnusable` or `DatabaseUnusable` for what whoever starts the server can mend. */
export async function openStores(config: StoresConfig): Promise<Stores> {
  const opening = openJournal(config);
  // On a full disk the journal gives room up, and then there may be enough for the archive.
  const archiving = openArchive(config.database).catch(async (error: unknown) => {
    await opening.catch(() => Promise.reject(error));
    return await openArchive(config.database);
  });
  const [journal, archived] = await Promise.allSettled([opening, archiving]);
  if (journal.status === 'fulfilled' && archived.status === 'fulfilled') {
    const { database, archive } = archived.value;
    const close = async (): Promise<void> => {
      await Promise.all([journal.value.close(), database.destroy()]);
    };
    return { journal: journal.value, database, archive, close };
  }
  if (journal.status === 'fulfilled') await journal.value.close();
  if (archived.status === 'fulfilled') await archived.value.database.destroy();
  throw journal.status === 'rejected' ? journal.reason : archived.status === 'rejected' && archived.reason;
}

async function openJournal({ durability, data }: StoresConfig): Promise<Journal> {
  return durability === 'none' ? new MemoryJournal() : await openSqliteJournal({ path: data, durability });
}

/** Loaded while the journal's thread starts, and by nobody who only asks for help. */
async function openArchive(where: string): Promise<Pick<Stores, 'database' | 'archive'>> {
  const { openDatabase } = await import('../database/database.ts');
  const { Archive } = await import('../archive/archive.ts');
  const database = await openDatabase(where);
  return { database, archive: new Archive(database) };
}
