import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { ConcurrencyLimit } from '../../concurrency-limit.ts';
import { requesterAddress } from './read-requester.ts';
import type { RequestEnvironment } from './requester.ts';

/** Large answers that are computed at the same time. At most one waits per connection, so waiting answers need no limit. */
const LIMITS = { running: 8, waiting: Number.POSITIVE_INFINITY, waitingOfKey: Number.POSITIVE_INFINITY };

interface ConnectionState {
  readonly closed: Promise<void>;
  /** Resolves when the client has read its last large answer. */
  lastAnswerRead: Promise<void>;
}

/**
 * Limits how many large answers are computed at once, and serves the addresses in turn. A connection gets its next large answer after it
 * has read the last one. Therefore a client that requests many answers and reads none keeps only one in memory.
 */
export class LargeResponseLimit {
  readonly #turns = new ConcurrencyLimit(LIMITS);
  readonly #connections = new WeakMap<Socket, ConnectionState>();

  /** Calls `answer` when the request may be served. */
  async run<Answer>(c: Context<RequestEnvironment>, answer: () => Promise<Answer>): Promise<Answer> {
    const { incoming } = c.env;
    const address = requesterAddress(incoming);
    await this.#whenLastAnswerRead(c.env);
    const made = await this.#turns.run({ key: address, isKnown: false }, async () => {
      if (incoming.socket.destroyed) throw new HTTPException(408, { message: 'the client has disconnected' });
      return { answer: await answer() };
    });
    if (made === undefined) throw new Error('a large answer was refused, although any number may wait');
    return made.answer;
  }

  /** Waits until the previous large answer of the connection is read. */
  async #whenLastAnswerRead({ incoming, outgoing }: HttpBindings): Promise<void> {
    const connection = this.#connection(incoming.socket);
    const before = connection.lastAnswerRead;
    connection.lastAnswerRead = Promise.race([closing(outgoing), connection.closed]);
    await before;
  }

  #connection(socket: Socket): ConnectionState {
    const known = this.#connections.get(socket);
    if (known !== undefined) return known;
    const connection = { closed: closing(socket), lastAnswerRead: Promise.resolve() };
    this.#connections.set(socket, connection);
    return connection;
  }
}

const closing = (stream: EventEmitter & { readonly destroyed: boolean }): Promise<void> =>
  stream.destroyed ? Promise.resolve() : new Promise((resolve) => void stream.once('close', resolve));
