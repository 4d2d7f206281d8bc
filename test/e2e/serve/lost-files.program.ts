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
import { temporaryFolder, refusal, serve, type Tengen } from './server-process.ts';
import { TcpClient } from './tcp-client.ts';

/** Looks at `/readyz` before a test gives up: far more than the two seconds that are promised. */
const LOOKS = 100;
const BETWEEN_LOOKS = 200;

/** A server, and two players at one of its boards, who play stones that take nothing. */
class Table {
  readonly #players: readonly [TcpClient, TcpClient];
  readonly port: number;
  #turn = 0;

  private constructor(players: readonly [TcpClient, TcpClient], port: number) {
    this.#players = players;
    this.port = port;
  }

  static async sit(port: number, turn = 0): Promise<Table> {
    const [black, white] = [await TcpClient.connect(port, '127.0.0.2'), await TcpClient.connect(port, '127.0.0.3')];
    black.send('CORE.HELLO~alice', 'CORE.NEWGAME~19');
    await black.line();
    white.send('CORE.HELLO~bob', 'CORE.NEWGAME~19');
    await white.line();
    const table = new Table([black, white], port);
    // Who comes back is told of every turn so far.
    for (const player of [black, white]) assert.match((await player.lines(1 + turn))[0] ?? '', /^CORE\.MATCH/);
    table.#turn = turn;
    return table;
  }

