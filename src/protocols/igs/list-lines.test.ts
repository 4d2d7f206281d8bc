import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gameLine, userlistLine, whoLines } from './list-lines.ts';

const GO = {
  game: 'go',
  size: 9,
  komi: 5.5,
  fixedKomi: true,
  ruleset: { ko: 'positional', suicide: 'forbidden' },
} as const;
const OPTIONS = { rated: true, private: false, takeBack: true, estimate: false };

test('a line of who has the columns that clients read', () => {
  const players = [
    { name: 'ann', protocol: 'igs', lastReceivedAt: 1_000_000 },
    {
      name: 'tenletters',
      protocol: 'nu6',
      game: 123,
      lastReceivedAt: 700_000,
      rating: { value: 1600, isProvisional: false },
    },
    { name: 'carol', protocol: 'web', game: 12345, lastReceivedAt: 0 },
  ];
  const [line = '', last = ''] = whoLines(players, 1_000_000);
  // Columns from 0, the number included: igs.md, section 5.
  const columns = (text: string, from: number, to: number): string => text.slice(from, to + 1);
  assert.equal(columns(line, 6, 8).trim(), '--');
  assert.equal(columns(line, 11, 13).trim(), '--');
  assert.equal(columns(line, 15, 25).trim(), 'ann');
  assert.equal(columns(line, 26, 28).trim(), '0s');
  assert.equal(columns(line, 33, 36).trim(), 'NR');
  assert.equal(columns(line, 38, 38), '|');
  assert.equal(columns(line, 48, 50).trim(), '123');
  assert.equal(columns(line, 52, 62).trim(), 'tenletters');
  assert.equal(columns(line, 63, 65).trim(), '5m');
  assert.equal(columns(line, 70, 73).trim(), '5k*');
  assert.equal(columns(last, 11, 13).trim(), '--', 'there is no room for a number of four digits');
  assert.equal(columns(last, 38, 38), '|');
});

test('a line of games has thirteen words and brackets', () => {
  const game = {
    game: 3,
    parameters: { ...GO, handicap: 2, time: { kind: 'canadian', main: 60_000, period: 600_000, stones: 25 } } as const,
    options: OPTIONS,
    black: { name: 'bob', protocol: 'igs' },
    white: { name: 'ann', protocol: 'nu6', rating: { value: 1160, isProvisional: true } },
    since: 0,
  };
  const words = gameLine(game, { moves: 12, spectators: 4 })
    .replace(/[[\]()]/g, '')
    .split(/\s+/);
  assert.deepEqual(words, ['7', '3', 'ann', '12k?', 'vs.', 'bob', 'NR', '12', '9', '2', '5.5', '10', 'I', '4']);
  // Handicap stones that black places are moves.
  const free = { ...game, parameters: { ...game.parameters, placement: 'free' } as const };
  assert.match(gameLine(free, { moves: 12, spectators: 4 }), /\( 12 {3} 9 {2}0 {2}5\.5 10 /);
  assert.match(gameLine({ ...game, options: { ...OPTIONS, rated: false } }, { moves: 0, spectators: 0 }), / FI\) /);
});

test('the other list of players has the form that qGo reads', () => {
  const line = userlistLine({ name: 'ann', protocol: 'igs', game: 3, lastReceivedAt: 0 }, 0);
  assert.match(line, /^42 {8}ann {2}.*-- {5,}.{0,2} NR +0\/ +0 +- +3 +0s +-- default {2}T BWN/);
});

test("a rank in qGo's list has two characters, a letter and a mark", () => {
  const rated = { name: 'ann', protocol: 'igs', lastReceivedAt: 0, rating: { value: 1600, isProvisional: false } };
  assert.match(userlistLine(rated, 7_200_000), /-- {5} {2}[ \d]{2}[kd]\* +0\/ +0 +- +- +2h +-- default/);
});

test('idle times have three characters, in seconds, minutes or hours; a computer player is never idle', () => {
  const idle = (seconds: number, more: object = {}): string =>
    (whoLines([{ name: 'ann', protocol: 'igs', lastReceivedAt: 0, ...more }], seconds * 1000)[0] ?? '').slice(26, 29);
  assert.deepEqual(
    [0, 12, 99, 100, 5_999, 6_000, 7_300, 1e9].map((seconds) => idle(seconds)),
    [' 0s', '12s', '99s', ' 1m', '99m', ' 1h', ' 2h', '99h'],
  );
  assert.equal(idle(500, { offers: [] }), ' 0s');
});
