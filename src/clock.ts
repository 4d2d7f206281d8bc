/** The time and timers: a simulation replaces only this part. */
export interface Clock {
  /** Milliseconds since the epoch. Never goes back, and is constant within one turn of the event loop. */
  now(): number;
  /** Calls `ring` at that time, or slightly before or after. Returns a function that cancels it. */
  at(time: number, ring: () => void): () => void;
  /** Calls `run` after everything that has already arrived has been handled. */
  soon(run: () => void): void;
}

/** Resolves after so many milliseconds. */
export const pause = (clock: Clock, milliseconds: number): Promise<void> =>
  new Promise((resolve) => clock.at(clock.now() + milliseconds, resolve));

/** How much faster or slower than real time the clock runs while it corrects a difference. */
const CATCHING_UP = 0.1;

/**
 * A clock that never goes back and never jumps. When the system clock is set, the difference is corrected slowly, an
 * hour in ten hours, so that no deadline moves. `wall` is the system clock, `elapsed` a clock that cannot be set, both
 * in milliseconds. The result is in whole milliseconds and may be one too early.
 */
export function monotonicTime(wall: () => number, elapsed: () => number): () => number {
  let time = wall();
  let last = elapsed();
  let told = Math.floor(time);
  return () => {
    const passed = elapsed() - last;
    if (passed < 1) return told;
    last += passed;
    const behind = wall() - (time + passed);
    const most = passed * CATCHING_UP;
    time += passed + Math.max(-most, Math.min(most, behind));
    told = Math.floor(time);
    return told;
  };
}

/** The longest delay of Node's timers; a later timer fires early and is set again. */
const LONGEST_DELAY = 0x7fffffff;

const look = monotonicTime(Date.now, () => performance.now());

/** The time of the current turn of the event loop, once it has been read. */
let thisTurn: number | undefined;

/**
 * The time is read once per turn of the event loop: a message needs it about twelve times, which would take a tenth of
 * the processor time of a message.
 */
function now(): number {
  if (thisTurn === undefined) {
    thisTurn = look();
    setImmediate(turnOver);
  }
  return thisTurn;
}

const turnOver = (): void => {
  thisTurn = undefined;
};

export const systemClock: Clock = {
  now,
  at(time, ring) {
    const timer = setTimeout(ring, Math.min(Math.max(0, time - now()), LONGEST_DELAY));
    return () => clearTimeout(timer);
  },
  soon: (run) => void setImmediate(run),
};