  /** Whether the next stone is taken. */
  async move(): Promise<boolean> {
    const mover = this.#players[this.#turn % 2]!;
    const point = 40 * (this.#turn % 9) + 2 * Math.floor(this.#turn / 9);
    mover.send(`CORE.MOVE~${point}`);
    const line = await mover.line();
    if (line.startsWith('CORE.ERROR')) return false;
    assert.equal(line, `CORE.MOVE~${point}`);
    assert.equal(await this.#players[(this.#turn + 1) % 2]!.line(), line);
    this.#turn++;
    return true;
  }

  /** White gives up; what both are told. */
  async surrender(): Promise<string[]> {
    this.#players[1].send('CORE.SURRENDER');
    const told = await Promise.all(this.#players.map((player) => player.line()));
    for (const line of told) assert.match(line, /^CORE\.GAMEOVER/);
    return told;
  }

  async ready(): Promise<string> {
    return await (await fetch(`http://127.0.0.1:${this.port}/readyz`)).text();
  }

  /** Asks until the answer is `wanted`. */
  async becomes(wanted: RegExp): Promise<void> {
    for (let look = 0; look < LOOKS; look++) {
      if (wanted.test(await this.ready())) return;
      await delay(BETWEEN_LOOKS);
    }
    assert.match(await this.ready(), wanted);
  }
}

const LOST = /database files lost/;

interface Files {
  readonly journal: string;
  readonly archive: string;
  readonly elsewhere: string;
}

/** What may happen to the files of a running server, and what the log says of it. */
const HARMS: readonly (readonly [string, (files: Files) => void, RegExp])[] = (['journal', 'archive'] as const).flatMap(
  (which) => [
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
    [
      `the directory of the ${which} is moved`,
      (files) => renameSync(dirname(files[which]), files.elsewhere),
      /deleted/,
    ],
  ],
);

async function start(t: TestContext): Promise<{ tengen: Tengen; table: Table; files: Files }> {
  const file = temporaryFolder(t);
  for (const name of ['games', 'results']) mkdirSync(file(name));
  const files = { journal: file('games/a.db'), archive: file('results/b.db'), elsewhere: file('elsewhere') };
  const tengen = serve(t, '--data', files.journal, '--database', files.archive);
  const [port = 0] = await tengen.ports();
  const table = await Table.sit(port);
  for (let turn = 0; turn < 3; turn++) assert(await table.move());
  await table.becomes(/^ready$/);
  // The server has looked at its files since the last turn.
  await delay(2000);
  return { tengen, table, files };
}

describe('a running server whose files are lost', { concurrency: 2 }, () => {
  for (const [what, harm, why] of HARMS) {
    test(`is not ready and takes no moves: ${what}`, async (t) => {
      const { tengen, table, files } = await start(t);
      harm(files);
      const since = performance.now();
      await table.becomes(LOST);
      t.diagnostic(`noticed within ${Math.round(performance.now() - since)} ms`);
      assert.equal(await table.move(), false);
      assert.match(tengen.stderr, why);
      assert.equal(await tengen.end('SIGTERM'), 0);
    });
  }

  test('goes on once they are where they were', async (t) => {
    const { table, files } = await start(t);
    for (const path of [files.journal, files.archive]) {
      renameSync(path, files.elsewhere);
      await table.becomes(LOST);
      assert.equal(await table.move(), false);
      renameSync(files.elsewhere, path);
      await table.becomes(/^ready$/);
      assert(await table.move());
    }
  });

  test('has every told move in the database when its log was deleted, even if it is killed', async (t) => {
    for (const sidecar of ['-wal', '-shm']) {
      const { tengen, table, files } = await start(t);
      rmSync(files.journal + sidecar);
      await table.becomes(LOST);
      await tengen.end('SIGKILL');
      const [port = 0] = await serve(t, '--data', files.journal, '--database', files.archive).ports();
      assert(await (await Table.sit(port, 3)).move());
    }
  });

  test('serves what needs no database, and tells the end of a game once it is stored', async (t) => {
    const { table, files } = await start(t);
    renameSync(files.journal, files.elsewhere);
    await table.becomes(LOST);
    const carol = await TcpClient.connect(table.port);
    carol.send('CORE.HELLO~carol');
    assert.equal(await carol.line(), 'CORE.HELLO');
    let isBack = false;
    const ends = table.surrender().then((told) => assert(isBack, told.join()));
    // Longer than the server takes from one attempt to the next.
    await delay(2500);
    isBack = true;
    renameSync(files.elsewhere, files.journal);
    await ends;
  });

  test('goes on when its directory can be written again', {
    skip: process.getuid?.() !== 0 && 'needs mount',
  }, async (t) => {
    const { table, files } = await start(t);
    const directory = dirname(files.journal);
    const mount = (...args: string[]) => execFileSync('mount', args, { stdio: 'ignore' });
    try {
      mount('--bind', directory, directory);
    } catch {
      return t.skip('nothing may be mounted here');
    }
    const unmount = () => execFileSync('umount', ['-l', directory]);
    try {
      mount('-o', 'remount,ro,bind', directory);
      await table.becomes(LOST);
      assert.equal(await table.move(), false);
    } finally {
      unmount();
    }
    await table.becomes(/^ready$/);
    assert(await table.move());
  });
});

describe('a database that was there is not begun anew in silence', () => {
  const begins = (files: Files): Promise<string> =>
    refusal('serve', '--port', '0', '--data', files.journal, '--database', files.archive);

  test('where a file is empty, and its lock or the archive says that there was a database', async (t) => {
    const { tengen, files } = await start(t);
    assert.equal(await tengen.end('SIGTERM'), 0);
    const archive = readFileSync(files.archive);
    truncateSync(files.archive);
    assert.match(await begins(files), /b\.db is empty, and \S*b\.db-lock says that there was a database/);
    writeFileSync(files.archive, archive);
    truncateSync(files.journal);
    assert.match(await begins(files), /a\.db is empty, and \S*b\.db beside it is not/);
    for (const suffix of ['', '-lock']) rmSync(files.archive + suffix);
    assert.match(await begins(files), /a\.db is empty, and \S*a\.db-lock says that there was a database/);
    for (const path of [`${files.journal}-lock`, files.archive]) rmSync(path);
    await serve(t, '--data', files.journal, '--database', files.archive).ports();
  });

  test('where the journal was deleted and its lock was not', async (t) => {
    const { tengen, files } = await start(t);
    assert.equal(await tengen.end('SIGTERM'), 0);
    rmSync(files.journal);
    assert.match(await begins(files), /a\.db does not exist, and \S*a\.db-lock says that there was a database/);
    assert.equal(existsSync(files.journal), false);
  });

  test('where the archive was deleted, whose games the journal has, the log says so', async (t) => {
    const { tengen, files } = await start(t);
    assert.equal(await tengen.end('SIGTERM'), 0);
    rmSync(files.archive);
    const again = serve(t, '--data', files.journal, '--database', files.archive);
    await again.ports();
    assert.match(again.stderr, /archive\.begun-anew/);
  });

  test('where the archive has games and the journal none, the log says so', async (t) => {
    const { tengen, table, files } = await start(t);
    await table.surrender();
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
  test('never goes where it was taken from, nor beside the log of an older copy', async (t) => {
    const { files } = await start(t);
    const backUp = (to: string) =>
      refusal('export', '--backup', to, '--data', files.journal, '--database', files.archive);
    assert.match(await backUp(files.journal), /a\.db exists\n$/);
    assert.match(await backUp(files.archive), /b\.db exists\n$/);
    writeFileSync(`${files.elsewhere}.db-wal`, 'left');
    assert.match(await backUp(`${files.elsewhere}.db`), /elsewhere\.db-wal exists/);
    assert(!existsSync(`${files.elsewhere}.db`));
  });
});
