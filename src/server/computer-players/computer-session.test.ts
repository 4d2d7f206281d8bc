import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeControl } from '../../../test/support/lobby/dialogue-line-reader.ts';
import type { Situation } from '../../engines/engine.ts';
import { ok } from '../../result.ts';
import { newClock } from '../../rules/time/clock-state.ts';
import { ComputerSession } from './computer-session.ts';

const MOVE_TIME = { least: 2_000, most: 3_000, seed: 7 };
const TERMS = { offers: [], minimumWait: 0, seats: 1 };

/** The situation in which the first move of a game is due, and the milliseconds after which the move may be sent. */
function firstMove(time: string): { situation: Situation; after: number } {
  let situation: Situation | undefined;
  const session = new ComputerSession(
    { name: 'tengen', terms: TERMS, moveTime: MOVE_TIME },
    {
      think(_game, given) {
        situation = given;
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

test('a computer player waits for at most a quarter of the remaining time', () => {
  assert(firstMove('none').after >= 2_000);
  assert(firstMove('600').after >= 2_000);
  assert.equal(firstMove('4').after, 1_000);
  assert.equal(firstMove('2of600').after, 500);
  assert.equal(firstMove('0+3x1').after, 750);
});

test('the engine gets the clock', () => {
  const { situation } = firstMove('60+3x10');
  assert.deepEqual(situation.clock?.state, { main: 60_000, period: 10_000, count: 3 });
  assert.deepEqual(situation.time, { turn: 70_000, left: 60_000 });
  assert.deepEqual(firstMove('0+3x10').situation.time, { turn: 10_000 });
  assert.deepEqual(firstMove('30of180').situation.time, { turn: 30_000, match: 180_000, left: 180_000 });
  assert.equal(firstMove('none').situation.time, undefined);
});
