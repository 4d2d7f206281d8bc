import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { eventually } from '../../../test/support/eventually.ts';
import { closeLingering } from './lingering-close.ts';

const LONG = 1 << 20;
/** What Node reads at once, and as much again that it has read ahead, in bytes. */
const PIECE = 2 * 65_536;

/** So many connections whose peers say `LONG` bytes, both ends of each. */
async function talkers(t: TestContext, count: number): Promise<{ peer: Socket; socket: Socket }[]> {
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const bound = server.address();
  assert.ok(bound !== null && typeof bound === 'object');
  const pairs: { peer: Socket; socket: Socket }[] = [];
  while (pairs.length < count) {
    const peer = connect(bound.port, '127.0.0.1');
    const [socket]: Socket[] = await once(server, 'connection');
    assert.ok(socket !== undefined);
    for (const end of [peer, socket]) end.on('error', () => {});
    peer.end(Buffer.alloc(LONG));
    t.after(() => {
      peer.destroy();
      socket.destroy();
    });
    pairs.push({ peer, socket });
  }
  return pairs;
}

test('who has much more to say than anybody hears is told the goodbye, and takes turns with the others', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const pairs = await talkers(t, 2);
  const heard = pairs.map(({ peer }) => Array.fromAsync(peer).then((pieces) => Buffer.concat(pieces).toString()));
  const sockets = pairs.map(({ socket }) => socket);
  for (const socket of sockets) {
    socket.write('goodbye\n');
    closeLingering(socket);
  }
  const read = (): number => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
  await eventually('nothing is read', () => sockets.every((socket) => socket.isPaused() || socket.closed));
  assert.ok(read() < LONG, 'nobody waits');
  for (let ticks = 0; sockets.some((socket) => !socket.closed); ticks++) {
    const before = read();
    t.mock.timers.tick(4);
    for (let turns = 0; turns < 10; turns++) await turn();
    assert.ok(read() - before <= PIECE, 'more than one piece at a time');
    assert.ok(ticks < 10_000, 'the end is never seen');
  }
  assert.equal(read(), 2 * LONG);
  assert.deepEqual(await Promise.all(heard), ['goodbye\n', 'goodbye\n']);
});

test('of more than sixty-four the first has been waited for long enough', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const sockets = (await talkers(t, 66)).map(({ socket }) => socket);
  for (const [index, socket] of sockets.entries()) {
    closeLingering(socket);
    await eventually('nothing is read', () => socket.isPaused());
    assert.equal(
      sockets.findIndex(({ destroyed }) => !destroyed),
      Math.max(0, index - 63),
    );
  }
  assert.equal(sockets.filter(({ destroyed }) => destroyed).length, 2);
});
