import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { connect as secure } from 'node:tls';
import { certificate } from '../../../test/support/server/test-certificate.ts';
import { TlsServer } from './tls-server.ts';

/** A socket that was accepted, paused, and the client's end of it. */
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

/** Takes the socket over, and notes what becomes of it. */
function take(socket: Socket): string[] {
  const told: string[] = [];
  new TlsServer(certificate('first')).start(socket, {
    done: (inside) => told.push(`done: ${inside.getProtocol()}`),
    failed: ({ message }) => told.push(`failed: ${message}`),
  });
  return told;
}

test('a handshake has 10 s, however slowly it goes on', async (t) => {
  const { socket, client } = await accepted(t);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const told = take(socket);
  for (const byte of [0x16, 0x03, 0x01]) {
    client.write(Uint8Array.of(byte));
    t.mock.timers.tick(3_333);
    await new Promise(setImmediate);
    assert(!socket.destroyed);
  }
  t.mock.timers.tick(1);
  assert(socket.destroyed);
  assert.deepEqual(told, ['failed: it takes too long']);
});

test('once it is done nobody waits for it any more', async (t) => {
  const { socket, client } = await accepted(t);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const told = take(socket);
  await once(secure({ socket: client, host: 'localhost', ca: certificate('first').ca }), 'secureConnect');
  while (told.length === 0) await new Promise(setImmediate);
  t.mock.timers.tick(20_000);
  assert(!socket.destroyed);
  assert.deepEqual(told, ['done: TLSv1.3']);
});
