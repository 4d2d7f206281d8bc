/** Tells the time and sets timers. A simulation has a simulated clock instead. */
export interface Clock {
  /** Milliseconds since the epoch. Never goes back, and is constant within one turn of the event loop. */
  now(): number;
  /** Calls `ring` at `time`, or slightly earlier or later. The returned function cancels the call. */
  at(time: number, ring: () => void): () => void;
  /** Calls `run` after everything that has already arrived has been handled. */
  soon(run: () => void): void;
}

export const pause = (clock: Clock, milliseconds: number): Promise<void> =>
  new Promise((resolve) => clock.at(clock.now() + milliseconds, resolve));

/** While the clock corrects a difference, it runs at most this part faster or slower than real time. */
const MAX_CORRECTION = 0.1;

/**
 * A clock that never goes back and never jumps. When the system clock is set to another time, the difference is corrected
 * slowly (one hour in ten hours), so that no deadline comes suddenly. `wall` is the system clock, and `elapsed` is a clock
 * that cannot be set, both in milliseconds. The result is in whole milliseconds and may be 1 ms too early.
 */
export function monotonicTime(wall: () => number, elapsed: () => number): () => number {
  let time = wall();
  let last = elapsed();
  let roundedTime = Math.floor(time);
  return () => {
    const passed = elapsed() - last;
    if (passed < 1) return roundedTime;
    last += passed;
    const behind = wall() - (time + passed);
    const limit = passed * MAX_CORRECTION;
    time += passed + Math.max(-limit, Math.min(limit, behind));
    roundedTime = Math.floor(time);
    return roundedTime;
  };
}

/** The longest delay of Node's timers; a later timer fires early and is set again. */
const LONGEST_DELAY = 0x7fffffff;

const readTime = monotonicTime(Date.now, () => performance.now());

/** The time of the current turn of the event loop, once it has been read. */
let timeOfTurn: number | undefined;

/**
 * Reads the time only once per turn of the event loop. One message needs the time about twelve times: reading it each time
 * would take a tenth of the message's processor time.
 */
function now(): number {
  if (timeOfTurn === undefined) {
    timeOfTurn = readTime();
    setImmediate(forgetTime);
  }
  return timeOfTurn;
}

const forgetTime = (): void => {
  timeOfTurn = undefined;
};

export const systemClock: Clock = {
  now,
  at(time, ring) {
    const timer = setTimeout(ring, Math.min(Math.max(0, time - now()), LONGEST_DELAY));
    return () => clearTimeout(timer);
  },
  soon: (run) => void setImmediate(run),
};
