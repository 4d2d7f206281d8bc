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
const [one, other] = [1, 2].map((id) => new Game(id, seated, 0));
assert(one !== undefined && other !== undefined);

/** A queue of games whose deadlines are in a table. */
class Table {
  readonly deadlines = new Map<Game, number>();
  readonly queue = new DeadlineQueue<Game>(
    (game) => this.deadlines.get(game),
    ({ id }) => id,
  );

  get deadline(): number | undefined {
    return this.queue.deadline;
  }

  get size(): number {
    return this.queue.size;
  }

  schedule(game: Game, at: number): void {
    this.deadlines.set(game, at);
    this.queue.schedule(game, at);
  }

  forget(game: Game): void {
    this.deadlines.delete(game);
    this.queue.forget(game);
  }
}

const due = ({ queue }: Table, now: number): number[] => queue.takeDue(now).map(({ id }) => id);

describe('deadlines', () => {
  test('of one time are due in the order of the objects, whenever they were set', () => {
    const watches = new Table();
    watches.schedule(other, 100);
    watches.schedule(one, 100);
    assert.deepEqual(due(watches, 100), [1, 2]);
  });

  test('that have moved to a later time are due then, after those that are due before', () => {
    const watches = new Table();
    watches.schedule(one, 100);
    watches.schedule(other, 200);
    watches.deadlines.set(one, 300);
    assert.deepEqual(due(watches, 200), [2]);
    assert.deepEqual(due(watches, 299), []);
    assert.deepEqual(due(watches, 300), [1]);
  });

  test('are due in the order of their times, once', () => {
    const watches = new Table();
    watches.schedule(other, 200);
    watches.schedule(one, 100);
    assert.equal(watches.deadline, 100);
    assert.deepEqual(due(watches, 99), []);
    assert.deepEqual(due(watches, 200), [1, 2]);
    assert.deepEqual(due(watches, 300), []);
    assert.equal(watches.deadline, undefined);
  });

  test('can move to an earlier time', () => {
    const watches = new Table();
    watches.schedule(one, 200);
    watches.schedule(one, 100);
    assert.deepEqual(due(watches, 100), [1]);
    assert.deepEqual(due(watches, 400), []);
  });

  test('that are set again count again', () => {
    const watches = new Table();
    watches.schedule(one, 100);
    assert.deepEqual(due(watches, 100), [1]);
    watches.schedule(one, 200);
    assert.equal(watches.deadline, 200);
    assert.deepEqual(due(watches, 200), [1]);
  });

  test('of a game that was forgotten never come', () => {
    const watches = new Table();
    watches.schedule(one, 100);
    watches.forget(one);
    assert.deepEqual(due(watches, 100), []);
  });

  test('of games that are over do not pile up until their time', () => {
    const watches = new Table();
    watches.schedule(other, 1);
    for (let id = 0; id < 10_000; id++) {
      const game = new Game(id, seated, 0);
      watches.schedule(game, 1_000_000);
      watches.forget(game);
    }
    assert.ok(watches.size < 1_000, `${watches.size} are kept`);
    assert.deepEqual(due(watches, 1_000_000), [2]);
  });

  test('without an end are none', () => {
    const watches = new Table();
    watches.schedule(one, Number.POSITIVE_INFINITY);
    assert.equal(watches.deadline, undefined);
  });
});
