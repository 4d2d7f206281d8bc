import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { VirtualClock } from '../../../../test/support/server/virtual-clock.ts';
import { FairScheduler } from './fair-scheduler.ts';
import { MAXIMUM_CREDIT, WorkDebts } from './work-debt.ts';

/** A turn each millisecond. */
async function goOn(clock: VirtualClock, milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed++) {
    await clock.step();
    await clock.advance(1);
  }
}

describe('turns', () => {
  test('are taken at once as long as there is time, and then the earliest due first', async () => {
    const clock = new VirtualClock();
    const turns = new FairScheduler(clock, 2);
    const done: string[] = [];
    const later = clock.now() + 1_000;
    const take = (due: number, name: string): void => turns.run(later + due, () => done.push(name));
    take(9, 'now');
    take(9, 'now, too');
    for (const [due, name] of [
      [7, 'c'],
      [5, 'a'],
      [7, 'd'],
      [6, 'b'],
    ] as const)
      take(due, name);
    assert.deepEqual(done.splice(0), ['now', 'now, too']);
    await clock.step();
    assert.deepEqual(done.splice(0), ['a', 'b']);
    take(1, 'whoever comes late and is due');
    await clock.step();
    assert.deepEqual(done.splice(0), ['whoever comes late and is due', 'c']);
    await clock.settle();
    assert.deepEqual(done, ['d']);
  });

  test('end earlier the more their work comes to', async () => {
    const clock = new VirtualClock();
    const turns = new FairScheduler(clock, 10);
    let done = 0;
    const work = (): void => {
      done++;
      turns.spend(4);
    };
    for (let count = 0; count < 6; count++) turns.run(clock.now() + 1_000, work);
    assert.equal(done, 2);
    await clock.step();
    assert.equal(done, 4);
  });

  test('have something left for those that have had little', async () => {
    const clock = new VirtualClock();
    const turns = new FairScheduler(clock, 2);
    const done: string[] = [];
    const now = clock.now();
    for (const name of ['much', 'much more', 'too much']) turns.run(now + 1_000, () => done.push(name));
    for (const name of ['little', 'a little', 'a little late']) turns.run(now + 50, () => done.push(name));
    assert.deepEqual(done.splice(0), ['much', 'much more', 'little', 'a little']);
    await clock.settle();
    assert.deepEqual(done, ['a little late', 'too much']);
  });

  test('come at once for who says little, while more take their share than there is time for', async () => {
    const clock = new VirtualClock();
    const turns = new FairScheduler(clock, 6);
    const debts = new WorkDebts();
    const takeTurns = (address: string, units: number): ((then: () => void) => void) => {
      const workDebt = debts.open(address, turns.time);
      return (then) =>
        turns.run(workDebt.due, () => {
          workDebt.charge(units, turns.time);
          turns.spend(units);
          then();
        });
    };
    for (let index = 0; index < 100; index++) {
      const flood = takeTurns(`10.0.1.${index}`, 3);
      const again = (): void => flood(again);
      again();
    }
    const move = takeTurns('10.0.0.1', 0.01);
    // Like her, they have no debt until they have had a turn.
    await goOn(clock, 40);
    for (let moves = 0; moves < 100; moves++) {
      await goOn(clock, 4);
      let isDone = false;
      move(() => {
        isDone = true;
      });
      if (!isDone) await clock.step();
      assert(isDone, `move ${moves} waits for those that always want something`);
    }
  });

  test('come for a player who has just come as for all others, where moves alone are more than can be served', async () => {
    const clock = new VirtualClock();
    const turns = new FairScheduler(clock, 6);
    const debts = new WorkDebts();
    const done: string[] = [];
    const sitDown = (name: string, units: number): void => {
      const workDebt = debts.open(name, turns.time);
      workDebt.charge(units, turns.time);
      const move = (): void =>
        turns.run(workDebt.due, () => {
          workDebt.charge(0.01, turns.time);
          done.push(name);
          clock.soon(move);
        });
      move();
    };
    for (let index = 0; index < 100; index++) sitDown(`player ${index}`, 0);
    await goOn(clock, 100);
    // What it costs to go and to come again.
    sitDown('newcomer', 110);
    await goOn(clock, 200);
    done.length = 0;
    await goOn(clock, 200);
    const moves = done.filter((name) => name === 'newcomer').length;
    assert(moves >= Math.floor(done.length / 101) - 1, `${moves} of ${done.length} moves`);
  });

  test('are not lost by work that fails', async () => {
    const clock = new VirtualClock();
    const turns = new FairScheduler(clock, 2);
    const done: string[] = [];
    assert.throws(() =>
      turns.run(0, () => {
        throw new Error('a fault of ours');
      }),
    );
    turns.run(0, () => done.push('next'));
    assert.deepEqual(done, ['next']);
  });
});

describe('a share', () => {
  test('is used up by more than a unit a millisecond, and filled again by time', () => {
    const workDebt = new WorkDebts().open('10.0.0.1', 1_000);
    workDebt.charge(MAXIMUM_CREDIT + 1, 1_000);
    workDebt.charge(1, 1_001);
    assert.equal(workDebt.due, 1_002);
    workDebt.charge(100, 1_002);
    assert.equal(workDebt.due, 1_102);
  });

  test('saves up so much in silence, and no more', () => {
    const workDebt = new WorkDebts().open('10.0.0.1', 1_000);
    workDebt.charge(1, 5_000);
    assert.equal(workDebt.due, 5_000 - MAXIMUM_CREDIT + 1);
  });

  test('is never ahead by more than two seconds, so that nobody waits for ever', () => {
    const workDebt = new WorkDebts().open('10.0.0.1', 1_000);
    workDebt.charge(1_000_000, 1_000);
    assert.equal(workDebt.due, 3_000);
  });

  test('is left to the address by those that go, and to no other', () => {
    const debts = new WorkDebts();
    const workDebt = debts.open('10.0.0.1', 0);
    workDebt.charge(500, 0);
    const [neighbour, other] = [debts.open('10.0.0.1', 0), debts.open('10.0.0.2', 0)];
    workDebt.close();
    const again = debts.open('10.0.0.1', 0);
    assert.deepEqual([neighbour.due, other.due, again.due], [0, 0, 500]);
  });
});
