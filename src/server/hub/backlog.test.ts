import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { InMemoryServer } from '../../../test/support/server/in-memory-server.ts';
import type { TransportCallbacks } from './transport.ts';

/** A client whose bytes arrive only while the connection is not paused, as with a socket. */
class Client {
  readonly #connection: TransportCallbacks;
  #received: Uint8Array[] = [];
  readonly #unsent: Buffer[] = [];
  paused = false;

  constructor(server: InMemoryServer, listener: string) {
    this.#connection = server.reception(listener)('127.0.0.1', {
      id: 'c1',
      send: (bytes) => {
        this.#received.push(bytes);
      },
      close: () => {},
      pause: (paused) => {
        this.paused = paused;
      },
    });
  }

  /** Sends packets, and those that could not be sent before. */
  send(...packets: (string | Uint8Array)[]): void {
    this.#unsent.push(...packets.map((packet) => Buffer.from(packet)));
    while (!this.paused) {
      const packet = this.#unsent.shift();
      if (packet === undefined) return;
      this.#connection.receive(packet);
    }
  }

  /** Returns the bytes received since the last call. */
  takeReceived(): Buffer {
    return Buffer.concat(this.#received.splice(0));
  }
}

async function open(): Promise<InMemoryServer> {
  const server = new InMemoryServer();
  await server.start();
  return server;
}

describe('a client that sends more than is read', () => {
  test('is not paused while it sends the longest message', async () => {
    const client = new Client(await open(), 'gomokurs');
    const version = Buffer.from('0a00000005302e312e30', 'hex');
    const longest = Buffer.concat([Buffer.from('1000010000', 'hex'), Buffer.alloc(65_536, 'x')]);
    const chunks = [longest.subarray(0, 65_000), longest.subarray(65_000, -1), longest.subarray(-1)];
    client.send(version, ...chunks, version);
    assert.equal(client.paused, false);
    assert.equal(client.takeReceived().toString('latin1'), '\x00\x09\x00\x00\x00\x1dthe version is agreed already');
  });

  test('is paused while an answer is pending, and then gets all answers', async () => {
    const server = await open();
    const [anne, bob] = [new Client(server, 'nu6'), new Client(server, 'nu6')];
    anne.send('CORE.HELLO~anne\nCORE.NEWGAME~9\n');
    bob.send('CORE.HELLO~bob\nCORE.NEWGAME~9\n');
    await server.clock.settle();
    anne.takeReceived();
    const lines = `${'x'.repeat(999)}\n`.repeat(40);
    anne.send('CORE.MOVE~0\n', lines, lines, lines);
    assert.equal(anne.paused, true);
    assert.equal(anne.takeReceived().toString(), '');
    await server.clock.settle();
    assert.equal(anne.paused, false);
    // The packets that could not be sent arrive now.
    anne.send();
    await server.clock.settle();
    assert.equal(
      anne.takeReceived().toString(),
      `CORE.MOVE~0\n${`CORE.ERROR~PROTOCOL~${'x'.repeat(999)}\n`.repeat(120)}`,
    );
  });
});
