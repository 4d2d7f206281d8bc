/** The time, and work for later: the only part of the server that a simulation must replace. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `ring` once that time has come, or soon after; returns how to call it off. */
  at(time: number, ring: () => void): () => void;
  /** Calls `run` when everything that has already arrived has been taken in. */
  soon(run: () => void): void;
}

/** The longest delay that Node's timers take; a later time rings early and is asked for again. */
const LONGEST_DELAY = 0x7fffffff;

export const systemClock: Clock = {
  now: () => Date.now(),
  at(time, ring) {
    const timer = setTimeout(ring, Math.min(Math.max(0, time - Date.now()), LONGEST_DELAY));
    return () => clearTimeout(timer);
  },
  soon: (run) => void setImmediate(run),
};
