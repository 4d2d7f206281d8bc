import type { Clock } from '../clock.ts';
import type { Outbox } from './outbox.ts';

/** Milliseconds between two heartbeats. */
const HEARTBEAT_INTERVAL = 1_000;
/** A node serves clients only if a heartbeat that it has published within the last 3 s has come back; milliseconds. */
export const MAX_HEARTBEAT_AGE = 3_000;

interface OwnHeartbeatsOptions {
  readonly clock: Clock;
  readonly outbox: Outbox;
  /** The length of the broadcast queue. */
  readonly broadcasts: () => number;
}

/** Publishes the heartbeats of this node, and measures how long each takes to come back from the stream. */
export class OwnHeartbeats {
  readonly #options: OwnHeartbeatsOptions;
  #publishedAt = Number.NEGATIVE_INFINITY;
  /** When the last heartbeat that has come back was published. */
  #confirmedAt = Number.NEGATIVE_INFINITY;
  /** The round trip of the last heartbeat that has come back; milliseconds. */
  #roundTrip = 0;

  constructor(options: OwnHeartbeatsOptions) {
    this.#options = options;
  }

  /** Whether the node's state is recent enough to serve clients. */
  get isConfirmed(): boolean {
    return this.#options.clock.now() - this.#confirmedAt < MAX_HEARTBEAT_AGE;
  }

  /**
   * The round trip of the last heartbeat in milliseconds, or the age of a heartbeat that has not come back, if that is longer.
   */
  get lag(): number {
    const { clock, outbox } = this.#options;
    return Math.max(this.#roundTrip, outbox.hasPendingHeartbeat ? clock.now() - this.#publishedAt : 0);
  }

  publishIfDue(): void {
    if (this.#options.clock.now() - this.#publishedAt >= HEARTBEAT_INTERVAL) this.publish();
  }

  /** Publishes a heartbeat, unless the last one has not come back. Therefore heartbeats do not pile up during an outage. */
  publish(): void {
    const { clock, outbox, broadcasts } = this.#options;
    if (outbox.hasPendingHeartbeat) return;
    this.#publishedAt = clock.now();
    outbox.publishHeartbeat({ broadcasts: broadcasts() });
  }

  /** A heartbeat has come back. If it took too long to confirm the node's state, the next one follows immediately. */
  returned(publishedAt: number): void {
    this.#confirmedAt = Math.max(this.#confirmedAt, publishedAt);
    this.#roundTrip = this.#options.clock.now() - publishedAt;
    if (!this.isConfirmed) this.publish();
  }

  /** The node was declared dead. Earlier heartbeats no longer confirm its state. */
  forget(): void {
    this.#confirmedAt = Number.NEGATIVE_INFINITY;
  }
}
