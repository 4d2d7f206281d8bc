import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { requesterAddress } from './read-requester.ts';
import type { Environment } from './requester.ts';

/** Large answers that are computed at the same time. */
const MAXIMUM_AT_ONCE = 8;

interface ConnectionState {
  readonly closed: Promise<void>;
  /** Resolves when the client has read its last large answer. */
  hasReadTheLast: Promise<void>;
}

/**
 * Limits how many large answers are computed at once, and serves addresses in turn. A connection gets the next one after it has
 * read the last one, so a client that requests many and reads none keeps only one in memory.
 */
export class LargeResponseLimit {
  #atOnce = 0;
  /** Waiting requests by address, in the order in which addresses are served. */
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #connections = new WeakMap<Socket, ConnectionState>();

  /** Calls `answer` when the request may be served. */
  async inTurn<Answer>(c: Context<Environment>, answer: () => Promise<Answer>): Promise<Answer> {
    const { incoming } = c.env;
    const address = requesterAddress(incoming);
    await this.#hasRead(c.env);
    await this.#slot(address);
    try {
      if (incoming.socket.destroyed) throw new HTTPException(408, { message: 'the client has gone' });
      return await answer();
    } finally {
      this.#leave();
    }
  }

  /** Waits until the previous large answer of the connection is read. */
  async #hasRead({ incoming, outgoing }: HttpBindings): Promise<void> {
    const connection = this.#connection(incoming.socket);
    const before = connection.hasReadTheLast;
    connection.hasReadTheLast = Promise.race([closing(outgoing), connection.closed]);
    await before;
  }

  #connection(socket: Socket): ConnectionState {
    const known = this.#connections.get(socket);
    if (known !== undefined) return known;
    const connection = { closed: closing(socket), hasReadTheLast: Promise.resolve() };
    this.#connections.set(socket, connection);
    return connection;
  }

  async #slot(address: string): Promise<void> {
    if (this.#atOnce < MAXIMUM_AT_ONCE) {
      this.#atOnce++;
      return;
    }
    await new Promise<void>((resolve) => {
      const others = this.#waiting.get(address);
      if (others === undefined) this.#waiting.set(address, [resolve]);
      else others.push(resolve);
    });
  }

  /** The free place goes to the first request of the next address. */
  #leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#atOnce--;
      return;
    }
    const [address, requests] = next;
    this.#waiting.delete(address);
    requests.shift()?.();
    if (requests.length > 0) this.#waiting.set(address, requests);
  }
}

const closing = (stream: EventEmitter & { readonly destroyed: boolean }): Promise<void> =>
  stream.destroyed ? Promise.resolve() : new Promise((resolve) => void stream.once('close', resolve));
