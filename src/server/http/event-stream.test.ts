import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { VirtualClock } from '../../../test/support/server/virtual-clock.ts';
import { eventStream } from './event-stream.ts';
import type { VisitSubscriber } from './visits/visit.ts';

/** Opens a stream. `closed`: how often the subscriber was closed. */
function openStream() {
  const clock = new VirtualClock();
  const state: { subscriber?: VisitSubscriber; closed: number } = { closed: 0 };
  const answer = eventStream(clock, (subscriber) => {
    state.subscriber = subscriber;
    return () => state.closed++;
  });
  assert(answer?.body && state.subscriber);
  return { clock, state, subscriber: state.subscriber, reader: answer.body.getReader() };
}

const read = async ({ reader }: Pick<ReturnType<typeof openStream>, 'reader'>): Promise<string | undefined> => {
  const { value } = await reader.read();
  return value && Buffer.from(value).toString();
};

describe('an event stream', () => {
  test('sends each message as one event, and ends with its subscriber', async () => {
    const stream = openStream();
    stream.subscriber.send('{"kind":"you"}');
    assert.equal(await read(stream), 'data: {"kind":"you"}\n\n');
    stream.subscriber.end('ended');
    stream.subscriber.send('{"kind":"late"}');
    assert.equal(await read(stream), undefined);
  });

  test('sends a comment every 20 s until the client cancels it', async () => {
    const stream = openStream();
    await stream.clock.advance(20_000);
    assert.equal(await read(stream), ': keep-alive\n\n');
    await stream.clock.advance(20_000);
    assert.equal(await read(stream), ': keep-alive\n\n');
    await stream.reader.cancel();
    assert.equal(stream.state.closed, 1);
    await stream.clock.advance(60_000);
  });

  test('is aborted when 4 MiB are unread', async () => {
    const stream = openStream();
    const line = 'x'.repeat(1 << 20);
    for (let count = 0; count < 3; count++) stream.subscriber.send(line);
    assert.equal(stream.state.closed, 0);
    stream.subscriber.send(line);
    assert.equal(stream.state.closed, 1);
    await assert.rejects(stream.reader.read());
  });

  test('is not opened if it is refused', () => {
    assert.equal(
      eventStream(new VirtualClock(), () => undefined),
      undefined,
    );
  });
});
