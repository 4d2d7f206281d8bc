import { backUpSqlite, type CopyProgress } from '../journal/files/sqlite-backup.ts';
import { openArchiveFile } from './sqlite/open-archive-file.ts';

/**
 * Copies archive and accounts from the SQLite file `from` to the new file `to`. Throws `SqliteFileUnusable`; then there is no
 * copy.
 */
export async function backUpArchive(from: string, to: string, progress: CopyProgress): Promise<void> {
  const database = openArchiveFile(from, true);
  try {
    await backUpSqlite(database, from, to, progress);
  } finally {
    database.close();
  }
}
