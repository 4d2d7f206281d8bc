import assert from 'node:assert/strict';
import test from 'node:test';
import type { TimedControl } from '../../rules/time/time-control.ts';
import { ServerSessionGame } from './server-session-game.ts';

const SECOND = 1_000;

test('with a time limit per move, players see the time that is left for this move', () => {
  const time: TimedControl = { kind: 'per-move', move: 5 * SECOND, match: 600 * SECOND };
  const game = new ServerSessionGame({ id: 3, size: 9, komi: 6.5, handicap: 0, time }, { black: 'bob', white: 'ann' });
  const black = { main: 600 * SECOND, period: 5 * SECOND, count: 0 };
  const white = { main: 4 * SECOND, period: 5 * SECOND, count: 0 };
  game.clock = { black, white, at: 0, running: 'black' };
  assert.equal(game.header(0), '15 Game 3 I: ann (0 4 -1) vs bob (0 5 -1)');
  assert.equal(game.header(3 * SECOND), '15 Game 3 I: ann (0 4 -1) vs bob (0 2 -1)');
});
