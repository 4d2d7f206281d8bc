import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext } from 'node:test';
import type { JournalFileOptions } from '../../../src/journal/sqlite/journal-message.ts';
import { openSqliteJournal, type SqliteJournal } from '../../../src/journal/sqlite/sqlite-journal.ts';

const directory = mkdtempSync(join(tmpdir(), 'tengen-journal-'));
// One directory for the whole run: the hooks of a test run in the order of registration, so this one would run before any close.
after(() => rmSync(directory, { recursive: true, force: true }));

/** The path of a new database in a new empty directory, which is removed after the test run. */
export const newJournalPath = (): string => join(mkdtempSync(join(directory, 'test-')), 'tengen.db');

/** Opens a journal and closes it after the test. */
export async function openJournalFor(test: TestContext, options: JournalFileOptions): Promise<SqliteJournal> {
  const journal = await openSqliteJournal(options);
  test.after(() => journal.close());
  return journal;
}
