import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { openSqliteJournal } from '../../../src/journal/sqlite/sqlite-journal.ts';
import { legalGame } from '../../support/journal/legal-games.ts';
import { refusal, serve, Tengen, temporaryFolder } from './server-process.ts';
import { TcpClient } from './tcp-client.ts';

const PAGE = 4096;

/**
 * Writes a journal with this number of unfinished games. Each has 60 moves, so that two games fit in one page of the
 * database.
 */
async function writeJournal(path: string, games: number): Promise<void> {
  const journal = await openSqliteJournal({ path, durability: 'os' });
  for (let game = 1; game <= games; game++) await journal.append(legalGame(game, 60, false));
  await journal.close();
}

/** The index of the database page that contains a game. */
function pageOf(path: string, game: number): number {
  const database = new DatabaseSync(path);
  const { pageno } = database
    .prepare("SELECT pageno FROM dbstat WHERE name = 'game' AND pagetype = 'leaf' ORDER BY pageno LIMIT 1 OFFSET ?")
    .get(Math.floor(game / 2)) ?? { pageno: 0 };
  database.close();
  return Number(pageno) - 1;
}

/** Whether black, when it reconnects, is in its game with 60 moves again. */
async function isResumed(port: number, game: number): Promise<boolean> {
  const black = await TcpClient.connect(port);
  black.send(`CORE.HELLO~black-${game}`, 'CORE.NEWGAME~19');
  await black.line();
  black.send('CORE.SURRENDER');
  // If its game is lost, the client waits, or it gets a new game with another client whose game is lost.
  return (await black.line()) === `CORE.MATCH~BLACK~19~天-${game}`;
}

describe('a server whose database is damaged', () => {
  test('does not change a damaged game, names it in the log, and continues the other games', async (t) => {
    const data = temporaryFolder(t)('a.db');
    await writeJournal(data, 3);
    const database = new DatabaseSync(data);
    database.exec(`UPDATE game SET log = replace(log, '"W"', '"B"') WHERE id = 2`);
    database.close();
    const tengen = serve(t, '--data', data);
    const [port = 0] = await tengen.ports();
    assert.deepEqual(await Promise.all([1, 2, 3].map((game) => isResumed(port, game))), [true, false, true]);
    const [line, ...others] = tengen.stderr.trimEnd().split('\n');
    const { game, reason } = JSON.parse(line ?? '');
    assert.deepEqual([game, reason, others], [2, 'it does not match its checksum', []]);
  });

  test('does not start with torn pages, names the command that saves the intact games, and continues these', async (t) => {
    const file = temporaryFolder(t);
    const data = file('a.db');
    await writeJournal(data, 9);
    const torn = readFileSync(data);
    const page = pageOf(data, 5);
    writeFileSync(data, torn.fill('~', page * PAGE, (page + 1) * PAGE));
    const line = await refusal('serve', '--port', '0', '--data', data);
    assert.match(line, /a\.db is damaged: .*; tengen export --salvage NEWFILE --data \S*a\.db saves the games/);
    assert.deepEqual(readFileSync(data), torn);

    const salvage = new Tengen('export', '--salvage', file('b.db'), '--data', data);
    assert.equal(await salvage.ended(), 1);
    const lost = [...salvage.stderr.matchAll(/^tengen: game (\d) is lost: .*$/gm)].map(([, game]) => Number(game));
    assert.ok(lost.length > 0 && lost.length < 9, salvage.stderr);
    assert.match(salvage.stdout, new RegExp(`b\\.db: ${9 - lost.length} of 9 games\n$`));
    assert.deepEqual(readFileSync(data), torn);

    const [port = 0] = await serve(t, '--data', file('b.db')).ports();
    const games = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    assert.deepEqual(
      await Promise.all(games.map((game) => isResumed(port, game))),
      games.map((game) => !lost.includes(game)),
    );
  });

  test('refuses to salvage while a server uses the database, or into a file that exists', async (t) => {
    const file = temporaryFolder(t);
    await serve(t, '--data', file('a.db')).ports();
    assert.match(await refusal('export', '--salvage', file('b.db'), '--data', file('a.db')), /in use by another/);
    assert.match(await refusal('export', '--salvage', file('a.db'), '--data', file('c.db')), /a\.db already exists/);
    assert.match(await refusal('export', '--salvage', file('b.db'), '--data', file('c.db')), /c\.db does not exist/);
  });
});
