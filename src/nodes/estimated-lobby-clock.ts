import type { Clock } from '../clock.ts';

/**
 * The lobby's time between two messages of the stream: the lobby's time at the last message, plus the time that has passed
 * since then. It never goes back. After an outage, it is behind the real time.
 */
export class EstimatedLobbyClock implements Clock {
  readonly #clock: Clock;
  /** The lobby's time minus the node's own time, in milliseconds. */
  #offset = 0;
  #last = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A message was applied now. `lobbyTime`: the lobby's time after this message. */
  applied(lobbyTime: number): void {
    this.#offset = lobbyTime - this.#clock.now();
  }

  now(): number {
    this.#last = Math.max(this.#last, this.#clock.now() + this.#offset);
    return this.#last;
  }

  at(time: number, ring: () => void): () => void {
    return this.#clock.at(time - this.#offset, ring);
  }

  soon(run: () => void): void {
    this.#clock.soon(run);
  }
}
