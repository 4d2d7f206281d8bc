import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { systemClock } from '../../../src/clock.ts';
import { TapProxy } from '../../../src/tap/tap-proxy.ts';
import { TapRecorder } from '../../../src/tap/tap-recorder.ts';
import { TAP_PROTOCOLS } from '../../support/protocols/loaded-protocols.ts';

interface Context {
  after(clean: () => Promise<void>): void;
}

/** Connections of clients to a server through a tap, and the lines that the tap has written. */
class TappedConnections {
  readonly written: string[] = [];
  readonly #accepted: Socket[] = [];
  readonly #listener = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {});
    this.#accepted.push(socket);
  });
  #tap: TapProxy | undefined;
  #port = 0;

  static async open(context: Context): Promise<TappedConnections> {
    const tapped = new TappedConnections();
    tapped.#listener.listen(0, '127.0.0.1');
    await once(tapped.#listener, 'listening');
    const bound = tapped.#listener.address();
    assert(bound !== null && typeof bound === 'object');
    const { written } = tapped;
    const tap = await TapProxy.open({
      listen: { host: '127.0.0.1', port: 0 },
      to: { host: '127.0.0.1', port: bound.port },
      recorder: new TapRecorder(
        'a conversation',
        { show: () => {}, write: (line) => void written.push(line) },
        systemClock.now(),
        TAP_PROTOCOLS,
      ),
      clock: systemClock,
    });
    tapped.#tap = tap;
    tapped.#port = Number(tap.address.split(':').at(-1));
    context.after(async () => {
      tapped.stopServer();
      await tap.stop();
    });
    return tapped;
  }

  /** Connects a client to the tap. If the server has stopped, the client has no server. */
  dial(localAddress = '127.0.0.1'): Socket {
    const client = connect({ host: '127.0.0.1', port: this.#port, localAddress, allowHalfOpen: true });
    client.on('error', () => {});
    return client;
  }

  async connect(localAddress?: string): Promise<{ client: Socket; server: Socket }> {
    const client = this.dial(localAddress);
    if (this.#accepted.length === 0) await once(this.#listener, 'connection');
    return { client, server: this.#accepted.shift()! };
  }

  whenIdle(): Promise<void> {
    return this.#tap!.idle();
  }

  stopServer(): void {
    this.#listener.close();
  }
}

/** All bytes until the other side ends the connection. */
async function readToEnd(socket: Socket): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of socket) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('the tap forwards', { timeout: 120_000 }, () => {
  test('every byte of both sides, in packets of any size', async (context) => {
    const tapped = await TappedConnections.open(context);
    const texts = fc.constantFrom(
      'CORE.HELLO~a\n',
      'GO a 5\r\n',
      '\n',
      ' ',
      'go 0.1.0\n',
      '0\0\0\0\n\x16\x03',
      'é',
      '\xff',
    );
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 50 }),
      texts.map((text) => Buffer.from(text, 'latin1')),
    );
    const pieces = fc.array(piece, { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(pieces, pieces, async (toServer, toClient) => {
        const { client, server } = await tapped.connect();
        const received = Promise.all([readToEnd(server), readToEnd(client)]);
        for (let index = 0; index < Math.max(toServer.length, toClient.length); index++) {
          client.write(toServer[index] ?? '');
          server.write(toClient[index] ?? '');
          await new Promise((resolve) => setImmediate(resolve));
        }
        client.end();
        server.end();
        assert.deepEqual(await received, [Buffer.concat(toServer), Buffer.concat(toClient)]);
      }),
      { numRuns: 40 },
    );
    for (const line of tapped.written)
      assert.match(line, /^#|^recorded$|^wait |^server closes|says no more$|disconnects$|: /);
  });

  test('the end of one side while the other side still sends', async (context) => {
    const tapped = await TappedConnections.open(context);
    const { client, server } = await tapped.connect();
    client.end('HELO ann\n');
    assert.equal(String(await readToEnd(server)), 'HELO ann\n');
    server.end('OK\n');
    assert.equal(String(await readToEnd(client)), 'OK\n');
    assert.deepEqual(tapped.written.slice(-5), [
      'connect a: daigo',
      'a: HELO ann',
      'a says no more',
      'server --> a: OK',
      'server closes a',
    ]);
  });

  test('only as fast as the other side reads', async (context) => {
    const tapped = await TappedConnections.open(context);
    const { client, server } = await tapped.connect();
    server.pause();
    const piece = Buffer.alloc(1 << 20, 'x');
    let sent = 0;
    // Only the limited buffers of four sockets and two streams hold unread bytes. The tap stores no more in memory.
    while (client.write(piece) || (await drained(client))) sent += piece.length;
    assert(sent < 200 << 20, `${sent} bytes were sent that the server has not read`);
    client.end();
    assert.equal((await readToEnd(server)).length, sent + piece.length);
    server.end();
  });

  test('a reset of the connection by either side', async (context) => {
    const tapped = await TappedConnections.open(context);
    const first = await tapped.connect();
    first.client.write('HELO ann\n');
    await once(first.server, 'data');
    first.client.resetAndDestroy();
    await once(first.server, 'end');
    first.server.end();
    const second = await tapped.connect();
    second.client.write('HELO bob\n');
    await once(second.server, 'data');
    second.server.resetAndDestroy();
    const quiet = tapped.whenIdle();
    second.client.resume();
    await once(second.client, 'end');
    second.client.end();
    await quiet;
    assert.deepEqual(
      tapped.written.filter((line) => /disconnects|closes/.test(line)),
      ['a disconnects', 'server closes b'],
    );
  });

  test('the address of a client on this machine', async (context) => {
    const tapped = await TappedConnections.open(context);
    const { client, server } = await tapped.connect('127.0.0.9');
    assert.equal(server.remoteAddress, '127.0.0.9');
    client.end('HELO ann\n');
    await readToEnd(server);
    server.end();
    assert(tapped.written.includes('connect a: daigo from 127.0.0.9'));
  });

  test('nothing without a server, and reports this', async (context) => {
    const tapped = await TappedConnections.open(context);
    tapped.stopServer();
    const client = tapped.dial();
    await readToEnd(client);
    assert.equal(tapped.written.at(-1), '# a: no connection to the server: connection refused');
  });
});

/** Whether the socket has drained within 300 ms. */
async function drained(socket: Socket): Promise<boolean> {
  const timeout = AbortSignal.timeout(300);
  return await once(socket, 'drain', { signal: timeout }).then(
    () => true,
    () => false,
  );
}
