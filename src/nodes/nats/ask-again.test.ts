import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { errors } from '@nats-io/transport-node';
import { askAgain } from './ask-again.ts';

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
    assert.equal(await askAgain(ask), 'answer');
    assert.equal(asked(), 5);
  });

  test('fails if it is never answered', async () => {
    const { ask, asked } = forgotten(Number.POSITIVE_INFINITY);
    await assert.rejects(askAgain(ask), errors.TimeoutError);
    assert.equal(asked(), 5);
  });

  test('is not asked again after another error', async () => {
    let asked = 0;
    await assert.rejects(
      askAgain(() => Promise.reject(new Error(`no ${++asked}`))),
      /no 1/,
    );
    assert.equal(asked, 1);
  });
});
