import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { errors } from '@nats-io/transport-node';
import { NatsUnusable } from './nats-location.ts';
import { retryRequest, retryStart, unusable } from './nats-retry.ts';

/** A question that is not answered in time so often, and how often it is asked. */
function forgotten(times: number): { readonly ask: () => Promise<string>; readonly asked: () => number } {
  let asked = 0;
  const ask = async (): Promise<string> => {
    if (asked++ < times) throw new errors.TimeoutError();
    return 'answer';
  };
  return { ask, asked: () => asked };
}

describe('a question to NATS', () => {
  test('is asked again until it is answered', async () => {
    const { ask, asked } = forgotten(4);
    assert.equal(await retryRequest(ask), 'answer');
    assert.equal(asked(), 5);
  });

  test('fails if it is never answered', async () => {
    const { ask, asked } = forgotten(Number.POSITIVE_INFINITY);
    await assert.rejects(retryRequest(ask), errors.TimeoutError);
    assert.equal(asked(), 5);
  });

  test('is not asked again after another error', async () => {
    let asked = 0;
    await assert.rejects(
      retryRequest(() => Promise.reject(new Error(`no ${++asked}`))),
      /no 1/,
    );
    assert.equal(asked, 1);
  });
});

describe('a start', () => {
  for (const [what, error] of [
    ['left unanswered', new errors.TimeoutError()],
    ['found unusable because it is left unanswered', unusable(new errors.TimeoutError())],
  ] as const)
    test(`that is ${what} is repeated`, async () => {
      let started = 0;
      const start = async (): Promise<number> => {
        if (++started === 1) throw error;
        return started;
      };
      assert.equal(await retryStart(start), 2);
    });

  test('that is refused is not repeated', async () => {
    let started = 0;
    await assert.rejects(
      retryStart(() => Promise.reject(new NatsUnusable(`no ${++started}`))),
      /no 1/,
    );
  });
});
