import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import type { Transport } from '../hub/transport.ts';
import { serveSocket } from './socket-transport.ts';

/** The server's end of a connection over TCP, before it is served. */
async function accepted(t: TestContext): Promise<Socket> {
  const server = createServer({ allowHalfOpen: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  assert.ok(bound !== null && typeof bound === 'object');
  const peer = connect(bound.port, '127.0.0.1');
  const [socket]: Socket[] = await once(server, 'connection');
  assert.ok(socket !== undefined);
  t.after(() => {
    peer.destroy();
    socket.destroy();
    server.close();
  });
  return socket;
}

/** Serves a socket, and gives its link and the address that was told. */
function serve(socket: Socket): { link: Transport; address: string } {
  const served: { link?: Transport; address?: string } = {};
  serveSocket(socket, 'c1', (address, link) => {
    Object.assign(served, { address, link });
    return { receive: () => {}, finish: () => {}, lost: () => {} };
  });
  const { link, address } = served;
  assert.ok(link !== undefined && address !== undefined);
  return { link, address };
}

// DESIGN section 4: more than 1 MiB of unread output closes the connection.
test('a client may leave 1 MiB unread, and not a byte more', async (t) => {
  const socket = await accepted(t);
  const { link } = serve(socket);
  // What is corked stays with us, as if the client read nothing and no buffer on the way took any of it.
  socket.cork();
  link.send(Buffer.alloc(1 << 20));
  assert.equal(socket.destroyed, false);
  link.send(Buffer.alloc(1));
  assert.equal(socket.destroyed, true);
});

// DESIGN section 3.
test('TCP asks whether a client is still there after 30 s of silence', async (t) => {
  const socket = await accepted(t);
  const asked = t.mock.method(socket, 'setKeepAlive');
  serve(socket);
  assert.deepEqual(asked.mock.calls[0]?.arguments, [true, 30_000]);
});

test('an IPv4 address is the same address through a socket of IPv6', () => {
  const addresses = ['::ffff:192.0.2.1', '192.0.2.1', '::1', '::ffff:c000:201'].map((remoteAddress) => {
    const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
    return serve(socket).address;
  });
  assert.deepEqual(addresses, ['192.0.2.1', '192.0.2.1', '::1', '::ffff:c000:201']);
});
