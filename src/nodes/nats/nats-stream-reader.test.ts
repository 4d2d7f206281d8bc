import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import type { DeliveredMessage } from '../replicated-lobby.ts';
import { NatsStreamReader, type NatsStreamReaderOptions } from './nats-stream-reader.ts';

test('a stream reader requests single messages while no consumer can be created', async (t) => {
  const stored = ['four', 'five', 'six'].map((text, index) => ({
    seq: index + 4,
    timestamp: '2026-11-26T15:33:20.123456789Z',
    data: Buffer.from(text),
  }));
  const client = { consumers: { get: () => Promise.reject(new Error('timeout')) } };
  const getMessage = async (_: string, { seq }: { seq: number }) =>
    stored.find((message) => message.seq === seq) ?? null;
  const delivered: string[] = [];
  const reader = new NatsStreamReader({
    client,
    manager: { direct: { getMessage } },
    stream: 'stream',
    after: 4,
    deliver: ({ sequence, data }: DeliveredMessage) => void delivered.push(`${sequence} ${Buffer.from(data)}`),
  } as unknown as NatsStreamReaderOptions);
  t.after(() => reader.stop());
  void reader.run();
  await eventually('the last message', () => delivered.length === 2);
  assert.deepEqual(delivered, ['5 five', '6 six']);
});
