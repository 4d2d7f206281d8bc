/** The time, and work for later: the only part of the server that a simulation must replace. */
export interface Clock {
  /** Milliseconds since the epoch, never fewer than before; the same all through a turn of the event loop. */
  now(): number;
  /** Calls `ring` once that time has come, or a little before or after; returns how to call it off. */
  at(time: number, ring: () => void): () => void;
  /** Calls `run` when everything that has already arrived has been taken in. */
  soon(run: () => void): void;
}

/** So much faster or slower than it is time goes while it makes up for a correction. */
const CATCHING_UP = 0.1;

/**
 * Time that only goes on: where somebody sets the system's clock, in whatever direction, no deadline comes at once and
 * none moves out of reach. The difference is made up for little by little, an hour in ten. `wall` and `elapsed` (which
 * nobody sets) are milliseconds, and so is what is returned, in whole ones; it may be one too early.
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

/** The longest delay that Node's timers take; a later time rings early and is asked for again. */
const LONGEST_DELAY = 0x7fffffff;

const look = monotonicTime(Date.now, () => performance.now());

/** When the turn of the event loop that is under way was first asked for the time. */
let thisTurn: number | undefined;

/**
 * Whatever happens in one turn of the event loop happens at one time: a message is worth a dozen looks at the clock, which
 * would be a tenth of all that it costs.
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
