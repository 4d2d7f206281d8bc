import assert from 'node:assert/strict';
import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, test } from 'node:test';
import { openSqliteJournal } from '../../../src/journal/sqlite/sqlite-journal.ts';
import { Nu6Game } from './nu6-game.ts';
import { refusal, serve, Tengen, temporaryFolder } from './server-process.ts';
import { TcpClient } from './tcp-client.ts';

/** Plays as fast as the server answers. Returns a function that stops, and resolves when the last move has been answered. */
function keepPlaying(game: Nu6Game): () => Promise<void> {
  let isPlaying = true;
  const play = async (): Promise<void> => {
    while (isPlaying && !game.isBoardFull) await game.move();
  };
  const finished = play();
  return () => {
    isPlaying = false;
    return finished;
  };
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
    const games = [await Nu6Game.start(port), await Nu6Game.start(port, { names: ['carol', 'dave'] })];
    const stops = games.map(keepPlaying);
    while (games.some((game) => game.moves.length < 10)) await new Promise(setImmediate);
    const before = games.map((game) => game.moves.length);
    const backup = new Tengen('export', '--backup', file('b.db'), '--data', file('a.db'));
    assert.equal(await backup.ended(), 0, backup.stderr);
    await Promise.all(stops.map((stop) => stop()));
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
    alice.send('CORE.HELLO~alice', 'CORE.NEWGAME~131');
    assert.deepEqual(await alice.lines(2), ['CORE.HELLO', 'CORE.MATCH~BLACK~131~bob']);
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
