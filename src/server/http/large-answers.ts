import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { requesterAddress } from './requester.ts';
import type { Environment } from './services.ts';

/** Large answers that are made at once. */
const MOST_AT_ONCE = 8;

interface ConnectionState {
  readonly closed: Promise<void>;
  /** Resolves once the client has read the last large answer that it has asked for. */
  hasReadTheLast: Promise<void>;
}

/**
 * Large answers are made a few at a time, one for each address in turn. A connection gets the next one once it has read the last:
 * a client that asks for many and reads none has one of them in memory.
 */
export class LargeAnswers {
  #atOnce = 0;
  /** By address, in the order in which they get the next place. */
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #connections = new WeakMap<Socket, ConnectionState>();

  /** Calls `answer` when it is its turn. */
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

  /** Each request of a connection waits for the one before, and the next for this one. */
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
    if (this.#atOnce < MOST_AT_ONCE) {
      this.#atOnce++;
      return;
    }
    await new Promise<void>((resolve) => {
      const others = this.#waiting.get(address);
      if (others === undefined) this.#waiting.set(address, [resolve]);
      else others.push(resolve);
    });
  }

  /** The place goes to the first request of the next address. */
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
