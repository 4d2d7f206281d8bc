import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { USUAL_OPTIONS } from '../../test/support/lobby/go-seat.ts';
import { DeadlineQueue } from './deadline-queue.ts';
import { Game } from './games/game.ts';
import type { SeatRecord } from './games/game-event.ts';

const seat: SeatRecord = {
  name: 'alice',
  guest: false,
  protocol: 'nu6',
  listener: 'plain',
  address: 'home',
  parameters: { game: 'gomoku', size: 15, rule: 'freestyle' },
};
const seated = { kind: 'seated', black: seat, white: seat, komi: 0, options: USUAL_OPTIONS } as const;
const [first, second] = [1, 2].map((id) => new Game(id, seated, 0));
assert(first !== undefined && second !== undefined);

/** A queue of games with their deadlines. */
class GameDeadlines {
  readonly times = new Map<Game, number>();
  readonly queue = new DeadlineQueue<Game>(
    (game) => this.times.get(game),
    ({ id }) => id,
  );

  get deadline(): number | undefined {
    return this.queue.deadline;
  }

  get size(): number {
    return this.queue.size;
  }

  schedule(game: Game, at: number): void {
    this.times.set(game, at);
    this.queue.schedule(game, at);
  }

  forget(game: Game): void {
    this.times.delete(game);
    this.queue.forget(game);
  }
}

const due = ({ queue }: GameDeadlines, now: number): number[] => queue.takeDue(now).map(({ id }) => id);

describe('a deadline queue', () => {
  test('returns equal deadlines in the order of the objects', () => {
    const deadlines = new GameDeadlines();
    deadlines.schedule(second, 100);
    deadlines.schedule(first, 100);
    assert.deepEqual(due(deadlines, 100), [1, 2]);
  });

  test('returns a deadline that has moved to a later time only then', () => {
    const deadlines = new GameDeadlines();
    deadlines.schedule(first, 100);
    deadlines.schedule(second, 200);
    deadlines.times.set(first, 300);
    assert.deepEqual(due(deadlines, 200), [2]);
    assert.deepEqual(due(deadlines, 299), []);
    assert.deepEqual(due(deadlines, 300), [1]);
  });

  test('returns deadlines in the order of their times, each once', () => {
    const deadlines = new GameDeadlines();
    deadlines.schedule(second, 200);
    deadlines.schedule(first, 100);
    assert.equal(deadlines.deadline, 100);
    assert.deepEqual(due(deadlines, 99), []);
    assert.deepEqual(due(deadlines, 200), [1, 2]);
    assert.deepEqual(due(deadlines, 300), []);
    assert.equal(deadlines.deadline, undefined);
  });

  test('returns a deadline that has moved to an earlier time once', () => {
    const deadlines = new GameDeadlines();
    deadlines.schedule(first, 200);
    deadlines.schedule(first, 100);
    assert.deepEqual(due(deadlines, 100), [1]);
    assert.deepEqual(due(deadlines, 400), []);
  });

  test('returns a deadline that is set again', () => {
    const deadlines = new GameDeadlines();
    deadlines.schedule(first, 100);
    assert.deepEqual(due(deadlines, 100), [1]);
    deadlines.schedule(first, 200);
    assert.equal(deadlines.deadline, 200);
    assert.deepEqual(due(deadlines, 200), [1]);
  });

  test('never returns the deadline of a removed game', () => {
    const deadlines = new GameDeadlines();
    deadlines.schedule(first, 100);
    deadlines.forget(first);
    assert.deepEqual(due(deadlines, 100), []);
  });

  test('does not store the deadlines of removed games until their time', () => {
    const deadlines = new GameDeadlines();
    deadlines.schedule(second, 1);
    for (let id = 0; id < 10_000; id++) {
      const game = new Game(id, seated, 0);
      deadlines.schedule(game, 1_000_000);
      deadlines.forget(game);
    }
    assert.ok(deadlines.size < 1_000, `${deadlines.size} deadlines are stored`);
    assert.deepEqual(due(deadlines, 1_000_000), [2]);
  });

  test('ignores infinite deadlines', () => {
    const deadlines = new GameDeadlines();
    deadlines.schedule(first, Number.POSITIVE_INFINITY);
    assert.equal(deadlines.deadline, undefined);
  });
});
