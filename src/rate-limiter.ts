/** A bucket holds `capacity` actions. Every `interval` milliseconds `refill` actions are added. */
export interface RateLimit {
  readonly capacity: number;
  readonly refill: number;
  readonly interval: number;
}

interface Bucket {
  left: number;
  /** The start of the current interval. */
  since: number;
}

/** Full buckets are removed after this many calls. */
const CLEAN_UP_EVERY = 1_024;

/** Limits how often an action may happen for each key: one token bucket per key, in memory. Times are in milliseconds. */
export class RateLimiter {
  readonly #rate: RateLimit;
  readonly #buckets = new Map<string, Bucket>();
  #calls = 0;

  constructor(rate: RateLimit) {
    this.#rate = rate;
  }

  /** Counts an action and returns undefined, or returns how long to wait for the next one. */
  take(key: string, now: number): number | undefined {
    if (this.#calls++ % CLEAN_UP_EVERY === 0) this.#cleanUp(now);
    const bucket = this.#buckets.get(key) ?? { left: this.#rate.capacity, since: now };
    this.#refill(bucket, now);
    if (bucket.left < 1) return bucket.since + this.#rate.interval - now;
    bucket.left--;
    this.#buckets.set(key, bucket);
    return undefined;
  }

  /** Takes back an action that was counted. */
  giveBack(key: string): void {
    const bucket = this.#buckets.get(key);
    if (bucket !== undefined) bucket.left = Math.min(this.#rate.capacity, bucket.left + 1);
  }

  /** The first interval of a full bucket starts with its first action. */
  #refill(bucket: Bucket, now: number): void {
    const { capacity, refill, interval } = this.#rate;
    const intervals = Math.floor((now - bucket.since) / interval);
    bucket.left = Math.min(capacity, bucket.left + intervals * refill);
    bucket.since = bucket.left === capacity ? now : bucket.since + intervals * interval;
  }

  #cleanUp(now: number): void {
    for (const [key, bucket] of this.#buckets) {
      this.#refill(bucket, now);
      if (bucket.left === this.#rate.capacity) this.#buckets.delete(key);
    }
  }
}
