import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { eventually } from '../../../test/support/eventually.ts';
import { closeLingering } from './lingering-close.ts';

const LONG = 1 << 20;
/** Bytes that Node reads at once, and as many that it has read ahead. */
const PIECE = 2 * 65_536;

/** Opens connections whose peers send `LONG` bytes. Returns both ends of each. */
async function connectSenders(t: TestContext, count: number): Promise<{ peer: Socket; socket: Socket }[]> {
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

test('peers that send much data receive the last bytes, and their data is discarded in turns', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const pairs = await connectSenders(t, 2);
  const received = pairs.map(({ peer }) => Array.fromAsync(peer).then((pieces) => Buffer.concat(pieces).toString()));
  const sockets = pairs.map(({ socket }) => socket);
  for (const socket of sockets) {
    socket.write('goodbye\n');
    closeLingering(socket);
  }
  const read = (): number => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
  await eventually('all sockets are paused', () => sockets.every((socket) => socket.isPaused() || socket.closed));
  assert.ok(read() < LONG, 'too much is read at once');
  for (let ticks = 0; sockets.some((socket) => !socket.closed); ticks++) {
    const before = read();
    t.mock.timers.tick(4);
    for (let turns = 0; turns < 10; turns++) await turn();
    assert.ok(read() - before <= PIECE, 'more than one piece is read at a time');
    assert.ok(ticks < 10_000, 'the sockets are never closed');
  }
  assert.equal(read(), 2 * LONG);
  assert.deepEqual(await Promise.all(received), ['goodbye\n', 'goodbye\n']);
});

test('if more than 64 sockets wait, the first is destroyed', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const sockets = (await connectSenders(t, 66)).map(({ socket }) => socket);
  for (const [index, socket] of sockets.entries()) {
    closeLingering(socket);
    await eventually('the socket is paused', () => socket.isPaused());
    assert.equal(
      sockets.findIndex(({ destroyed }) => !destroyed),
      Math.max(0, index - 63),
    );
  }
  assert.equal(sockets.filter(({ destroyed }) => destroyed).length, 2);
});
