import type { Clock } from '../../../src/clock.ts';
import type { NodeMessageTransport } from '../../../src/nodes/node-transport.ts';

/** The delay of a message in milliseconds. */
const DELAY = 1;

/** Messages between nodes in one process. */
export class SimulatedMessages implements NodeMessageTransport {
  readonly #clock: Clock;
  readonly #listeners = new Map<number, (data: Uint8Array) => void>();
  /** While this is true, all messages are lost. */
  isCut = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  send(to: number, data: Uint8Array): void {
    if (this.isCut) return;
    this.#clock.at(this.#clock.now() + DELAY, () => this.#listeners.get(to)?.(data));
  }

  receive(own: number, listener: (data: Uint8Array) => void): () => void {
    this.#listeners.set(own, listener);
    return () => void this.#listeners.delete(own);
  }
}
