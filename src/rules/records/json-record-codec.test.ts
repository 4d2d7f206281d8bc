import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pointAt, square } from '../point.ts';
import type { GameRecord } from './game-record.ts';
import { makeJson, parseJson } from './json-record-codec.ts';

const size = square(255);
const RECORD: GameRecord = {
  game: 'gomoku',
  size,
  rules: 'caro',
  black: 'Alice',
  white: 'Bob',
  result: { kind: 'won', winner: 'black', by: 'unstated' },
  setup: [{ color: 'white', point: pointAt(size, 254, 254)! }],
  moves: [
    { kind: 'play', color: 'black', point: pointAt(size, 127, 0)! },
    { kind: 'pass', color: 'white' },
  ],
};

const TEXT =
  '{"format":"tengen-game","version":1,"game":"gomoku","size":{"width":255,"height":255},"rules":"caro",' +
  '"black":"Alice","white":"Bob","result":{"kind":"won","winner":"black","by":"unstated"},' +
  '"setup":[{"color":"white","at":[254,254]}],' +
  '"moves":[{"color":"black","at":[127,0]},{"color":"white","at":"pass"}]}';

test('a record of the largest board is written and read', () => {
  assert.equal(makeJson(RECORD), TEXT);
  assert.deepEqual(parseJson(TEXT), { ok: true, value: RECORD });
});

test('the problem of an invalid document names the place', () => {
  const changed = (change: object) => {
    const read = parseJson(JSON.stringify({ ...JSON.parse(TEXT), ...change }));
    return read.ok ? 'accepted' : read.problem;
  };
  assert.equal(changed({}), 'accepted');
  assert.equal(changed({ unheard: 'of' }), 'accepted');
  assert.match(changed({ version: 2 }), /^version: /);
  assert.match(changed({ game: 'chess' }), /^game: /);
  assert.match(changed({ size: { width: 256, height: 9 } }), /^size\.width: /);
  assert.match(changed({ size: { width: 9, height: 0 } }), /^size\.height: /);
  assert.match(changed({ komi: '7' }), /^komi: /);
  assert.match(changed({ komi: 1e300 }), /^komi: /);
  assert.match(changed({ moves: [{ color: 'green', at: [0, 0] }] }), /^moves\.0\.color: /);
  assert.match(changed({ moves: [{ color: 'black', at: [0.5, 0] }] }), /^moves\.0\.at/);
  assert.equal(changed({ moves: [{ color: 'black', at: [0, 255] }] }), 'moves.0: not a point on a board of 255x255');
  assert.equal(changed({ setup: [{ color: 'black', at: [-1, 0] }] }), 'setup.0: not a point on a board of 255x255');
  assert.equal(
    changed({ territory: { black: [[0, 0]], white: [[255, 0]] } }),
    'territory.white.0: not a point on a board of 255x255',
  );
  assert.match(changed({ result: { kind: 'won', winner: 'black', by: 'score' } }), /^result/);
  for (const text of ['', '{', 'null', '[]', '"go"', '['.repeat(100_000)])
    assert.equal(parseJson(text).ok, false, text.slice(0, 9));
});

test('a record with more moves than a game can have is a problem', () => {
  const pass = { color: 'black', at: 'pass' };
  const read = (moves: number) =>
    parseJson(
      JSON.stringify({ ...JSON.parse(TEXT), size: { width: 9, height: 9 }, setup: [], moves: Array(moves).fill(pass) }),
    );
  assert.equal(read(1_000).ok, true);
  assert.deepEqual(read(1_001), { ok: false, problem: 'moves: more than 1000' });
});
