import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { connect as secure } from 'node:tls';
import { certificate } from '../../../test/support/server/test-certificate.ts';
import { TlsTerminator } from './tls-terminator.ts';

/** A paused, accepted socket, and the client's socket. */
async function accepted(t: TestContext): Promise<{ socket: Socket; client: Socket }> {
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  assert(bound !== null && typeof bound === 'object');
  const client = connect(bound.port, '127.0.0.1').on('error', () => {});
  const [socket]: Socket[] = await once(server, 'connection');
  assert(socket !== undefined);
  socket.on('error', () => {});
  t.after(() => {
    client.destroy();
    socket.destroy();
    server.close();
  });
  return { socket, client };
}

/** Starts the handshake. Returns a list to which the result is added. */
function startHandshake(socket: Socket): string[] {
  const results: string[] = [];
  new TlsTerminator(certificate('first')).start(socket, {
    done: (tlsSocket) => results.push(`done: ${tlsSocket.getProtocol()}`),
    failed: ({ message }) => results.push(`failed: ${message}`),
  });
  return results;
}

test('a handshake fails after 10 s, even if bytes arrive', async (t) => {
  const { socket, client } = await accepted(t);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const results = startHandshake(socket);
  for (const byte of [0x16, 0x03, 0x01]) {
    client.write(Uint8Array.of(byte));
    t.mock.timers.tick(3_333);
    await new Promise(setImmediate);
    assert(!socket.destroyed);
  }
  t.mock.timers.tick(1);
  assert(socket.destroyed);
  assert.deepEqual(results, ['failed: the handshake took too long']);
});

test('there is no time limit any more after the handshake', async (t) => {
  const { socket, client } = await accepted(t);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const results = startHandshake(socket);
  await once(secure({ socket: client, host: 'localhost', ca: certificate('first').ca }), 'secureConnect');
  while (results.length === 0) await new Promise(setImmediate);
  t.mock.timers.tick(20_000);
  assert(!socket.destroyed);
  assert.deepEqual(results, ['done: TLSv1.3']);
});
