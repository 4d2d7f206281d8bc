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

/** Serves a socket. Returns its transport and the client's address. */
function serve(socket: Socket): { transport: Transport; address: string } {
  const served: { transport?: Transport; address?: string } = {};
  serveSocket(socket, 'c1', (address, transport) => {
    Object.assign(served, { address, transport });
    return { receive: () => {}, finish: () => {}, lost: () => {} };
  });
  const { transport, address } = served;
  assert.ok(transport !== undefined && address !== undefined);
  return { transport, address };
}

// DESIGN section 4: more than 1 MiB of unread output closes the connection.
test('a client that leaves more than 1 MiB unread is disconnected', async (t) => {
  const socket = await accepted(t);
  const { transport } = serve(socket);
  // Corked bytes stay in the process, as if the client read nothing and no buffer on the way had room.
  socket.cork();
  transport.send(Buffer.alloc(1 << 20));
  assert.equal(socket.destroyed, false);
  transport.send(Buffer.alloc(1));
  assert.equal(socket.destroyed, true);
});

// DESIGN section 3.
test('TCP keepalive starts after 30 s of silence', async (t) => {
  const socket = await accepted(t);
  const setKeepAlive = t.mock.method(socket, 'setKeepAlive');
  serve(socket);
  assert.deepEqual(setKeepAlive.mock.calls[0]?.arguments, [true, 30_000]);
});

test('an IPv4-mapped IPv6 address is shown as IPv4', () => {
  const addresses = ['::ffff:192.0.2.1', '192.0.2.1', '::1', '::ffff:c000:201'].map((remoteAddress) => {
    const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
    return serve(socket).address;
  });
  assert.deepEqual(addresses, ['192.0.2.1', '192.0.2.1', '::1', '::ffff:c000:201']);
});
