import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Bytes for JavaScript's new objects: two halves, of which one is copied to the other. */
const ENOUGH = 16 << 20;

const hasEnough = (): boolean =>
  getHeapSpaceStatistics().some(({ space_name, space_size }) => space_name === 'new_space' && space_size >= ENOUGH);

/**
 * V8 doubles the room for new objects whenever many of them live on, as when ten thousand come at once, up to 128 MiB: it gives
 * little of that back, and each collection takes the longer. From now on it grows no more once there is enough, which is looked
 * at after collections. Flags that set limits are read when the process begins; by how much room grows is asked each time.
 */
export function boundYoungMemory(): void {
  const observer = new PerformanceObserver(bound);
  function bound(): void {
    if (!hasEnough()) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    observer.disconnect();
  }
  observer.observe({ entryTypes: ['gc'] });
  bound();
}
