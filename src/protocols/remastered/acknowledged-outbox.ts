import type { ServerMessage } from './messages.ts';

/** How long the server waits for an `ack`, in milliseconds. */
export const ACK_TIMEOUT = 10_000;

/** The messages that the client must acknowledge, according to the document. */
const NEEDS_ACK: { readonly [kind in ServerMessage['kind']]: boolean } = {
  ok: false,
  no: false,
  full: false,
  mode: false,
  color: false,
  stones: true,
  ready: false,
  yourturn: true,
  place: true,
  ack: false,
  remove: true,
  close: false,
};

/**
 * The messages for one client, in order. While an acknowledgement is missing, nothing is sent, so that the client gets
 * `place`, `remove` and `yourturn` one by one. After one missing acknowledgement the server never waits for this client
 * again and sends everything at once (ruling). Every call returns the messages to send now. Times are milliseconds
 * since the epoch.
 */
export class AcknowledgedOutbox {
  readonly #queue: ServerMessage[] = [];
  #deadline: number | undefined;
  #acknowledges = true;

  /** The time limit of the missing acknowledgement. */
  get deadline(): number | undefined {
    return this.#deadline;
  }

  put(messages: readonly ServerMessage[], now: number): ServerMessage[] {
    this.#queue.push(...messages);
    return this.#release(now);
  }

  /** The client sent `ack`, which is ignored if none was expected. */
  acknowledged(now: number): ServerMessage[] {
    this.#deadline = undefined;
    return this.#release(now);
  }

  /** The client sent another message, or nothing for too long, instead of `ack`. */
  missed(now: number): ServerMessage[] {
    if (this.#deadline === undefined) return [];
    this.#acknowledges = false;
    this.#deadline = undefined;
    return this.#release(now);
  }

  #release(now: number): ServerMessage[] {
    const released: ServerMessage[] = [];
    while (this.#deadline === undefined) {
      const message = this.#queue.shift();
      if (message === undefined) break;
      released.push(message);
      if (this.#acknowledges && NEEDS_ACK[message.kind]) this.#deadline = now + ACK_TIMEOUT;
    }
    return released;
  }
}
