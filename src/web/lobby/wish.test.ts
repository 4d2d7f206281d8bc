import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListedPlayer } from '../../protocols/web/message.ts';
import { boardOf, challengesTo, computerFor, isFit, recalledWish, USUAL_WISH, withSize } from './wish.ts';

const house = (name: string, more: Partial<ListedPlayer> = {}): ListedPlayer => ({
  name,
  protocol: 'house',
  offers: [
    { game: 'go', sizes: [9, 13, 19] },
    { game: 'gomoku', sizes: [15], rules: ['freestyle', 'renju'] },
  ],
  ...more,
});

test('the board of each game has what belongs to that game alone', () => {
  assert.deepEqual(boardOf(USUAL_WISH), { game: 'go', size: 9, komi: 7.5, ko: 'positional', suicide: 'allowed' });
  assert.deepEqual(boardOf({ ...USUAL_WISH, game: 'gomoku', rule: 'caro' }), {
    game: 'gomoku',
    size: 15,
    rule: 'caro',
  });
});

test('boards have 5 to 131 lines, and komi halves of points', () => {
  const fit = (size: number, komi = 7.5): boolean => isFit({ ...withSize(USUAL_WISH, size), komi });
  assert.deepEqual(
    [4, 5, 131, 132, 9.5, Number.NaN].map((size) => fit(size)),
    [false, true, true, false, false, false],
  );
  assert.deepEqual(
    [0.25, -3, 1000.5, Number.NaN].map((komi) => fit(9, komi)),
    [false, true, false, false],
  );
});

test('the computer is a built-in player who is free and plays on this board', () => {
  const players: ListedPlayer[] = [{ name: 'alice', protocol: 'web' }, house('tengen', { game: 4 }), house('tengen-2')];
  const gomoku = { ...USUAL_WISH, game: 'gomoku' } as const;
  assert.equal(computerFor(USUAL_WISH, players)?.name, 'tengen-2');
  assert.equal(computerFor(withSize(USUAL_WISH, 10), players), undefined);
  assert.equal(computerFor(gomoku, players)?.name, 'tengen-2');
  assert.equal(computerFor({ ...gomoku, rule: 'caro' }, players), undefined);
});

test('a challenge is a wish for me that is not mine', () => {
  const seek = (host: string, opponent?: string) => ({
    host,
    protocol: 'web',
    board: boardOf(USUAL_WISH),
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
  const wish = { ...USUAL_WISH, game: 'gomoku', gomokuSize: 19, rule: 'renju', color: 'white' } as const;
  assert.deepEqual(recalledWish(JSON.stringify({ ...wish, opponent: 'bob' })), wish);
  for (const nonsense of [undefined, '', 'null', '[]', '{"goSize":4}', '{"komi":"7"}', '{"rule":"chess"}', '{']) {
    assert.deepEqual(recalledWish(nonsense), USUAL_WISH);
  }
});
