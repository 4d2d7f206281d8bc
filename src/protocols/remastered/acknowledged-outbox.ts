import type { ServerMessage } from './messages.ts';

/** How long the server waits for an `ack`, in milliseconds. */
export const PATIENCE = 10_000;

/** Which messages the client has to acknowledge: those after which the document lets it say `ack`. */
const ACKNOWLEDGED: { readonly [kind in ServerMessage['kind']]: boolean } = {
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
 * What the server has to say to one client, in order. Nothing is said while an acknowledgement is owed, so that each
 * client sees `place`, `remove` and `yourturn` one by one. A client that fails once is never waited for again (ruling):
 * everything is then said at once.
 *
 * Every call returns what is to be sent now. Times are milliseconds since the epoch.
 */
export class AcknowledgedOutbox {
  readonly #queue: ServerMessage[] = [];
  #deadline: number | undefined;
  #acknowledges = true;

  /** When the acknowledgement that is owed counts as missed. */
  get deadline(): number | undefined {
    return this.#deadline;
  }

  put(messages: readonly ServerMessage[], now: number): ServerMessage[] {
    this.#queue.push(...messages);
    return this.#release(now);
  }

  /** The client said `ack`, which is ignored if it owed none. */
  acknowledged(now: number): ServerMessage[] {
    this.#deadline = undefined;
    return this.#release(now);
  }

  /** The client said something else, or nothing for too long, where it owed an `ack`. */
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
      if (this.#acknowledges && ACKNOWLEDGED[message.kind]) this.#deadline = now + PATIENCE;
    }
    return released;
  }
}
