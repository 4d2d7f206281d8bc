import assert from 'node:assert/strict';
import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, test } from 'node:test';
import { openSqliteJournal } from '../../../src/journal/sqlite/sqlite-journal.ts';
import { refusal, serve, Tengen, temporaryFolder } from './server-process.ts';
import { TcpClient } from './tcp-client.ts';

const SIZE = 9;

/** A game between two clients that play as fast as the server answers, until `stop`. */
class FastGame {
  /** How many moves both clients have received. */
  moves = 0;
  #isPlaying = true;
  readonly #finished: Promise<void>;

  private constructor(black: TcpClient, white: TcpClient) {
    this.#finished = this.#play([black, white]);
  }

  static async start(port: number, names: readonly [string, string]): Promise<FastGame> {
    const [black, white] = [await TcpClient.connect(port), await TcpClient.connect(port)];
    black.send(`CORE.HELLO~${names[0]}`, `CORE.NEWGAME~${SIZE}`);
    await black.line();
    white.send(`CORE.HELLO~${names[1]}`, `CORE.NEWGAME~${SIZE}`);
    await white.line();
    await Promise.all([black, white].map((peer) => peer.line()));
    return new FastGame(black, white);
  }

  stop(): Promise<void> {
    this.#isPlaying = false;
    return this.#finished;
  }

  /**
   * Black plays every point of the board in order, and white always passes. Two passes never follow each other, so the
   * game does not end.
   */
  async #play([black, white]: [TcpClient, TcpClient]): Promise<void> {
    for (let point = 0; this.#isPlaying && point < SIZE * SIZE; point++) {
      black.send(`CORE.MOVE~${point}`);
      if ((await black.line()).startsWith('CORE.ERROR')) continue;
      await white.line();
      this.moves++;
      white.send('CORE.PASS');
      await Promise.all([black, white].map((peer) => peer.line()));
      this.moves++;
    }
  }
}

async function countMoves(data: string, game: number): Promise<number> {
  const journal = await openSqliteJournal({ path: data, readOnly: true });
  const entries = await journal.game(game);
  await journal.close();
  return entries.filter(({ event }) => event.kind === 'played' || event.kind === 'passed').length;
}

describe('a backup of a running server', () => {
  test('has every move that clients received before it started, and a server can use it', async (t) => {
    const file = temporaryFolder(t);
    const [port = 0] = await serve(t, '--data', file('a.db')).ports();
    for (const original of ['a.db', 'a-archive.db']) chmodSync(file(original), 0o644);
    const games = [await FastGame.start(port, ['alice', 'bob']), await FastGame.start(port, ['carol', 'dave'])];
    while (games.some((game) => game.moves < 10)) await new Promise(setImmediate);
    const before = games.map((game) => game.moves);
    const backup = new Tengen('export', '--backup', file('b.db'), '--data', file('a.db'));
    assert.equal(await backup.ended(), 0, backup.stderr);
    await Promise.all(games.map((game) => game.stop()));
    assert.deepEqual(
      [backup.stdout.split('\n').map((line) => line.slice(dirname(file('b.db')).length + 1)), backup.stderr],
      [['b-archive.db: archive and accounts', 'b.db: 2 games', ''], ''],
    );
    for (const [index, received] of before.entries()) {
      const copied = await countMoves(file('b.db'), index + 1);
      assert.ok(copied >= received, `${copied} of ${received}`);
      assert.ok(copied <= (await countMoves(file('a.db'), index + 1)));
    }
    assert.deepEqual(
      readdirSync(dirname(file('b.db'))).filter((name) => name.startsWith('b')),
      ['b-archive.db', 'b.db'],
    );
    if (process.platform !== 'win32')
      for (const copy of ['b.db', 'b-archive.db'])
        assert.equal(statSync(file(copy)).mode & 0o777, 0o600, `only its user can read ${copy}`);

    const [again = 0] = await serve(t, '--data', file('b.db')).ports();
    const alice = await TcpClient.connect(again);
    alice.send('CORE.HELLO~alice', `CORE.NEWGAME~${SIZE}`);
    assert.deepEqual(await alice.lines(2), ['CORE.HELLO', `CORE.MATCH~BLACK~${SIZE}~bob`]);
  });

  test('overwrites no file, and leaves no file if it fails', async (t) => {
    const file = temporaryFolder(t);
    await serve(t, '--data', file('a.db')).ports();
    writeFileSync(file('b.db'), 'another file');
    assert.match(await refusal('export', '--backup', file('b.db'), '--data', file('a.db')), /b\.db already exists$/m);
    assert.match(
      await refusal('export', '--backup', file('c.db'), '--data', file('none.db')),
      /none\.db does not exist$/m,
    );
    assert.match(await refusal('export', '--backup', file('no/c.db'), '--data', file('a.db')), /cannot be created/);
    assert.match(await refusal('export', '--backup', file('c.db'), '--data', file('a.db'), '1'), /copies all games/);
    assert.match(
      await refusal('export', '--backup', file('c.db'), '--salvage', file('d.db')),
      /cannot be used together/,
    );
    assert.deepEqual(
      readdirSync(dirname(file('c.db'))).filter((name) => /^[bcd]/.test(name)),
      ['b.db'],
    );
  });
});
