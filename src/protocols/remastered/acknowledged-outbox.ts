import type { ServerMessage } from './messages.ts';

/** The time limit for an `ack`, in milliseconds. */
export const ACK_TIMEOUT = 10_000;

/** Whether the client must acknowledge a message, according to the document. */
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
 * A queue of messages for one client. After a message that needs an acknowledgement, it holds back the next messages until the
 * client has sent `ack`. After one missing acknowledgement it never waits for this client again, and sends all messages at
 * once (ruling). Every call returns the messages to send now. Times are milliseconds since the epoch.
 */
export class AcknowledgedOutbox {
  readonly #queue: ServerMessage[] = [];
  #deadline: number | undefined;
  #acknowledges = true;

  /** The time at which the missing acknowledgement is overdue. */
  get deadline(): number | undefined {
    return this.#deadline;
  }

  put(messages: readonly ServerMessage[], now: number): ServerMessage[] {
    this.#queue.push(...messages);
    return this.#release(now);
  }

  /** Handles an `ack`. It is ignored if none was expected. */
  acknowledged(now: number): ServerMessage[] {
    this.#deadline = undefined;
    return this.#release(now);
  }

  /** Handles a missing `ack`: the client has sent another message instead, or the time limit is over. */
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
