import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { VirtualClock } from '../../../test/support/server/virtual-clock.ts';
import { eventStream } from './event-stream.ts';
import type { VisitListener } from './visits/visit.ts';

function listening() {
  const clock = new VirtualClock();
  const heard: { listener?: VisitListener; letGo: number } = { letGo: 0 };
  const answer = eventStream(clock, (listener) => {
    heard.listener = listener;
    return () => heard.letGo++;
  });
  assert(answer?.body && heard.listener);
  return { clock, heard, listener: heard.listener, reader: answer.body.getReader() };
}

const read = async ({ reader }: Pick<ReturnType<typeof listening>, 'reader'>): Promise<string | undefined> => {
  const { value } = await reader.read();
  return value && Buffer.from(value).toString();
};

describe('a stream of events', () => {
  test('has each message as an event of its own, and ends when it is over', async () => {
    const stream = listening();
    stream.listener.send('{"kind":"you"}');
    assert.equal(await read(stream), 'data: {"kind":"you"}\n\n');
    stream.listener.end('ended');
    stream.listener.send('{"kind":"late"}');
    assert.equal(await read(stream), undefined);
  });

  test('shows every 20 s that it is alive, until nobody listens', async () => {
    const stream = listening();
    await stream.clock.advance(20_000);
    assert.equal(await read(stream), ': keep-alive\n\n');
    await stream.clock.advance(20_000);
    assert.equal(await read(stream), ': keep-alive\n\n');
    await stream.reader.cancel();
    assert.equal(stream.heard.letGo, 1);
    await stream.clock.advance(60_000);
  });

  test('of which 4 MiB are unread is broken off', async () => {
    const stream = listening();
    const line = 'x'.repeat(1 << 20);
    for (let each = 0; each < 3; each++) stream.listener.send(line);
    assert.equal(stream.heard.letGo, 0);
    stream.listener.send(line);
    assert.equal(stream.heard.letGo, 1);
    await assert.rejects(stream.reader.read());
  });

  test('that cannot be had is none', () => {
    assert.equal(
      eventStream(new VirtualClock(), () => undefined),
      undefined,
    );
  });
});
