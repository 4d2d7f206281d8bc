import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Nu6Game } from './nu6-game.ts';
import { refusal, serve, type Tengen, temporaryFolder } from './server-process.ts';
import { TcpClient } from './tcp-client.ts';

/** A test reads `/readyz` this many times. The server detects lost files within 2 s. */
const MAX_POLLS = 100;
/** Milliseconds between two polls. */
const POLL_INTERVAL = 200;

const readiness = async (port: number): Promise<string> => (await fetch(`http://127.0.0.1:${port}/readyz`)).text();

/** Waits until the answer of `/readyz` matches. */
async function waitForReadiness(port: number, expected: RegExp): Promise<void> {
  for (let poll = 0; poll < MAX_POLLS; poll++) {
    if (expected.test(await readiness(port))) return;
    await delay(POLL_INTERVAL);
  }
  assert.match(await readiness(port), expected);
}

const LOST = /database files lost/;

interface Files {
  readonly journal: string;
  readonly archive: string;
  readonly elsewhere: string;
}

/** Damage to the files of a running server, and the text that the log then has. */
const DAMAGES: readonly (readonly [string, (files: Files) => void, RegExp])[] = (
  ['journal', 'archive'] as const
).flatMap((which) => [
  [`the ${which} is deleted`, (files) => rmSync(files[which]), /\.db has been deleted/],
  [
    `the ${which} is replaced by another file`,
    (files) => {
      copyFileSync(files[which], files.elsewhere);
      renameSync(files.elsewhere, files[which]);
    },
    /\.db has been replaced/,
  ],
  [
    `the ${which} is written over`,
    (files) => writeFileSync(files[which], readFileSync(files[which]).fill('~', 16, 64), { flag: 'r+' }),
    /\.db has been changed by another program/,
  ],
  [`the ${which} is emptied`, (files) => truncateSync(files[which]), /\.db has been changed by another program/],
  [`the log of the ${which} is deleted`, (files) => rmSync(`${files[which]}-wal`), /\.db-wal has been deleted/],
  [`the log of the ${which} is emptied`, (files) => truncateSync(`${files[which]}-wal`), /\.db-wal has been changed/],
  [`the index of the log of the ${which} is deleted`, (files) => rmSync(`${files[which]}-shm`), /\.db-shm has been/],
  [
    `the directory of the ${which} is removed`,
    (files) => rmSync(dirname(files[which]), { recursive: true }),
    /deleted/,
  ],
  [`the directory of the ${which} is moved`, (files) => renameSync(dirname(files[which]), files.elsewhere), /deleted/],
]);

async function start(t: TestContext): Promise<{ tengen: Tengen; port: number; game: Nu6Game; files: Files }> {
  const file = temporaryFolder(t);
  for (const name of ['games', 'results']) mkdirSync(file(name));
  const files = { journal: file('games/a.db'), archive: file('results/b.db'), elsewhere: file('elsewhere') };
  const tengen = serve(t, '--data', files.journal, '--database', files.archive);
  const [port = 0] = await tengen.ports();
  const game = await Nu6Game.start(port);
  for (let move = 0; move < 3; move++) assert(await game.move());
  await waitForReadiness(port, /^ready$/);
  // Within this time the server checks its files after the last move.
  await delay(2000);
  return { tengen, port, game, files };
}

