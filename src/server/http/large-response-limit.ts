import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { ConcurrencyLimit } from '../../concurrency-limit.ts';
import { requesterAddress } from './read-requester.ts';
import type { RequestEnvironment } from './requester.ts';

/** Large answers that are computed at the same time. A connection has one that waits, so their number needs no limit of its own. */
const PLACES = { running: 8, waiting: Number.POSITIVE_INFINITY, waitingOfKey: Number.POSITIVE_INFINITY };

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
  readonly #turns = new ConcurrencyLimit(PLACES);
  readonly #connections = new WeakMap<Socket, ConnectionState>();

  /** Calls `answer` when the request may be served. */
  async inTurn<Answer>(c: Context<RequestEnvironment>, answer: () => Promise<Answer>): Promise<Answer> {
    const { incoming } = c.env;
    const address = requesterAddress(incoming);
    await this.#hasRead(c.env);
    const made = await this.#turns.run({ key: address, isKnown: false }, async () => {
      if (incoming.socket.destroyed) throw new HTTPException(408, { message: 'the client has gone' });
      return { answer: await answer() };
    });
    if (made === undefined) throw new Error('a large answer was refused, though any number may wait');
    return made.answer;
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
}

const closing = (stream: EventEmitter & { readonly destroyed: boolean }): Promise<void> =>
  stream.destroyed ? Promise.resolve() : new Promise((resolve) => void stream.once('close', resolve));
