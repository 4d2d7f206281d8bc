import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyChanges, directoryOf, type LobbyDirectory } from './lobby-directory.ts';

const BOARD = { game: 'gomoku', size: 15, rule: 'renju' } as const;
const GAME = {
  game: 7,
  board: BOARD,
  black: { name: 'alice', protocol: 'web' },
  white: { name: 'bob', protocol: 'gomokurs' },
  options: { rated: true, private: false, takeBack: true, estimate: false },
  since: 2000,
};

const start: LobbyDirectory = directoryOf({
  kind: 'directory',
  players: [
    { name: 'alice', protocol: 'web' },
    { name: 'bob', protocol: 'gomokurs' },
  ],
  seeks: [{ host: 'bob', protocol: 'gomokurs', board: BOARD, since: 1000 }],
  games: [],
  now: 1500,
});

const summary = ({ players, seeks, games }: LobbyDirectory): string =>
  [
    [...players.values()].map(({ name, game }) => `${name}${game === undefined ? '' : `@${game}`}`),
    [...seeks.keys()],
    [...games.keys()],
  ]
    .map((part) => part.join(' '))
    .join(' / ');

test('an accepted seek is replaced by a game, and the finished game is removed', () => {
  assert.equal(summary(start), 'alice bob / bob / ');
  const playing = applyChanges(start, [
    { kind: 'seek-removed', host: 'bob' },
    { kind: 'game-started', game: GAME },
    { kind: 'player-arrived', player: { name: 'alice', protocol: 'web', game: 7 } },
    { kind: 'player-arrived', player: { name: 'bob', protocol: 'gomokurs', game: 7 } },
  ]);
  assert.equal(summary(playing), 'alice@7 bob@7 /  / 7');
  const over = applyChanges(playing, [
    { kind: 'game-ended', game: 7 },
    { kind: 'player-arrived', player: { name: 'alice', protocol: 'web' } },
    { kind: 'player-left', name: 'bob' },
  ]);
  assert.equal(summary(over), 'alice /  / ');
});

test('a host has one seek: a new seek replaces it, and it is removed with the host', () => {
  const parameters = { host: 'alice', protocol: 'web', board: { ...BOARD, size: 19 }, since: 1600 };
  const two = applyChanges(start, [
    { kind: 'seek-added', seek: { ...parameters, since: 1550 } },
    { kind: 'seek-added', seek: parameters },
  ]);
  assert.deepEqual([...two.seeks.values()].at(-1), parameters);
  assert.equal(summary(applyChanges(two, [{ kind: 'player-left', name: 'alice' }])), 'bob / bob / ');
});

test('applying changes does not change the old directory', () => {
  applyChanges(start, [{ kind: 'player-left', name: 'bob' }]);
  assert.equal(summary(start), 'alice bob / bob / ');
});