describe('a running server whose files are lost', { concurrency: 2 }, () => {
  for (const [title, damage, logText] of DAMAGES) {
    test(`is not ready and accepts no moves: ${title}`, async (t) => {
      const { tengen, port, game, files } = await start(t);
      damage(files);
      const since = performance.now();
      await waitForReadiness(port, LOST);
      t.diagnostic(`detected within ${Math.round(performance.now() - since)} ms`);
      assert.equal(await game.move(), false);
      assert.match(tengen.stderr, logText);
      assert.equal(await tengen.end('SIGTERM'), 0);
    });
  }

  test('accepts moves again when the files are back', async (t) => {
    const { port, game, files } = await start(t);
    for (const path of [files.journal, files.archive]) {
      renameSync(path, files.elsewhere);
      await waitForReadiness(port, LOST);
      assert.equal(await game.move(), false);
      renameSync(files.elsewhere, path);
      await waitForReadiness(port, /^ready$/);
      assert(await game.move());
    }
  });

  test('has stored every move that a client received when its log was deleted, even if it is killed', async (t) => {
    for (const sidecar of ['-wal', '-shm']) {
      const { tengen, port, game, files } = await start(t);
      rmSync(files.journal + sidecar);
      await waitForReadiness(port, LOST);
      await tengen.end('SIGKILL');
      const [again = 0] = await serve(t, '--data', files.journal, '--database', files.archive).ports();
      assert(await (await Nu6Game.start(again, { earlier: game.moves })).move());
    }
  });

  test('serves what needs no database, and reports the end of a game when it is stored', async (t) => {
    const { port, game, files } = await start(t);
    renameSync(files.journal, files.elsewhere);
    await waitForReadiness(port, LOST);
    const carol = await TcpClient.connect(port);
    carol.send('CORE.HELLO~carol');
    assert.equal(await carol.line(), 'CORE.HELLO');
    let isBack = false;
    const ends = game.resign().then((lines) => assert(isBack, lines.join()));
    // Longer than the time between two attempts of the server.
    await delay(2500);
    isBack = true;
    renameSync(files.elsewhere, files.journal);
    await ends;
  });

  test('continues when its directory is writable again', {
    skip: process.getuid?.() !== 0 && 'needs mount',
  }, async (t) => {
    const { port, game, files } = await start(t);
    const directory = dirname(files.journal);
    const mount = (...args: string[]) => execFileSync('mount', args, { stdio: 'ignore' });
    try {
      mount('--bind', directory, directory);
    } catch {
      return t.skip('this process may not mount anything');
    }
    const unmount = () => execFileSync('umount', ['-l', directory]);
    try {
      mount('-o', 'remount,ro,bind', directory);
      await waitForReadiness(port, LOST);
      assert.equal(await game.move(), false);
    } finally {
      unmount();
    }
    await waitForReadiness(port, /^ready$/);
    assert(await game.move());
  });
});

describe('a missing database is not created again without a message', () => {
  const refuseStart = (files: Files): Promise<string> =>
    refusal('serve', '--port', '0', '--data', files.journal, '--database', files.archive);

  test('a file is empty, and its lock file or the archive shows that there was a database: the server does not start', async (t) => {
    const { tengen, files } = await start(t);
    assert.equal(await tengen.end('SIGTERM'), 0);
    const archive = readFileSync(files.archive);
    truncateSync(files.archive);
    assert.match(await refuseStart(files), /b\.db is empty, and \S*b\.db-lock says that there was a database/);
    writeFileSync(files.archive, archive);
    truncateSync(files.journal);
    assert.match(await refuseStart(files), /a\.db is empty, and \S*b\.db beside it is not/);
    for (const suffix of ['', '-lock']) rmSync(files.archive + suffix);
    assert.match(await refuseStart(files), /a\.db is empty, and \S*a\.db-lock says that there was a database/);
    for (const path of [`${files.journal}-lock`, files.archive]) rmSync(path);
    await serve(t, '--data', files.journal, '--database', files.archive).ports();
  });

  test('the journal was deleted and its lock file was not: the server does not start', async (t) => {
    const { tengen, files } = await start(t);
    assert.equal(await tengen.end('SIGTERM'), 0);
    rmSync(files.journal);
    assert.match(await refuseStart(files), /a\.db does not exist, and \S*a\.db-lock says that there was a database/);
    assert.equal(existsSync(files.journal), false);
  });

  test('the archive was deleted and the journal has its games: the server starts, and the log reports it', async (t) => {
    const { tengen, files } = await start(t);
    assert.equal(await tengen.end('SIGTERM'), 0);
    rmSync(files.archive);
    const again = serve(t, '--data', files.journal, '--database', files.archive);
    await again.ports();
    assert.match(again.stderr, /archive\.begun-anew/);
  });

  test('the archive has games and the journal has none: the server starts, and the log reports it', async (t) => {
    const { tengen, game, files } = await start(t);
    await game.resign();
    assert.equal(await tengen.end('SIGTERM'), 0);
    const again = () => serve(t, '--data', files.journal, '--database', files.archive);
    const second = again();
    await second.ports();
    assert.equal(await second.end('SIGTERM'), 0);
    assert.equal(second.stderr, '');
    for (const suffix of ['', '-lock', '-reserve']) rmSync(files.journal + suffix);
    const third = again();
    await third.ports();
    assert.match(third.stderr, /journal\.begun-anew/);
  });
});

describe('a backup', () => {
  test('does not overwrite its source, and is not written beside the log of an older copy', async (t) => {
    const { files } = await start(t);
    const backUp = (to: string) =>
      refusal('export', '--backup', to, '--data', files.journal, '--database', files.archive);
    assert.match(await backUp(files.journal), /a\.db already exists\n$/);
    assert.match(await backUp(files.archive), /b\.db already exists\n$/);
    writeFileSync(`${files.elsewhere}.db-wal`, 'left');
    assert.match(await backUp(`${files.elsewhere}.db`), /elsewhere\.db-wal already exists/);
    assert(!existsSync(`${files.elsewhere}.db`));
  });
});
