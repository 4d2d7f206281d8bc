import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Turn } from '../../../protocols/api/value-schemas.ts';
import type { EstimatorGame } from './estimator-positions.ts';
import { type GameReview, MOST_REVIEWED, reviewGame } from './game-review.ts';

const BOARD = { game: 'go', size: 7, komi: 0.5, ko: 'positional', suicide: 'allowed' } as const;
const pass = (color: Turn['color']): Turn => ({ kind: 'pass', color });
const stone = (color: Turn['color'], x: number, y: number): Turn => ({ kind: 'play', color, point: { x, y } });

/** The side that plays D4 gets the four points of that line. The rest of the board is settled. */
const SETUP = ['X.XXO..', '.XXXO..', 'XXXXO..', 'OOO.O..', 'XXXXO..', '.XXXO..', 'X.XXO..'].flatMap((row, y) =>
  [...row].flatMap((letter, x) =>
    letter === '.' ? [] : [{ color: letter === 'X' ? ('black' as const) : ('white' as const), point: { x, y } }],
  ),
);

function review(game: EstimatorGame, result?: number): { review: GameReview; steps: { done: number; all: number }[] } {
  const steps = [];
  const running = reviewGame(game, result);
  let step = running.next();
  for (; !step.done; step = running.next()) steps.push(step.value);
  return { review: step.value, steps };
}

describe('reviewGame', () => {
  const blunder: EstimatorGame = {
    board: BOARD,
    setup: SETUP,
    turns: [stone('black', 6, 6), stone('white', 3, 3), stone('black', 6, 0)],
    first: 'black',
  };

  test('finds a move that misses the decisive point, and the better move', () => {
    const { review: found } = review(blunder);
    assert.equal(found.leads.length, 4);
    assert.equal(found.mistakes[0]?.number, 1);
    assert.deepEqual(found.mistakes[0]?.better, stone('black', 3, 3));
    assert.ok(Math.abs(found.mistakes[0]!.loss - 8) < 4, String(found.mistakes[0]!.loss));
  });

  test('the two passes that end a game are no mistakes, and the last lead is the counted result', () => {
    // The decisive point D4 is still empty. Both pass, and for the estimate, black’s pass loses 8 points.
    const turns = [stone('black', 6, 6), stone('white', 6, 0), pass('black'), pass('white')];
    const { review: counted } = review({ ...blunder, turns }, 21.5);
    assert.deepEqual(
      counted.mistakes.map(({ number }) => number).filter((number) => number > 2),
      [],
    );
    assert.equal(counted.leads.length, 5);
    assert.equal(counted.leads.at(-1), 21.5);
    const { review: resigned } = review({ ...blunder, turns: [...turns.slice(0, 3)] });
    assert.ok(
      resigned.mistakes.some(({ number }) => number === 3),
      'a single pass can be a mistake',
    );
  });

  test('gives the same review for the same game', () => assert.deepEqual(review(blunder), review(blunder)));

  test('does not count the best move as a mistake, whatever the estimate before it', () => {
    const { review: found } = review({ ...blunder, turns: [stone('black', 3, 3)] });
    assert.deepEqual(found.mistakes, []);
  });

  test('reports increasing progress', () => {
    const { steps } = review(blunder);
    assert.deepEqual(
      steps.map(({ done }) => done),
      steps.map((_, index) => index),
    );
    assert.ok(steps.every(({ done, all }) => done < all && all === steps[0]!.all));
  });

  test('returns one lead for a game without moves, and cuts off a long game', () => {
    assert.equal(review({ ...blunder, turns: [] }).review.leads.length, 1);
    const turns = Array.from({ length: MOST_REVIEWED + 5 }, (_, index) => pass(index % 2 === 0 ? 'white' : 'black'));
    const small = { ...BOARD, size: 2 } as const;
    const { review: found } = review({ board: small, setup: [], turns, first: 'white' });
    assert.equal(found.moves, MOST_REVIEWED);
    assert.equal(found.leads.length, MOST_REVIEWED + 1);
  });
});
