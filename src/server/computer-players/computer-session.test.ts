import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeControl } from '../../../test/support/lobby/dialogue-words.ts';
import type { Situation } from '../../engines/engine.ts';
import { ok } from '../../result.ts';
import { newClock } from '../../rules/time/clock-state.ts';
import { ComputerSession } from './computer-session.ts';

const PACE = { least: 2_000, most: 3_000, seed: 7 };
const TERMS = { offers: [], minimumWait: 0, seats: 1 };

/** The situation in which the first move of a game is due, and when it may be sent at the earliest, in milliseconds after the notice. */
function firstTurn(time: string): { situation: Situation; after: number } {
  let situation: Situation | undefined;
  const session = new ComputerSession(
    { name: 'tengen', terms: TERMS, pace: PACE },
    {
      think(_game, asked) {
        situation = asked;
      },
      gamesChanged() {},
      gameOver() {},
      engineFailed: (_game, problem) => assert.fail(problem),
    },
  );
  const control = timeControl(time);
  const timed =
    control.kind === 'none'
      ? {}
      : { time: control, clock: { black: newClock(control), white: newClock(control), at: 1_000 } };
  session.notify(
    {
      ...{
        kind: 'started',
        game: 1,
        color: 'black',
        opponent: 'alice',
        komi: 0,
        toMove: 'black',
        moves: [],
        stones: [],
      },
      parameters: { game: 'gomoku', size: 15, rule: 'freestyle' },
      ...timed,
    },
    1_000,
  );
  assert(situation !== undefined);
  session.choose(1, situation, ok({ kind: 'pass' }));
  return { situation, after: (session.deadline ?? Number.NaN) - 1_000 };
}

test('a computer never takes more than a quarter of the time that is left', () => {
  assert(firstTurn('none').after >= 2_000);
  assert(firstTurn('600').after >= 2_000);
  assert.equal(firstTurn('4').after, 1_000);
  assert.equal(firstTurn('2of600').after, 500);
  assert.equal(firstTurn('0+3x1').after, 750);
});

test('the engine is told the clock', () => {
  const { situation } = firstTurn('60+3x10');
  assert.deepEqual(situation.clock?.state, { main: 60_000, period: 10_000, count: 3 });
  assert.deepEqual(situation.time, { turn: 70_000, left: 60_000 });
  assert.deepEqual(firstTurn('0+3x10').situation.time, { turn: 10_000 });
  assert.deepEqual(firstTurn('30of180').situation.time, { turn: 30_000, match: 180_000, left: 180_000 });
  assert.equal(firstTurn('none').situation.time, undefined);
});
