import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { errors } from '@nats-io/transport-node';
import { retryRequest, retryStart, unusable } from './nats-retry.ts';
import { NatsUnusable } from './nats-settings.ts';

/** A request whose first `timeouts` attempts time out, and the number of attempts so far. */
function unreliableRequest(timeouts: number): {
  readonly request: () => Promise<string>;
  readonly attempts: () => number;
} {
  let attempts = 0;
  const request = async (): Promise<string> => {
    if (attempts++ < timeouts) throw new errors.TimeoutError();
    return 'answer';
  };
  return { request, attempts: () => attempts };
}

describe('a request to NATS', () => {
  test('is repeated until it is answered', async () => {
    const { request, attempts } = unreliableRequest(4);
    assert.equal(await retryRequest(request), 'answer');
    assert.equal(attempts(), 5);
  });

  test('fails after five attempts without an answer', async () => {
    const { request, attempts } = unreliableRequest(Number.POSITIVE_INFINITY);
    await assert.rejects(retryRequest(request), errors.TimeoutError);
    assert.equal(attempts(), 5);
  });

  test('is not repeated after another error', async () => {
    let attempts = 0;
    await assert.rejects(
      retryRequest(() => Promise.reject(new Error(`no ${++attempts}`))),
      /no 1/,
    );
    assert.equal(attempts, 1);
  });
});

describe('a start', () => {
  for (const [title, error] of [
    ['a timeout', new errors.TimeoutError()],
    ['the error NatsUnusable that a timeout has caused', unusable(new errors.TimeoutError())],
  ] as const)
    test(`is repeated after ${title}`, async () => {
      let attempts = 0;
      const start = async (): Promise<number> => {
        if (++attempts === 1) throw error;
        return attempts;
      };
      assert.equal(await retryStart(start), 2);
    });

  test('is not repeated after another error', async () => {
    let attempts = 0;
    await assert.rejects(
      retryStart(() => Promise.reject(new NatsUnusable(`no ${++attempts}`))),
      /no 1/,
    );
  });
});
