import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GameParametersJson, Turn } from '../../protocols/api/value-schemas.ts';
import { GameReplay, NO_SETUP } from '../game/game-replay.ts';
import { findPlace, inGame, type TreePath } from './move-tree.ts';
import { linkTo, MOST_LINKED, readLink } from './position-link.ts';

const GO: GameParametersJson = { game: 'go', size: 5, komi: 7.5, ko: 'positional', suicide: 'forbidden' };
const GOMOKU: GameParametersJson = { game: 'gomoku', size: 5, rule: 'freestyle' };

const stone = (color: Turn['color'], x: number, y: number): Turn => ({ kind: 'play', color, point: { x, y } });
const GAME = [stone('black', 1, 0), stone('white', 4, 4), stone('black', 0, 1)];

const read = (search: string, board: GameParametersJson = GO, turns: readonly Turn[] = GAME) =>
  readLink(Object.fromEntries(new URLSearchParams(search)), {
    turns,
    first: 'black',
    replay: new GameReplay(board, NO_SETUP),
  });

test('linkTo writes links to a move and to a variation, and readLink reads them', () => {
  const href = 'http://127.0.0.1:1919/games/12?key=abc&then=1.1#x';
  assert.equal(linkTo(href, inGame(2)), 'http://127.0.0.1:1919/games/12?key=abc&move=2');
  const place: TreePath = { main: 2, tried: [stone('black', 3, 3), { kind: 'pass', color: 'white' }] };
  const link = linkTo(href, place)!;
  assert.equal(link, 'http://127.0.0.1:1919/games/12?key=abc&then=3.3-pass&move=2');
  const found = read(new URL(link).search);
  assert.ok(found !== undefined && 'place' in found);
  assert.deepEqual(found.place, place);
  assert.deepEqual(findPlace({ turns: GAME, variations: found.variations }, place), place);
});

test('a variation that begins with moves of the game stays in the game for these moves', () => {
  const found = read('?move=1&then=4.4-0.1-2.2');
  assert.ok(found !== undefined && 'place' in found);
  assert.deepEqual(found.place, { main: 3, tried: [stone('white', 2, 2)] });
});

test('an address without a position has no link', () => assert.equal(read('?key=abc'), undefined));

for (const [search, problem] of [
  ['?move=4', { kind: 'no-such-move', move: 4 }],
  ['?move=-1', { kind: 'malformed' }],
  ['?move=', { kind: 'malformed' }],
  ['?then=1.1', { kind: 'malformed' }],
  ['?move=1&then=', { kind: 'malformed' }],
  ['?move=1&then=1.1-x', { kind: 'malformed' }],
  ['?move=1&then=1.1-1.0', { kind: 'illegal', number: 2 }],
  ['?move=1&then=5.0', { kind: 'illegal', number: 1 }],
  // The corner has no liberty, and the rules forbid suicide.
  ['?move=3&then=0.0', { kind: 'illegal', number: 1 }],
  [
    `?move=0&then=${Array(MOST_LINKED + 1)
      .fill('pass')
      .join('-')}`,
    { kind: 'too-long' },
  ],
  [`?move=0&then=${'1'.repeat(2000)}`, { kind: 'too-long' }],
] as const) {
  test(`${search.slice(0, 40)} is a bad link`, () => assert.deepEqual(read(search), problem));
}

test('in Gomoku, a pass and a move after five in a row are bad links', () => {
  assert.deepEqual(read('?move=0&then=1.1-pass', GOMOKU), { kind: 'illegal', number: 2 });
  const row = [0, 1, 2, 3, 4].map((x) => `${x}.0-${x}.4`).join('-');
  assert.deepEqual(read(`?move=0&then=${row}`, GOMOKU, []), { kind: 'illegal', number: 10 });
});

test('a variation that is too long has no link', () => {
  const tried: Turn[] = Array.from({ length: MOST_LINKED + 1 }, () => ({ kind: 'pass', color: 'black' }));
  assert.equal(linkTo('http://127.0.0.1/games/1', { main: 0, tried }), undefined);
});
