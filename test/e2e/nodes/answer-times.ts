/** Milliseconds of the windows in which answers are looked at. */
const WINDOW_LENGTH = 1_000;
/** A second is slow if its slowest hundredth took more than so many times as long as before the fault, */
const SLOW_RATIO = 2;
/** and more than so many milliseconds. */
const SLOW_MINIMUM = 100;

interface Answer {
  readonly at: number;
  readonly took: number;
  readonly host: unknown;
}

/** How long clients waited for the answers to their turns around one fault; milliseconds. */
export interface FaultTimes {
  readonly before: number | undefined;
  readonly during: number | undefined;
  readonly after: number | undefined;
  /** Seconds from the beginning of the fault to the end of the last slow one. */
  readonly slow: number;
}

/** Collects how long clients wait for the answers to their turns. */
export class AnswerTimes {
  #answers: Answer[] = [];

  add(host: unknown, took: number): void {
    this.#answers.push({ at: Date.now(), took, host });
  }

  /** Forgets what was before `time`. */
  forgetBefore(time: number): void {
    this.#answers = this.#answers.filter(({ at }) => at >= time);
  }

  /** Of hosts that are none of `without`; from `began` to `over` the fault lasted. */
  around(start: number, end: number, excludedHosts: ReadonlySet<unknown>): FaultTimes {
    const answers = this.#answers.filter(({ host }) => !excludedHosts.has(host));
    const between = (from: number, to: number): number | undefined =>
      percentile(answers.filter(({ at }) => at >= from && at < to).map(({ took }) => took));
    const before = between(0, start);
    const limit = Math.max(SLOW_MINIMUM, SLOW_RATIO * (before ?? 0));
    let slow = 0;
    const now = Date.now();
    for (let from = start; from < now; from += WINDOW_LENGTH)
      if ((between(from, from + WINDOW_LENGTH) ?? 0) > limit) slow = from + WINDOW_LENGTH - start;
    return { before, during: between(start, end), after: between(end, now), slow: slow / 1000 };
  }
}

/** The 99th percentile; undefined of nothing. */
function percentile(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.99)];
}
