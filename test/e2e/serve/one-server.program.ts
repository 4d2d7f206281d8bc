import assert from 'node:assert/strict';
import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { describe, test } from 'node:test';
import { refusal, serve, Tengen, temporaryFolder } from './server-process.ts';

const IN_USE = /in use by another running server\n$/;

/** Ways to open a file that a server has open. For each: a title, and a function that returns the path to use. */
const WAYS: readonly (readonly [string, (path: string, file: (name: string) => string) => string])[] = [
  ['by the same path', (path) => path],
  [
    'by the same path, after its lock file was deleted',
    (path) => {
      rmSync(`${path}-lock`);
      return path;
    },
  ],
  [
    'by a symbolic link',
    (path, file) => {
      symlinkSync(path, file('link.db'));
      return file('link.db');
    },
  ],
  [
    'by a hard link beside it',
    (path, file) => {
      linkSync(path, file('link.db'));
      return file('link.db');
    },
  ],
  [
    'by a hard link in another directory',
    (path, file) => {
      mkdirSync(file('other'));
      linkSync(path, file('other/a.db'));
      return file('other/a.db');
    },
  ],
  [
    'by its new name, after the file was renamed',
    (path, file) => {
      renameSync(path, file('renamed.db'));
      return file('renamed.db');
    },
  ],
];

describe('a second server cannot open', { skip: process.platform !== 'linux' && 'Linux only' }, () => {
  for (const [way, makePath] of WAYS) {
    test(`the journal of a running server ${way}`, async (t) => {
      const file = temporaryFolder(t);
      const first = serve(t, '--data', file('a.db'));
      await first.ports();
      const path = makePath(file('a.db'), file);
      const second = ['serve', '--port', '0', '--data', path, '--database', file('other-archive.db')];
      assert.match(await refusal(...second), IN_USE);
      await first.end('SIGKILL');
    });

    test(`the archive of a running server ${way}`, async (t) => {
      const file = temporaryFolder(t);
      const first = serve(t, '--data', file('a.db'), '--database', file('archive.db'));
      await first.ports();
      const path = makePath(file('archive.db'), file);
      assert.match(await refusal('serve', '--port', '0', '--data', file('b.db'), '--database', path), IN_USE);
      await first.end('SIGKILL');
    });
  }
});

describe('a running server', () => {
  test('allows tengen export and --backup to read its database; when it is killed, another server can use the database', async (t) => {
    const file = temporaryFolder(t);
    const first = serve(t, '--data', file('a.db'));
    await first.ports();
    const reader = new Tengen('export', '--json', '--data', file('a.db'));
    assert.equal(await reader.ended(), 0, reader.stderr);
    const backup = new Tengen('export', '--backup', file('b.db'), '--data', file('a.db'));
    assert.equal(await backup.ended(), 0, backup.stderr);
    await first.end('SIGKILL');
    const second = serve(t, '--data', file('a.db'));
    await second.ports();
    assert.equal(await second.end('SIGTERM'), 0);
  });
});

describe('a database with two names', () => {
  test('is refused, because the last events may be in a log file beside the other name', async (t) => {
    const file = temporaryFolder(t);
    const first = serve(t, '--data', file('a.db'), '--database', file('archive.db'));
    await first.ports();
    await first.end('SIGTERM');
    linkSync(file('a.db'), file('b.db'));
    const line = await refusal('serve', '--port', '0', '--data', file('b.db'), '--database', file('other.db'));
    assert.match(line, /b\.db has 2 names \(hard links\)/);
    linkSync(file('archive.db'), file('archive-2.db'));
    const other = await refusal('serve', '--port', '0', '--data', file('c.db'), '--database', file('archive-2.db'));
    assert.match(other, /archive-2\.db has 2 names \(hard links\)/);
  });
});
