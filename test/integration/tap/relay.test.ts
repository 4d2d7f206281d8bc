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

/** Two ends with a tap between them, and what it has written. */
class Wire {
  readonly written: string[] = [];
  readonly #accepted: Socket[] = [];
  readonly #listener = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {});
    this.#accepted.push(socket);
  });
  #tap: TapProxy | undefined;
  #port = 0;

  static async lay(context: Context): Promise<Wire> {
    const wire = new Wire();
    wire.#listener.listen(0, '127.0.0.1');
    await once(wire.#listener, 'listening');
    const bound = wire.#listener.address();
    assert(bound !== null && typeof bound === 'object');
    const { written } = wire;
    const tap = await TapProxy.open({
      listen: { host: '127.0.0.1', port: 0 },
      to: { host: '127.0.0.1', port: bound.port },
      recorder: new TapRecorder(
        'a wire',
        { show: () => {}, write: (line) => void written.push(line) },
        systemClock.now(),
        TAP_PROTOCOLS,
      ),
      clock: systemClock,
    });
    wire.#tap = tap;
    wire.#port = Number(tap.address.split(':').at(-1));
    context.after(async () => {
      wire.hangUp();
      await tap.stop();
    });
    return wire;
  }

  /** A client, without anybody at the other end where nobody listens. */
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

  quiet(): Promise<void> {
    return this.#tap!.idle();
  }

  hangUp(): void {
    this.#listener.close();
  }
}

/** Everything that comes until the other side says no more. */
async function all(socket: Socket): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of socket) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('the tap hands on', { timeout: 120_000 }, () => {
  test('every byte of both sides as it is, however it comes', async (context) => {
    const wire = await Wire.lay(context);
    const words = fc.constantFrom(
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
      words.map((text) => Buffer.from(text, 'latin1')),
    );
    const pieces = fc.array(piece, { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(pieces, pieces, async (toServer, toClient) => {
        const { client, server } = await wire.connect();
        const heard = Promise.all([all(server), all(client)]);
        for (let index = 0; index < Math.max(toServer.length, toClient.length); index++) {
          client.write(toServer[index] ?? '');
          server.write(toClient[index] ?? '');
          await new Promise((resolve) => setImmediate(resolve));
        }
        client.end();
        server.end();
        assert.deepEqual(await heard, [Buffer.concat(toServer), Buffer.concat(toClient)]);
      }),
      { numRuns: 40 },
    );
    for (const line of wire.written)
      assert.match(line, /^#|^recorded$|^wait |^server closes|says no more$|disconnects$|: /);
  });

  test('the end of what one side says, while the other goes on', async (context) => {
    const wire = await Wire.lay(context);
    const { client, server } = await wire.connect();
    client.end('HELO ann\n');
    assert.equal(String(await all(server)), 'HELO ann\n');
    server.end('OK\n');
    assert.equal(String(await all(client)), 'OK\n');
    assert.deepEqual(wire.written.slice(-5), [
      'connect a: daigo',
      'a: HELO ann',
      'a says no more',
      'server --> a: OK',
      'server closes a',
    ]);
  });

  test('no more than the other side reads', async (context) => {
    const wire = await Wire.lay(context);
    const { client, server } = await wire.connect();
    server.pause();
    const piece = Buffer.alloc(1 << 20, 'x');
    let sent = 0;
    // The buffers of four sockets and two streams are finite; so many bytes are not in memory of the tap.
    while (client.write(piece) || (await drained(client))) sent += piece.length;
    assert(sent < 200 << 20, `${sent} bytes went nowhere`);
    client.end();
    assert.equal((await all(server)).length, sent + piece.length);
    server.end();
  });

  test('a break, from either side', async (context) => {
    const wire = await Wire.lay(context);
    const first = await wire.connect();
    first.client.write('HELO ann\n');
    await once(first.server, 'data');
    first.client.resetAndDestroy();
    await once(first.server, 'end');
    first.server.end();
    const second = await wire.connect();
    second.client.write('HELO bob\n');
    await once(second.server, 'data');
    second.server.resetAndDestroy();
    const quiet = wire.quiet();
    second.client.resume();
    await once(second.client, 'end');
    second.client.end();
    await quiet;
    assert.deepEqual(
      wire.written.filter((line) => /disconnects|closes/.test(line)),
      ['a disconnects', 'server closes b'],
    );
  });

  test('the address of a client of this machine', async (context) => {
    const wire = await Wire.lay(context);
    const { client, server } = await wire.connect('127.0.0.9');
    assert.equal(server.remoteAddress, '127.0.0.9');
    client.end('HELO ann\n');
    await all(server);
    server.end();
    assert(wire.written.includes('connect a: daigo from 127.0.0.9'));
  });

  test('nothing where nobody is, and tells of it', async (context) => {
    const wire = await Wire.lay(context);
    wire.hangUp();
    const client = wire.dial();
    await all(client);
    assert.equal(wire.written.at(-1), '# a: no connection to the server: nobody listens there');
  });
});

/** Whether it could be written on within a moment. */
async function drained(socket: Socket): Promise<boolean> {
  const patience = AbortSignal.timeout(300);
  return await once(socket, 'drain', { signal: patience }).then(
    () => true,
    () => false,
  );
}
