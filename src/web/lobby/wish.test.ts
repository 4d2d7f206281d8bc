import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListedPlayer } from '../../protocols/api/message-schemas.ts';
import {
  askedBoardOf,
  boardOf,
  challengesTo,
  computerFor,
  DEFAULT_CHOICE,
  isFit,
  isOutOfService,
  savedChoice,
  withSize,
} from './game-choice.ts';

const house = (name: string, more: Partial<ListedPlayer> = {}): ListedPlayer => ({
  name,
  protocol: 'computer',
  offers: [
    { game: 'go', sizes: [9, 13, 19] },
    { game: 'gomoku', sizes: [15], rules: ['freestyle', 'renju'] },
  ],
  ...more,
});

test('the board of each game has what belongs to that game alone', () => {
  assert.deepEqual(boardOf(DEFAULT_CHOICE), { game: 'go', size: 9, komi: 7.5, ko: 'positional', suicide: 'allowed' });
  assert.deepEqual(boardOf({ ...DEFAULT_CHOICE, game: 'gomoku', rule: 'caro' }), {
    game: 'gomoku',
    size: 15,
    rule: 'caro',
  });
});

test('a seek asks for a komi only if it is not the usual one', () => {
  assert.deepEqual(askedBoardOf(DEFAULT_CHOICE), { game: 'go', size: 9, ko: 'positional', suicide: 'allowed' });
  const even = { ...DEFAULT_CHOICE, komi: 0 };
  assert.deepEqual(askedBoardOf(even), boardOf(even));
});

test('boards have 5 to 131 lines, and komi halves of points', () => {
  const fit = (size: number, komi = 7.5): boolean => isFit({ ...withSize(DEFAULT_CHOICE, size), komi });
  assert.deepEqual(
    [4, 5, 131, 132, 9.5, Number.NaN].map((size) => fit(size)),
    [false, true, true, false, false, false],
  );
  assert.deepEqual(
    [0.25, -3, 1000.5, Number.NaN].map((komi) => fit(9, komi)),
    [false, true, false, false],
  );
});

test('the computer can be played while a computer player is free that plays on this board', () => {
  const players: ListedPlayer[] = [{ name: 'alice', protocol: 'web' }, house('tengen', { game: 4 }), house('tengen-2')];
  const gomoku = { ...DEFAULT_CHOICE, game: 'gomoku' } as const;
  assert.equal(computerFor(boardOf(DEFAULT_CHOICE), players), 'free');
  assert.equal(computerFor(boardOf(withSize(DEFAULT_CHOICE, 10)), players), 'busy');
  assert.equal(computerFor(boardOf(gomoku), players), 'free');
  assert.equal(computerFor(boardOf({ ...gomoku, rule: 'caro' }), players), 'busy');
  assert.equal(computerFor(boardOf(DEFAULT_CHOICE), players.slice(0, 2)), 'busy');
  assert.equal(computerFor(boardOf(DEFAULT_CHOICE), players.slice(0, 1)), 'none');
});

test('a challenge is a wish for me that is not mine', () => {
  const seek = (host: string, opponent?: string) => ({
    host,
    protocol: 'web',
    board: boardOf(DEFAULT_CHOICE),
    since: 0,
    ...(opponent === undefined ? {} : { opponent }),
  });
  const seeks = [seek('alice', 'bob'), seek('bob', 'alice'), seek('carol')];
  assert.deepEqual(
    challengesTo('bob', seeks).map(({ host }) => host),
    ['alice'],
  );
  assert.deepEqual(challengesTo(undefined, seeks), []);
});

test('what an earlier visit kept comes back, and nonsense does not', () => {
  const parameters = { ...DEFAULT_CHOICE, game: 'gomoku', gomokuSize: 19, rule: 'renju', color: 'white' } as const;
  assert.deepEqual(savedChoice(JSON.stringify({ ...parameters, opponent: 'bob' })), parameters);
  for (const nonsense of [undefined, '', 'null', '[]', '{"goSize":4}', '{"komi":"7"}', '{"rule":"chess"}', '{']) {
    assert.deepEqual(savedChoice(nonsense), DEFAULT_CHOICE);
  }
});

test('a built-in player that neither plays nor offers a board is out of service', () => {
  assert.equal(isOutOfService(house('tengen', { offers: [] })), true);
  assert.equal(isOutOfService({ name: 'tengen', protocol: 'computer' }), true);
  assert.equal(isOutOfService(house('tengen')), false);
  assert.equal(isOutOfService({ name: 'tengen', protocol: 'computer', game: 4 }), false);
  assert.equal(isOutOfService({ name: 'alice', protocol: 'web' }), false);
});
