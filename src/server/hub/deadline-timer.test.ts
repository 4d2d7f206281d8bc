import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VirtualClock } from '../../../test/support/server/virtual-clock.ts';
import { type Clock, systemClock } from '../../clock.ts';
import { DeadlineTimer, DeadlineTimers } from './deadline-timer.ts';

/** A clock that also counts how often a timer was set. */
class CountingClock implements Clock {
  readonly inner = new VirtualClock(0);
  timers = 0;
  now = (): number => this.inner.now();
  soon = (run: () => void): void => this.inner.soon(run);

  at(time: number, ring: () => void): () => void {
    this.timers++;
    return this.inner.at(time, ring);
  }
}

class Bedside {
  readonly clock = new CountingClock();
  readonly rung: number[] = [];
  readonly timer: DeadlineTimer;
  deadline: number | undefined;
  /** What follows when it rings. */
  onRing: () => void = () => {
    this.deadline = undefined;
  };

  constructor() {
    this.timer = new DeadlineTimer(
      this.clock,
      () => this.deadline,
      () => {
        this.rung.push(this.clock.now());
        this.onRing();
      },
    );
  }

  set(deadline: number | undefined): void {
    this.deadline = deadline;
    this.timer.adjust();
  }
}

test('a timer fires when its deadline comes, once', async () => {
  const bedside = new Bedside();
  bedside.set(100);
  await bedside.clock.inner.advance(99);
  assert.deepEqual(bedside.rung, []);
  await bedside.clock.inner.advance(500);
  assert.deepEqual(bedside.rung, [100]);
});

test('without a deadline it never rings', async () => {
  const bedside = new Bedside();
  bedside.set(undefined);
  await bedside.clock.inner.advance(1000);
  assert.deepEqual(bedside.rung, []);
  assert.equal(bedside.clock.timers, 0);
});

test('a deadline that moves back touches no timer, and is kept all the same', async () => {
  const bedside = new Bedside();
  bedside.set(100);
  for (let deadline = 101; deadline <= 200; deadline++) bedside.set(deadline);
  assert.equal(bedside.clock.timers, 1);
  await bedside.clock.inner.advance(1000);
  assert.deepEqual(bedside.rung, [200]);
});

test('a deadline that moves forward rings earlier', async () => {
  const bedside = new Bedside();
  bedside.set(100);
  bedside.set(50);
  await bedside.clock.inner.advance(1000);
  assert.deepEqual(bedside.rung, [50]);
});

test('a deadline that is given up does not ring', async () => {
  const bedside = new Bedside();
  bedside.set(100);
  bedside.set(undefined);
  await bedside.clock.inner.advance(1000);
  assert.deepEqual(bedside.rung, []);
});

test('a deadline that is set while it rings rings too', async () => {
  const bedside = new Bedside();
  bedside.onRing = () => {
    bedside.deadline = bedside.rung.length < 3 ? bedside.clock.now() + 10 : undefined;
  };
  bedside.set(100);
  await bedside.clock.inner.advance(1000);
  assert.deepEqual(bedside.rung, [100, 110, 120]);
});

test('a stopped timer does not fire', async () => {
  const bedside = new Bedside();
  bedside.set(100);
  bedside.timer.stop();
  await bedside.clock.inner.advance(1000);
  assert.deepEqual(bedside.rung, []);
});

test('deadlines of many connections are kept by one timer, as long as their deadlines stand', async () => {
  const clock = new CountingClock();
  const rung: string[] = [];
  const sleepers = [10, 30, 20, 20].map((deadline, index) => ({ name: `${index} at ${deadline}`, deadline }));
  const timers = new DeadlineTimers<{ name: string; deadline: number | undefined }>(clock, (sleeper) => {
    rung.push(sleeper.name);
    sleeper.deadline = undefined;
  });
  const [first, second, moved, forgotten] = sleepers;
  assert.ok(first && second && moved && forgotten);
  for (const sleeper of sleepers) timers.adjust(sleeper);
  moved.deadline = 40;
  timers.adjust(moved);
  timers.forget(forgotten);
  await clock.inner.advance(35);
  assert.deepEqual(rung, ['0 at 10', '1 at 30']);
  await clock.inner.advance(1000);
  assert.deepEqual(rung, ['0 at 10', '1 at 30', '2 at 20']);
  assert.ok(clock.timers <= 4);
  clock.timers = 0;
  const late = Array.from({ length: 1_000 }, (_, index) => ({ name: `late ${index}`, deadline: 5_000 + index }));
  for (const sleeper of late) timers.adjust(sleeper);
  assert.equal(clock.timers, 1);
  for (const sleeper of late) timers.forget(sleeper);
  await clock.inner.advance(10_000);
  assert.equal(rung.length, 3);
});

test('a deadline that does not move rings again, and nobody else waits for that', async () => {
  const clock = new CountingClock();
  const rung: string[] = [];
  const timers = new DeadlineTimers<{ name: string; deadline: number }>(clock, (sleeper) => {
    rung.push(sleeper.name);
    if (rung.length > 4) sleeper.deadline = 1_000;
  });
  timers.adjust({ name: 'stuck', deadline: 10 });
  timers.adjust({ name: 'other', deadline: 10 });
  await clock.inner.advance(100);
  assert.deepEqual(rung.slice(0, 4).toSorted(), ['other', 'other', 'stuck', 'stuck']);
});

test('the real clock rings, also for a time that has passed, and can be called off', async () => {
  const rung: string[] = [];
  systemClock.at(systemClock.now() - 1, () => rung.push('past'));
  systemClock.at(systemClock.now(), () => rung.push('off'))();
  // A delay beyond what a timer can take must not ring at once.
  const never = systemClock.at(systemClock.now() + 1e12, () => rung.push('far'));
  await new Promise<void>((resolve) => void systemClock.at(systemClock.now() + 5, resolve));
  never();
  assert.deepEqual(rung, ['past']);
});
