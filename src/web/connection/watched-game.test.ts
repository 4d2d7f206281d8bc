import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GameState } from '../../protocols/api/server-message-schema.ts';
import { applyUpdate, EarlierTurnsBuffer, type GameUpdate, isAway, isOnClock, stonesToPlace } from './watched-game.ts';

const fresh: GameState = {
  game: 3,
  board: { game: 'go', size: 9, komi: 7.5, ko: 'positional', suicide: 'allowed' },
  options: { rated: true, private: false, takeBack: true, estimate: false },
  black: { name: 'alice', protocol: 'web' },
  white: { name: 'bob', protocol: 'nu6' },
  turns: [],
  toMove: 'black',
  turnSince: 1000,
  used: { black: 0, white: 0 },
  offers: true,
  since: 1000,
};

const after = (...updates: GameUpdate[]): GameState => updates.reduce(applyUpdate, fresh);

const stone: GameUpdate = {
  kind: 'played',
  game: 3,
  at: 4000,
  color: 'black',
  point: { x: 4, y: 4 },
  captured: [],
  used: { black: 3000, white: 0 },
};

test('a stone and a pass change the moves, the player to move and the times', () => {
  const state = after(stone, { kind: 'passed', game: 3, at: 9000, color: 'white', used: { black: 3000, white: 5000 } });
  assert.deepEqual(state.turns, [
    { kind: 'play', color: 'black', point: { x: 4, y: 4 } },
    { kind: 'pass', color: 'white' },
  ]);
  assert.equal(state.toMove, 'black');
  assert.equal(state.turnSince, 9000);
  assert.deepEqual(state.used, { black: 3000, white: 5000 });
});

test('the clock stops while the side to move is away, and starts again when it is back', () => {
  const away = after(stone, {
    kind: 'away',
    game: 3,
    at: 6000,
    color: 'white',
    until: 66_000,
    used: { black: 3000, white: 2000 },
  });
  assert.deepEqual([away.away, away.turnSince, away.used], [['white'], 6000, { black: 3000, white: 2000 }]);
  assert.deepEqual([isOnClock(away, 'white'), isAway(away, 'white'), isAway(away, 'black')], [false, true, false]);
  const back = applyUpdate(away, { kind: 'back', game: 3, at: 9000, color: 'white' });
  assert.deepEqual(back, { ...after(stone), turnSince: 9000, used: away.used });
  assert(isOnClock(back, 'white'));
});

test('the clock of the side to move runs while the other side is away', () => {
  const used = { black: 0, white: 0 };
  const away = after({ kind: 'away', game: 3, at: 2000, color: 'white', until: 62_000, used });
  assert.deepEqual(away, { ...fresh, away: ['white'], awayUntil: { white: 62_000 } });
  assert(isOnClock(away, 'black'));
  const both = applyUpdate(away, {
    kind: 'away',
    game: 3,
    at: 3000,
    color: 'black',
    until: 63_000,
    used: { black: 2000, white: 0 },
  });
  assert.deepEqual(both.away, ['black', 'white']);
  assert.deepEqual(both.awayUntil, { black: 63_000, white: 62_000 });
  const one = applyUpdate(both, { kind: 'back', game: 3, at: 5000, color: 'white' });
  assert.deepEqual([one.away, one.turnSince], [['black'], 3000]);
  assert.deepEqual(one.awayUntil, { black: 63_000 });
});

test('a game that ends while the side to move is away adds nothing to its time', () => {
  const used = { black: 1000, white: 0 };
  const state = after(
    { kind: 'away', game: 3, at: 2000, color: 'black', until: 70_000, used },
    { kind: 'ended', game: 3, at: 60_000, winner: 'white', reason: 'left' },
  );
  assert.deepEqual(state.used, used);
});

test('an offer lasts until it is declined or the next move is played', () => {
  const offered = after({ kind: 'offered', game: 3, at: 2000, color: 'white', what: 'draw' });
  assert.deepEqual(offered.offer, { by: 'white', what: 'draw' });
  const declined = applyUpdate(offered, { kind: 'declined', game: 3, at: 2500, color: 'black' });
  assert.deepEqual([declined.offer, declined.declined], [undefined, { by: 'white', what: 'draw' }]);
  assert.equal(applyUpdate(declined, stone).declined, undefined);
  const again = applyUpdate(declined, { kind: 'offered', game: 3, at: 2600, color: 'white', what: 'draw' });
  assert.deepEqual([again.offer, again.declined], [{ by: 'white', what: 'draw' }, undefined]);
  const unanswered = applyUpdate(again, stone);
  assert.deepEqual([unanswered.offer, unanswered.expired], [undefined, { by: 'white', what: 'draw' }]);
  assert.equal(applyUpdate(unanswered, stone).expired, undefined);
  assert.equal(applyUpdate(offered, stone).offer, undefined);
});

