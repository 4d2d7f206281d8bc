import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { InMemoryServer } from '../../../test/support/server/in-memory-server.ts';
import type { Connection } from './transport.ts';

/** A client whose bytes arrive only while it is listened to, as a socket's do. */
class Client {
  readonly #connection: Connection;
  #received: Uint8Array[] = [];
  #waiting: Buffer[] = [];
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

  say(...packets: (string | Uint8Array)[]): void {
    this.#waiting.push(...packets.map((packet) => Buffer.from(packet)));
    while (!this.paused) {
      const packet = this.#waiting.shift();
      if (packet === undefined) return;
      this.#connection.receive(packet);
    }
  }

  /** What it has been told since the last time. */
  heard(): Buffer {
    return Buffer.concat(this.#received.splice(0));
  }
}

async function open(): Promise<InMemoryServer> {
  const server = new InMemoryServer();
  await server.start();
  return server;
}

describe('a client that says more than is read', () => {
  test('may take its time over the longest message that there is', async () => {
    const client = new Client(await open(), 'gomokurs');
    const version = Buffer.from('0a00000005302e312e30', 'hex');
    const longest = Buffer.concat([Buffer.from('1000010000', 'hex'), Buffer.alloc(65_536, 'x')]);
    const chunks = [longest.subarray(0, 65_000), longest.subarray(65_000, -1), longest.subarray(-1)];
    client.say(version, ...chunks, version);
    assert.equal(client.paused, false);
    assert.equal(client.heard().toString('latin1'), '\x00\x09\x00\x00\x00\x1dthe version is agreed already');
  });

  test('is not listened to while it is far ahead of an answer, and then gets all of its answers', async () => {
    const server = await open();
    const [anne, bob] = [new Client(server, 'nu6'), new Client(server, 'nu6')];
    anne.say('CORE.HELLO~anne\nCORE.NEWGAME~9\n');
    bob.say('CORE.HELLO~bob\nCORE.NEWGAME~9\n');
    await server.clock.settle();
    anne.heard();
    const lines = `${'x'.repeat(999)}\n`.repeat(40);
    anne.say('CORE.MOVE~0\n', lines, lines, lines);
    assert.equal(anne.paused, true);
    assert.equal(anne.heard().toString(), '');
    await server.clock.settle();
    assert.equal(anne.paused, false);
    // What had to wait arrives now.
    anne.say();
    await server.clock.settle();
    assert.equal(anne.heard().toString(), `CORE.MOVE~0\n${`CORE.ERROR~PROTOCOL~${'x'.repeat(999)}\n`.repeat(120)}`);
  });
});
