import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VirtualClock } from '../../../test/support/server/virtual-clock.ts';
import { type Clock, systemClock } from '../../clock.ts';
import { DeadlineTimer, DeadlineTimers } from './deadline-timer.ts';

/** A virtual clock that counts how often a timer was set. */
class CountingClock implements Clock {
  readonly inner = new VirtualClock(0);
  timers = 0;
  now = (): number => this.inner.now();
  soon = (run: () => void): void => this.inner.soon(run);

  at(time: number, run: () => void): () => void {
    this.timers++;
    return this.inner.at(time, run);
  }
}

/** A timer, its deadline, and the times at which it has fired. */
class TimerFixture {
  readonly clock = new CountingClock();
  readonly fired: number[] = [];
  readonly timer: DeadlineTimer;
  deadline: number | undefined;
  /** Called when the timer fires. */
  onFire: () => void = () => {
    this.deadline = undefined;
  };

  constructor() {
    this.timer = new DeadlineTimer(
      this.clock,
      () => this.deadline,
      () => {
        this.fired.push(this.clock.now());
        this.onFire();
      },
    );
  }

  set(deadline: number | undefined): void {
    this.deadline = deadline;
    this.timer.adjust();
  }
}

test('a timer fires once, when its deadline comes', async () => {
  const fixture = new TimerFixture();
  fixture.set(100);
  await fixture.clock.inner.advance(99);
  assert.deepEqual(fixture.fired, []);
  await fixture.clock.inner.advance(500);
  assert.deepEqual(fixture.fired, [100]);
});

test('a timer without a deadline never fires', async () => {
  const fixture = new TimerFixture();
  fixture.set(undefined);
  await fixture.clock.inner.advance(1000);
  assert.deepEqual(fixture.fired, []);
  assert.equal(fixture.clock.timers, 0);
});

test('a later deadline sets no new timer, and the timer fires at the new deadline', async () => {
  const fixture = new TimerFixture();
  fixture.set(100);
  for (let deadline = 101; deadline <= 200; deadline++) fixture.set(deadline);
  assert.equal(fixture.clock.timers, 1);
  await fixture.clock.inner.advance(1000);
  assert.deepEqual(fixture.fired, [200]);
});

test('a timer fires earlier if the deadline moves to an earlier time', async () => {
  const fixture = new TimerFixture();
  fixture.set(100);
  fixture.set(50);
  await fixture.clock.inner.advance(1000);
  assert.deepEqual(fixture.fired, [50]);
});

test('a timer does not fire for a deadline that was removed', async () => {
  const fixture = new TimerFixture();
  fixture.set(100);
  fixture.set(undefined);
  await fixture.clock.inner.advance(1000);
  assert.deepEqual(fixture.fired, []);
});

test('a timer fires for a deadline that its callback has set', async () => {
  const fixture = new TimerFixture();
  fixture.onFire = () => {
    fixture.deadline = fixture.fired.length < 3 ? fixture.clock.now() + 10 : undefined;
  };
  fixture.set(100);
  await fixture.clock.inner.advance(1000);
  assert.deepEqual(fixture.fired, [100, 110, 120]);
});

test('a stopped timer does not fire', async () => {
  const fixture = new TimerFixture();
  fixture.set(100);
  fixture.timer.stop();
  await fixture.clock.inner.advance(1000);
  assert.deepEqual(fixture.fired, []);
});

test('one timer serves the deadlines of many objects, without those that were removed', async () => {
  const clock = new CountingClock();
  const fired: string[] = [];
  const items = [10, 30, 20, 20].map((deadline, index) => ({ name: `${index} at ${deadline}`, deadline }));
  const timers = new DeadlineTimers<{ name: string; deadline: number | undefined }>(clock, (item) => {
    fired.push(item.name);
    item.deadline = undefined;
  });
  const [first, second, moved, forgotten] = items;
  assert.ok(first && second && moved && forgotten);
  for (const item of items) timers.adjust(item);
  moved.deadline = 40;
  timers.adjust(moved);
  timers.forget(forgotten);
  await clock.inner.advance(35);
  assert.deepEqual(fired, ['0 at 10', '1 at 30']);
  await clock.inner.advance(1000);
  assert.deepEqual(fired, ['0 at 10', '1 at 30', '2 at 20']);
  assert.ok(clock.timers <= 4);
  clock.timers = 0;
  const late = Array.from({ length: 1_000 }, (_, index) => ({ name: `late ${index}`, deadline: 5_000 + index }));
  for (const item of late) timers.adjust(item);
  assert.equal(clock.timers, 1);
  for (const item of late) timers.forget(item);
  await clock.inner.advance(10_000);
  assert.equal(fired.length, 3);
});

test('an object whose deadline stays the same is called again, and other objects are called too', async () => {
  const clock = new CountingClock();
  const fired: string[] = [];
  const timers = new DeadlineTimers<{ name: string; deadline: number }>(clock, (item) => {
    fired.push(item.name);
    if (fired.length > 4) item.deadline = 1_000;
  });
  timers.adjust({ name: 'stuck', deadline: 10 });
  timers.adjust({ name: 'other', deadline: 10 });
  await clock.inner.advance(100);
  assert.deepEqual(fired.slice(0, 4).toSorted(), ['other', 'other', 'stuck', 'stuck']);
});

test('the system clock calls back, also for a past time, and a call can be cancelled', async () => {
  const fired: string[] = [];
  systemClock.at(systemClock.now() - 1, () => fired.push('past'));
  systemClock.at(systemClock.now(), () => fired.push('off'))();
  // A delay that is too long for a timer of Node must not fire at once.
  const never = systemClock.at(systemClock.now() + 1e12, () => fired.push('far'));
  await new Promise<void>((resolve) => void systemClock.at(systemClock.now() + 5, resolve));
  never();
  assert.deepEqual(fired, ['past']);
});
