/** Answers are grouped in windows of this many milliseconds. */
const WINDOW_LENGTH = 1_000;
/** A window is slow if its 99th percentile is more than this many times that before the fault, and more than `SLOW_MINIMUM`. */
const SLOW_RATIO = 2;
/** Milliseconds. */
const SLOW_MINIMUM = 100;

interface Answer {
  readonly at: number;
  readonly took: number;
  readonly host: unknown;
}

/** The 99th percentiles of the times to answer a move, before, during and after a fault, in milliseconds. */
export interface FaultTimes {
  readonly before: number | undefined;
  readonly during: number | undefined;
  readonly after: number | undefined;
  /** Seconds from the start of the fault to the end of the last slow window. */
  readonly slow: number;
}

/** Collects the times between the moves of clients and the answers of the servers. */
export class AnswerTimes {
  #answers: Answer[] = [];

  add(host: unknown, took: number): void {
    this.#answers.push({ at: Date.now(), took, host });
  }

  /** Removes all answers before `time`. */
  forgetBefore(time: number): void {
    this.#answers = this.#answers.filter(({ at }) => at >= time);
  }

  /** The times around a fault between `start` and `end`. Answers of the excluded hosts do not count. */
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

/** The 99th percentile; undefined without values. */
function percentile(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.99)];
}
