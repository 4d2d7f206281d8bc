import { copyDatabase, type Progress } from '../journal/backup.ts';
import { openArchiveFile } from './sqlite/archive-file.ts';

/** Copies archive and accounts in the SQLite file `from` to the new file `to`, as the journal is copied. Throws the same. */
export async function backUpArchive(from: string, to: string, progress: Progress): Promise<void> {
  const database = openArchiveFile(from, true);
  try {
    await copyDatabase(database, from, to, progress);
  } finally {
    database.close();
  }
}
