import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Archive } from '../../../src/archive/archive.ts';
import { openDatabase } from '../../../src/database/database.ts';
import { gameOf } from '../../support/archive/game-fixtures.ts';
import { folder, refusal, Tengen } from './server-process.ts';

test('ratings and a cross table come out of the archive, as text and as JSON', async (t) => {
  const file = folder(t)('archive.db');
  const database = await openDatabase(file);
  const won = { end: { winner: 'black', reason: 'resigned' }, turns: 6 } as const;
  await new Archive(database).addAll([
    ...[1, 2, 3].map((game) => gameOf(game, { ...won, white: '囲碁' })),
    gameOf(4, { ...won, black: '囲碁', white: 'alice' }),
  ]);
  await database.destroy();

  const text = new Tengen('ratings', '--database', file);
  assert.equal(await text.ended(), 0, text.stderr);
  const lines = text.stdout.split('\n');
  assert.equal(lines[0], 'go-9: 4 rated games of 2 players');
  assert.match(text.stdout, /^1 +alice +\d+ +\d+ +4 +3 +1 +0 +\d+ +\d+$/m);
  assert.match(text.stdout, /^2 +囲碁 +\d+ +\d+ +4 +1 +3 +0 +\d+ +\d+$/m);
  assert.match(text.stdout, /^White's advantage: -\d+ ± \d+\. Draws between equal players: 0 %\./m);
  assert.match(text.stdout, /^1 +alice +\. +3-1-0\n2 +囲碁 +1-3-0 +\.\n$/m);

  const json = new Tengen('ratings', '--class', 'go-9', '--json', '--database', file);
  assert.equal(await json.ended(), 0, json.stderr);
  const report = JSON.parse(json.stdout);
  assert.deepEqual([report.class, report.games, report.players.length], ['go-9', 4, 2]);
  assert.deepEqual(report.crossTable, [
    [null, [3, 1, 0]],
    [[1, 3, 0], null],
  ]);

  const none = new Tengen('ratings', '--class', 'go-19', '--database', file);
  assert.equal(await none.ended(), 1);
  assert.deepEqual([none.stdout, none.stderr], ['', 'tengen: there are no rated games\n']);
});

test('an option that cannot be meant is refused in one line', async (t) => {
  const file = folder(t)('archive.db');
  await (await openDatabase(file)).destroy();
  const where = ['--database', file];
  assert.match(await refusal('ratings', '--class', 'chess', ...where), /^tengen: --class: "chess" is none of go-9, /);
  assert.match(await refusal('ratings', '--from', 'monday', ...where), /^tengen: --from: "monday" is no day like /);
  assert.match(await refusal('ratings', '--database', `${file}x`), /archive\.dbx does not exist$/m);
});
