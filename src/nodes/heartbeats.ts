import type { Clock } from '../clock.ts';
import type { Outbox } from './outbox.ts';

/** Milliseconds between two heartbeats. */
const INTERVAL = 1_000;
/** A node serves its clients only if a heartbeat that it has published within so many milliseconds has come back. */
export const CONFIRMED_FOR = 3_000;

interface HeartbeatsOptions {
  readonly clock: Clock;
  readonly outbox: Outbox;
  /** The length of the broadcast queue. */
  readonly broadcasts: () => number;
}

/** The heartbeats of one node. */
export class Heartbeats {
  readonly #options: HeartbeatsOptions;
  /** When the last one was published. */
  #publishedAt = Number.NEGATIVE_INFINITY;
  /** When the last one that has come back was published. */
  #confirmedAt = Number.NEGATIVE_INFINITY;
  /** Milliseconds that it took. */
  #roundTrip = 0;

  constructor(options: HeartbeatsOptions) {
    this.#options = options;
  }

  /** Whether what the node reads is recent enough to serve clients. */
  get isConfirmed(): boolean {
    return this.#options.clock.now() - this.#confirmedAt < CONFIRMED_FOR;
  }

  /** Milliseconds there and back: of the last one that has come back, or of one that is on its way for longer. */
  get lag(): number {
    const { clock, outbox } = this.#options;
    return Math.max(this.#roundTrip, outbox.hasHeartbeat ? clock.now() - this.#publishedAt : 0);
  }

  publishIfDue(): void {
    if (this.#options.clock.now() - this.#publishedAt >= INTERVAL) this.publish();
  }

  /** At most one is on its way, so that an outage leaves no pile of them. */
  publish(): void {
    const { clock, outbox, broadcasts } = this.#options;
    if (outbox.hasHeartbeat) return;
    this.#publishedAt = clock.now();
    outbox.heartbeat({ broadcasts: broadcasts() });
  }

  /** One that was long on its way says nothing of the present: another one follows at once. */
  returned(publishedAt: number): void {
    this.#confirmedAt = Math.max(this.#confirmedAt, publishedAt);
    this.#roundTrip = this.#options.clock.now() - publishedAt;
    if (!this.isConfirmed) this.publish();
  }

  /** The node has died, and what has come back holds no more. */
  forget(): void {
    this.#confirmedAt = Number.NEGATIVE_INFINITY;
  }
}
