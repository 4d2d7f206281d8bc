import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext } from 'node:test';
import type { JournalFileOptions } from '../../../src/journal/sqlite/journal-message.ts';
import { openSqliteJournal, type SqliteJournal } from '../../../src/journal/sqlite/sqlite-journal.ts';

const directory = mkdtempSync(join(tmpdir(), 'tengen-journal-'));
// Once for the whole run, because the hooks of a test run in the order in which they were set: this one before any close.
after(() => rmSync(directory, { recursive: true, force: true }));

/** A path for a database in an empty directory of its own, which goes with the test run. */
export const databasePath = (): string => join(mkdtempSync(join(directory, 'test-')), 'tengen.db');

/** A journal that is closed with the test. */
export async function openFor(test: TestContext, options: JournalFileOptions): Promise<SqliteJournal> {
  const journal = await openSqliteJournal(options);
  test.after(() => journal.close());
  return journal;
}
