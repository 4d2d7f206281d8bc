import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Context } from 'hono';
import { LargeResponseLimit } from './large-response-limit.ts';
import type { RequestEnvironment } from './requester.ts';

class Stream extends EventEmitter {
  destroyed = false;
  readonly remoteAddress: string;

  constructor(remoteAddress = '192.0.2.1') {
    super();
    this.remoteAddress = remoteAddress;
  }

  close(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

/** Requests by number. Lists those whose answers are being made, and those that were refused. */
class Requests {
  readonly #answers = new LargeResponseLimit();
  readonly #outgoing: Stream[] = [];
  readonly #made: PromiseWithResolvers<void>[] = [];
  readonly making: number[] = [];
  readonly refused: number[] = [];

  /** Sends a request, whose answer is made as soon as the limit allows it. */
  send(socket: Stream): number {
    const [number, outgoing] = [this.#outgoing.length, new Stream()];
    this.#outgoing.push(outgoing);
    this.#made.push(Promise.withResolvers());
    const c = { env: { incoming: { socket }, outgoing } } as unknown as Context<RequestEnvironment>;
    const make = async (): Promise<void> => {
      this.making.push(number);
      await this.#made[number]?.promise;
    };
    this.#answers.run(c, make).catch(() => this.refused.push(number));
    return number;
  }

  /** Finishes making an answer. */
  async finish(number: number): Promise<void> {
    this.#made[number]?.resolve();
    await settled();
  }

  /** Finishes making an answer, and lets the client read it. */
  async read(number: number): Promise<void> {
    this.#made[number]?.resolve();
    this.#outgoing[number]?.close();
    await settled();
  }
}

const settled = async (): Promise<void> => {
  for (let turns = 0; turns < 5; turns++) await turn();
};

describe('large answers', () => {
  test('are made one at a time for a connection, each after the last one was read', async () => {
    const requests = new Requests();
    const [greedy, other] = [new Stream(), new Stream()];
    for (let count = 0; count < 3; count++) requests.send(greedy);
    requests.send(other);
    await settled();
    assert.deepEqual(requests.making, [0, 3]);
    await requests.read(0);
    assert.deepEqual(requests.making, [0, 3, 1]);
    await requests.read(1);
    assert.deepEqual(requests.making, [0, 3, 1, 2]);
  });

  test('are not made for a client that has disconnected', async () => {
    const requests = new Requests();
    const socket = new Stream();
    for (let count = 0; count < 3; count++) requests.send(socket);
    await settled();
    socket.close();
    await settled();
    assert.deepEqual([requests.making, requests.refused], [[0], [1, 2]]);
  });

  test('are made eight at a time, for the addresses in turn', async () => {
    const requests = new Requests();
    for (let count = 0; count < 12; count++) requests.send(new Stream());
    for (let count = 0; count < 2; count++) requests.send(new Stream('192.0.2.2'));
    await settled();
    assert.deepEqual(requests.making, [0, 1, 2, 3, 4, 5, 6, 7]);
    for (const number of [7, 6, 5, 4]) await requests.finish(number);
    assert.deepEqual(requests.making.slice(8), [8, 12, 9, 13]);
    for (const number of [3, 2, 1, 0]) await requests.finish(number);
    assert.deepEqual(requests.making.slice(12), [10, 11]);
  });
});
