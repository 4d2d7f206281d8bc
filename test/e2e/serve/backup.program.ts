import assert from 'node:assert/strict';
import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, test } from 'node:test';
import { openSqliteJournal } from '../../../src/journal/sqlite/sqlite-journal.ts';
import { refusal, serve, Tengen, temporaryFolder } from './server-process.ts';
import { TcpClient } from './tcp-client.ts';

/** Everywhere on a board of 9 lines, one after the other, so that it is soon full and never over. */
const SIZE = 9;

/** Two people who play on as fast as they are answered, until they are told to stop; how many turns both have heard of. */
class Duel {
  told = 0;
  #playing = true;
  readonly #over: Promise<void>;

  private constructor(black: TcpClient, white: TcpClient) {
    this.#over = this.#play([black, white]);
  }

  static async begin(port: number, names: readonly [string, string]): Promise<Duel> {
    const [black, white] = [await TcpClient.connect(port), await TcpClient.connect(port)];
    black.send(`CORE.HELLO~${names[0]}`, `CORE.NEWGAME~${SIZE}`);
    await black.line();
    white.send(`CORE.HELLO~${names[1]}`, `CORE.NEWGAME~${SIZE}`);
    await white.line();
    await Promise.all([black, white].map((peer) => peer.line()));
    return new Duel(black, white);
  }

  stop(): Promise<void> {
    this.#playing = false;
    return this.#over;
  }

  /** Passes are no turns that end anything, as long as a stone is played in between. */
  async #play([black, white]: [TcpClient, TcpClient]): Promise<void> {
    for (let turn = 0; this.#playing && turn < SIZE * SIZE; turn++) {
      black.send(`CORE.MOVE~${turn}`);
      if ((await black.line()).startsWith('CORE.ERROR')) continue;
      await white.line();
      this.told++;
      white.send('CORE.PASS');
      await Promise.all([black, white].map((peer) => peer.line()));
      this.told++;
    }
  }
}

async function turnsIn(data: string, game: number): Promise<number> {
  const journal = await openSqliteJournal({ path: data, readOnly: true });
  const entries = await journal.game(game);
  await journal.close();
  return entries.filter(({ event }) => event.kind === 'played' || event.kind === 'passed').length;
}

describe('a backup of a running server', () => {
  test('has everything that was told before it began, and can be served', async (t) => {
    const file = temporaryFolder(t);
    const [port = 0] = await serve(t, '--data', file('a.db')).ports();
    for (const original of ['a.db', 'a-archive.db']) chmodSync(file(original), 0o644);
    const duels = [await Duel.begin(port, ['alice', 'bob']), await Duel.begin(port, ['carol', 'dave'])];
    while (duels.some((duel) => duel.told < 10)) await new Promise(setImmediate);
    const before = duels.map((duel) => duel.told);
    const backup = new Tengen('export', '--backup', file('b.db'), '--data', file('a.db'));
    assert.equal(await backup.ended(), 0, backup.stderr);
    await Promise.all(duels.map((duel) => duel.stop()));
    assert.deepEqual(
      [backup.stdout.split('\n').map((line) => line.slice(dirname(file('b.db')).length + 1)), backup.stderr],
      [['b-archive.db: archive and accounts', 'b.db: 2 games', ''], ''],
    );
    for (const [index, told] of before.entries()) {
      const copied = await turnsIn(file('b.db'), index + 1);
      assert.ok(copied >= told, `${copied} of ${told}`);
      assert.ok(copied <= (await turnsIn(file('a.db'), index + 1)));
    }
    assert.deepEqual(
      readdirSync(dirname(file('b.db'))).filter((name) => name.startsWith('b')),
      ['b-archive.db', 'b.db'],
    );
    if (process.platform !== 'win32')
      for (const copy of ['b.db', 'b-archive.db'])
        assert.equal(statSync(file(copy)).mode & 0o777, 0o600, `${copy} is for its user alone`);

    const [again = 0] = await serve(t, '--data', file('b.db')).ports();
    const alice = await TcpClient.connect(again);
    alice.send('CORE.HELLO~alice', `CORE.NEWGAME~${SIZE}`);
    assert.deepEqual(await alice.lines(2), ['CORE.HELLO', `CORE.MATCH~BLACK~${SIZE}~bob`]);
  });

  test('overwrites nothing, and leaves nothing where it cannot be made', async (t) => {
    const file = temporaryFolder(t);
    await serve(t, '--data', file('a.db')).ports();
    writeFileSync(file('b.db'), 'dear to somebody');
    assert.match(await refusal('export', '--backup', file('b.db'), '--data', file('a.db')), /b\.db exists$/m);
    assert.match(
      await refusal('export', '--backup', file('c.db'), '--data', file('none.db')),
      /none\.db does not exist$/m,
    );
    assert.match(await refusal('export', '--backup', file('no/c.db'), '--data', file('a.db')), /cannot be made/);
    assert.match(await refusal('export', '--backup', file('c.db'), '--data', file('a.db'), '1'), /takes all games/);
    assert.match(await refusal('export', '--backup', file('c.db'), '--salvage', file('d.db')), /do not go together/);
    assert.deepEqual(
      readdirSync(dirname(file('c.db'))).filter((name) => /^[bcd]/.test(name)),
      ['b.db'],
    );
  });
});
