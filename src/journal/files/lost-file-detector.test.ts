import assert from 'node:assert/strict';
import { copyFileSync, linkSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { newJournalPath } from '../../../test/support/journal/temporary-journals.ts';
import { LostFileDetector } from './lost-file-detector.ts';

function open(test: TestContext): { path: string; database: DatabaseSync; files: LostFileDetector } {
  const path = newJournalPath();
  const database = new DatabaseSync(path);
  database.exec(
    'PRAGMA journal_mode = WAL; CREATE TABLE a (b); PRAGMA wal_checkpoint(TRUNCATE); INSERT INTO a VALUES (1)',
  );
  const files = new LostFileDetector(path);
  test.after(() => {
    database.close();
    files.close();
  });
  return { path, database, files };
}

describe('the files of an open database', () => {
  it('are not lost while only SQLite writes and another program reads', (test) => {
    const { path, database, files } = open(test);
    for (let row = 0; row < 1500; row++) {
      database.prepare('INSERT INTO a VALUES (zeroblob(2000))').run();
      files.acceptChanges();
      assert.equal(files.check(), undefined);
    }
    const reader = new DatabaseSync(path, { readOnly: true });
    reader.prepare('SELECT count(*) FROM a').get();
    reader.close();
    assert.equal(files.checkAll(), undefined);
    linkSync(path, `${path}-link`);
    assert.equal(files.checkAll(), undefined);
  });

  it('are lost when the database is emptied before changes are accepted', (test) => {
    const { path, files } = open(test);
    truncateSync(path);
    files.acceptChanges();
    assert.match(files.check() ?? '', /db has been changed by another program$/);
  });

  for (const [state, damage, problem] of [
    ['deleted', (path: string) => rmSync(path), /db has been deleted or moved$/],
    [
      'replaced',
      (path: string) => {
        copyFileSync(path, `${path}-copy`);
        renameSync(`${path}-copy`, path);
      },
      /db has been replaced by another file$/,
    ],
    ['emptied', (path: string) => truncateSync(path), /db has been changed by another program$/],
    ['written over', (path: string) => writeFileSync(path, '~'.repeat(100_000)), /db has been changed/],
    ['without its log', (path: string) => rmSync(`${path}-wal`), /db-wal has been deleted or replaced$/],
    ['with an empty log', (path: string) => truncateSync(`${path}-wal`), /db-wal has been changed/],
    ['without the index of its log', (path: string) => rmSync(`${path}-shm`), /db-shm has been deleted or replaced$/],
  ] as const) {
    it(`are lost when the database is ${state}`, (test) => {
      const { path, files } = open(test);
      assert.equal(files.checkAll(), undefined);
      damage(path);
      assert.match(files.checkAll() ?? '', problem);
      assert.equal(files.isOnlyLogLost, /-(?:wal|shm)/.test(problem.source));
    });
  }
});
