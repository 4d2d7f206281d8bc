import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { VirtualClock } from '../../../../test/support/server/virtual-clock.ts';
import { FairScheduler } from './fair-scheduler.ts';
import { MAXIMUM_CREDIT, WorkDebts } from './work-debt.ts';

/** Runs one turn of the event loop per millisecond. */
async function runTurns(clock: VirtualClock, milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed++) {
    await clock.step();
    await clock.advance(1);
  }
}

describe('the fair scheduler', () => {
  test('runs work at once while the turn has units left, and then the work that is due first', async () => {
    const clock = new VirtualClock();
    const scheduler = new FairScheduler(clock, 2);
    const done: string[] = [];
    const later = clock.now() + 1_000;
    const run = (due: number, name: string): void => scheduler.run(later + due, () => done.push(name));
    run(9, 'now');
    run(9, 'now, too');
    for (const [due, name] of [
      [7, 'c'],
      [5, 'a'],
      [7, 'd'],
      [6, 'b'],
    ] as const)
      run(due, name);
    assert.deepEqual(done.splice(0), ['now', 'now, too']);
    await clock.step();
    assert.deepEqual(done.splice(0), ['a', 'b']);
    run(1, 'added later, due first');
    await clock.step();
    assert.deepEqual(done.splice(0), ['added later, due first', 'c']);
    await clock.settle();
    assert.deepEqual(done, ['d']);
  });

  test('runs less work in a turn if the work is charged more units', async () => {
    const clock = new VirtualClock();
    const scheduler = new FairScheduler(clock, 10);
    let done = 0;
    const work = (): void => {
      done++;
      scheduler.spend(4);
    };
    for (let count = 0; count < 6; count++) scheduler.run(clock.now() + 1_000, work);
    assert.equal(done, 2);
    await clock.step();
    assert.equal(done, 4);
  });

  test('has extra units in each turn for prompt work', async () => {
    const clock = new VirtualClock();
    const scheduler = new FairScheduler(clock, 2);
    const done: string[] = [];
    const now = clock.now();
    for (const name of ['much', 'much more', 'too much']) scheduler.run(now + 1_000, () => done.push(name));
    for (const name of ['little', 'a little', 'a little late']) scheduler.run(now + 50, () => done.push(name));
    assert.deepEqual(done.splice(0), ['much', 'much more', 'little', 'a little']);
    await clock.settle();
    assert.deepEqual(done, ['a little late', 'too much']);
  });

  test('serves a client with little work at once while others overload the server', async () => {
    const clock = new VirtualClock();
    const scheduler = new FairScheduler(clock, 6);
    const debts = new WorkDebts();
    const newClient = (address: string, units: number): ((then: () => void) => void) => {
      const workDebt = debts.open(address, scheduler.time);
      return (then) =>
        scheduler.run(workDebt.due, () => {
          workDebt.charge(units, scheduler.time);
          scheduler.spend(units);
          then();
        });
    };
    for (let index = 0; index < 100; index++) {
      const flood = newClient(`10.0.1.${index}`, 3);
      const again = (): void => flood(again);
      again();
    }
    const move = newClient('10.0.0.1', 0.01);
    // At first, no client has a debt. After these turns the others have one.
    await runTurns(clock, 40);
    for (let moves = 0; moves < 100; moves++) {
      await runTurns(clock, 4);
      let isDone = false;
      move(() => {
        isDone = true;
      });
      if (!isDone) await clock.step();
      assert(isDone, `move ${moves} waits for clients that always have work`);
    }
  });

  test('serves a player who has just reconnected as often as others, under an overload of moves alone', async () => {
    const clock = new VirtualClock();
    const scheduler = new FairScheduler(clock, 6);
    const debts = new WorkDebts();
    const done: string[] = [];
    const startPlaying = (name: string, units: number): void => {
      const workDebt = debts.open(name, scheduler.time);
      workDebt.charge(units, scheduler.time);
      const move = (): void =>
        scheduler.run(workDebt.due, () => {
          workDebt.charge(0.01, scheduler.time);
          done.push(name);
          clock.soon(move);
        });
      move();
    };
    for (let index = 0; index < 100; index++) startPlaying(`player ${index}`, 0);
    await runTurns(clock, 100);
    // 110 units are the cost of disconnecting and connecting again.
    startPlaying('newcomer', 110);
    await runTurns(clock, 200);
    done.length = 0;
    await runTurns(clock, 200);
    const moves = done.filter((name) => name === 'newcomer').length;
    assert(moves >= Math.floor(done.length / 101) - 1, `${moves} of ${done.length} moves`);
  });

  test('runs the next work after work that has thrown', async () => {
    const clock = new VirtualClock();
    const scheduler = new FairScheduler(clock, 2);
    const done: string[] = [];
    assert.throws(() =>
      scheduler.run(0, () => {
        throw new Error('a bug');
      }),
    );
    scheduler.run(0, () => done.push('next'));
    assert.deepEqual(done, ['next']);
  });
});

describe('the work debt of a connection', () => {
  test('grows with more than one unit per millisecond, and shrinks with time', () => {
    const workDebt = new WorkDebts().open('10.0.0.1', 1_000);
    workDebt.charge(MAXIMUM_CREDIT + 1, 1_000);
    workDebt.charge(1, 1_001);
    assert.equal(workDebt.due, 1_002);
    workDebt.charge(100, 1_002);
    assert.equal(workDebt.due, 1_102);
  });

  test('is reduced by idle time up to a maximum credit', () => {
    const workDebt = new WorkDebts().open('10.0.0.1', 1_000);
    workDebt.charge(1, 5_000);
    assert.equal(workDebt.due, 5_000 - MAXIMUM_CREDIT + 1);
  });

  test('is at most two seconds, so that no connection waits for ever', () => {
    const workDebt = new WorkDebts().open('10.0.0.1', 1_000);
    workDebt.charge(1_000_000, 1_000);
    assert.equal(workDebt.due, 3_000);
  });

  test('of a closed connection passes to new connections of the same address only', () => {
    const debts = new WorkDebts();
    const workDebt = debts.open('10.0.0.1', 0);
    workDebt.charge(500, 0);
    const [neighbour, other] = [debts.open('10.0.0.1', 0), debts.open('10.0.0.2', 0)];
    workDebt.close();
    const again = debts.open('10.0.0.1', 0);
    assert.deepEqual([neighbour.due, other.due, again.due], [0, 0, 500]);
  });
});
