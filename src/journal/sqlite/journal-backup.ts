import { backUpSqlite, type CopyProgress } from '../files/sqlite-backup.ts';
import { damagedMessage } from '../files/sqlite-error.ts';
import { SqliteFileUnusable } from '../journal.ts';
import { openJournalFile } from './journal-file.ts';
import { JournalStore } from './journal-store.ts';

/**
 * Copies the journal at `from` to the new file `to`, in one consistent state. A server may be using the journal. Returns the number of
 * games in the copy. Throws `SqliteFileUnusable`. Then there is no copy, or the copy is as damaged as the original.
 */
export async function backUpJournal(from: string, to: string, progress: CopyProgress): Promise<number> {
  const file = openJournalFile({ path: from, readOnly: true });
  try {
    await backUpSqlite(file.database, from, to, progress);
  } finally {
    file.close();
  }
  const copy = openJournalFile({ path: to, readOnly: true });
  try {
    const [found] = Object.values(copy.database.prepare('PRAGMA quick_check(1)').get() ?? {});
    if (found !== 'ok') throw new SqliteFileUnusable(damagedMessage(from, `${found}`.split('\n', 1)[0] ?? ''));
  } finally {
    copy.close();
  }
  const store = new JournalStore({ path: to, readOnly: true });
  try {
    return store.countGames();
  } finally {
    store.close();
  }
}
