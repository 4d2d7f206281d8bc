import type { Clock } from '../clock.ts';
import type { DeliveredMessage } from './replicated-lobby.ts';

/** After this many bytes of messages, the rest waits for the next turn of the event loop. To apply them takes about 2 ms. */
const MAX_BYTES_PER_TURN = 128 * 1024;

/**
 * Received messages that are not applied yet. A node that is behind applies them in parts, so that its clients are not blocked.
 */
export class ApplyQueue {
  readonly #clock: Clock;
  readonly #apply: (message: DeliveredMessage) => void;
  #waiting: DeliveredMessage[] = [];
  #isApplying = false;
  #lastTimestamp: number | undefined;

  constructor(clock: Clock, apply: (message: DeliveredMessage) => void) {
    this.#clock = clock;
    this.#apply = apply;
  }

  /** The stream's time of the last message that was received. */
  get lastTimestamp(): number | undefined {
    return this.#lastTimestamp;
  }

  add(message: DeliveredMessage): void {
    this.#lastTimestamp = message.timestamp;
    this.#waiting.push(message);
    if (!this.#isApplying) this.#applySome();
  }

  clear(): void {
    this.#waiting = [];
    this.#lastTimestamp = undefined;
  }

  #applySome(): void {
    this.#isApplying = true;
    let bytes = 0;
    let count = 0;
    // `apply` may clear the queue.
    for (let next = this.#waiting[0]; next !== undefined && bytes < MAX_BYTES_PER_TURN; next = this.#waiting[count]) {
      bytes += next.data.length;
      count++;
      const before = this.#waiting;
      this.#apply(next);
      if (this.#waiting !== before) count = 0;
    }
    this.#waiting.splice(0, count);
    this.#isApplying = false;
    if (this.#waiting.length === 0) return;
    this.#isApplying = true;
    this.#clock.soon(() => this.#applySome());
  }
}
