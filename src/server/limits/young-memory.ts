import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Bytes for JavaScript's new objects, … */
const ENOUGH = 16 << 20;
/** … and while games are played as fast as can be: of what a move leaves behind, next to nothing lives on. */
const ENOUGH_FOR_PLAY = 64 << 20;
/** So many events from one collection to the next are play: a few thousand fill the room. */
const PLAY = 500;

/** By how much the room grows each time. */
const GROWS = '--semi-space-growth-factor=2';
const STAYS = '--semi-space-growth-factor=1';

const size = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;

/**
 * V8 doubles the room for new objects whenever many of them live on, as when ten thousand come at once, up to 128 MiB: it gives
 * little of that back, and then collects it for longer. From now on it grows no more once there is enough, which is looked at
 * after collections. Flags that set limits are read when the process begins; by how much room grows is asked each time.
 *
 * `events` counts what is played. Where that is what fills the room, four times as much of it is collected a quarter as often,
 * each time at the same cost; that was 20 % of the processor's time, and most of the waiting of whoever waited longest.
 */
export function boundYoungMemory(events: () => number): void {
  let before = events();
  let flag = GROWS;
  const bound = (): void => {
    const now = events();
    const enough = now - before >= PLAY ? ENOUGH_FOR_PLAY : ENOUGH;
    before = now;
    const wanted = size() < enough ? GROWS : STAYS;
    if (wanted !== flag) setFlagsFromString(wanted);
    flag = wanted;
  };
  new PerformanceObserver(bound).observe({ entryTypes: ['gc'] });
  bound();
}
