import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gameLine, userlistLine, whoLines } from './lists.ts';

const GO = {
  game: 'go',
  size: 9,
  komi: 5.5,
  fixedKomi: true,
  ruleset: { ko: 'positional', suicide: 'forbidden' },
} as const;
const OPTIONS = { rated: true, private: false, takeBack: true, estimate: false };

test('the players are read by their columns', () => {
  const players = [
    { name: 'ann', protocol: 'igs' },
    { name: 'tenletters', protocol: 'nu6', game: 123 },
    { name: 'carol', protocol: 'web', game: 12345 },
  ];
  const [line = '', last = ''] = whoLines(players);
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
  assert.equal(columns(line, 63, 65).trim(), '0s');
  assert.equal(columns(line, 70, 73).trim(), 'NR');
  assert.equal(columns(last, 11, 13).trim(), '--', 'there is no room for a number of four digits');
  assert.equal(columns(last, 38, 38), '|');
});

test('a game is thirteen words between brackets', () => {
  const game = {
    game: 3,
    parameters: { ...GO, handicap: 2, time: { kind: 'canadian', main: 60_000, period: 600_000, stones: 25 } } as const,
    options: OPTIONS,
    black: { name: 'bob', protocol: 'igs' },
    white: { name: 'ann', protocol: 'nu6' },
    since: 0,
  };
  const words = gameLine(game, 12)
    .replace(/[[\]()]/g, '')
    .split(/\s+/);
  assert.deepEqual(words, ['7', '3', 'ann', 'NR', 'vs.', 'bob', 'NR', '12', '9', '2', '5.5', '10', 'I', '0']);
  assert.match(gameLine({ ...game, options: { ...OPTIONS, rated: false } }, 0), / FI\) /);
});

test('the other list of players has the form that qGo looks for', () => {
  const line = userlistLine({ name: 'ann', protocol: 'igs', game: 3 });
  assert.match(line, /^42 {8}ann {2}.*-- {5,}.{0,2} NR +0\/ +0 +- +3 +0s +-- default {2}T BWN/);
});