test('a player may change the name', () => {
  const state = after({ kind: 'renamed', game: 3, at: 2000, color: 'white', name: 'robert' });
  assert.deepEqual(state.white, { name: 'robert', protocol: 'nu6' });
  assert.deepEqual(state.black, fresh.black);
});

test('the end of the game sets the result, and adds the time of the side to move', () => {
  const state = after(stone, { kind: 'ended', game: 3, at: 6000, winner: 'black', reason: 'resigned' });
  assert.deepEqual(state.end, { winner: 'black', reason: 'resigned' });
  assert.deepEqual(state.used, { black: 3000, white: 2000 });
});

test('a long game is assembled from its parts, whatever was sent before', () => {
  const earlier = new EarlierTurnsBuffer();
  const pass = { kind: 'pass', color: 'black' } as const;
  const part = (first: number, turns: number) =>
    ({ kind: 'turns', game: 3, first, turns: Array<typeof pass>(turns).fill(pass) }) as const;
  earlier.take(part(0, 1_000));
  // Moves were taken back, so the game is sent from the beginning.
  earlier.take(part(0, 1_000));
  earlier.take(part(1_000, 500));
  const state = earlier.complete({ ...fresh, turns: [pass], earlier: 1_500 });
  assert.equal(state.turns.length, 1_501);
  assert.equal('earlier' in state, false);
  assert.equal(earlier.complete({ ...fresh, turns: [pass] }).turns.length, 1);
});

test('during the marking of dead stones, a change cancels the acceptances, and no clock runs', () => {
  const used = { black: 3000, white: 0 };
  const stones = [{ x: 4, y: 4 }];
  const marked = after(
    stone,
    { kind: 'marking', game: 3, at: 5000, marking: { dead: [], accepted: [], until: 125_000 } },
    { kind: 'accepted', game: 3, at: 6000, color: 'black', until: 126_000 },
    { kind: 'marked', game: 3, at: 7000, color: 'white', stones, dead: true, until: 127_000 },
  );
  assert.deepEqual(marked.marking, { dead: stones, accepted: [], until: 127_000 });
  assert.equal(isOnClock(marked, 'white'), false);
  const alive = applyUpdate(marked, { kind: 'marked', game: 3, at: 8000, color: 'black', stones, dead: false });
  assert.deepEqual(alive.marking, { dead: [], accepted: [] });

  const agreed: GameState = (['black', 'white', 'white'] as const).reduce<GameState>(
    (state, color) => applyUpdate(state, { kind: 'accepted', game: 3, at: 9000, color }),
    marked,
  );
  assert.deepEqual(agreed.marking, { dead: stones, accepted: ['black', 'white'] });
  const ended = applyUpdate(agreed, { kind: 'ended', game: 3, at: 60_000, winner: 'white', reason: 'score' });
  assert.deepEqual([ended.used, ended.marking], [used, agreed.marking]);

  // An offer during the marking ends with it.
  const offered = applyUpdate(marked, { kind: 'offered', game: 3, at: 15_000, color: 'black', what: 'draw' });
  const resumed = applyUpdate(offered, { kind: 'resumed', game: 3, at: 20_000, color: 'black', used });
  assert.deepEqual([resumed.marking, resumed.turnSince, isOnClock(resumed, 'white')], [undefined, 20_000, true]);
  assert.equal(resumed.offer, undefined);
});

test('black is to move until its handicap stones are placed', () => {
  const board = {
    game: 'go',
    size: 9,
    komi: 0.5,
    handicap: 2,
    placement: 'free',
    ko: 'positional',
    suicide: 'allowed',
  } as const;
  const placing: GameState = { ...fresh, board };
  assert.deepEqual([placing.toMove, stonesToPlace(placing)], ['black', 2]);
  const one = applyUpdate(placing, stone);
  assert.deepEqual([one.toMove, stonesToPlace(one)], ['black', 1]);
  const both = applyUpdate(one, { ...stone, point: { x: 0, y: 0 } });
  assert.deepEqual([both.toMove, stonesToPlace(both)], ['white', 0]);
  assert.equal(applyUpdate(both, { ...stone, color: 'white', point: { x: 1, y: 0 } }).toMove, 'black');
  // In the archive, the stones are not part of the moves.
  assert.equal(stonesToPlace({ ...placing, end: { reason: 'stopped' } }), 0);
  assert.equal(stonesToPlace({ ...fresh, board: { ...board, placement: undefined } }), 0);
});
