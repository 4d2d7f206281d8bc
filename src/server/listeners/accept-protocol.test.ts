import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { InMemoryConnections } from '../../../test/support/server/in-memory-connections.ts';
import { acceptAnyProtocol } from './accept-protocol.ts';

const CLOSED = 'you: (closed)';

async function connected(listener?: string): Promise<InMemoryConnections> {
  const clients = await InMemoryConnections.open();
  clients.connect('you', listener);
  return clients;
}

describe('the plain port', () => {
  test('detects the protocol from the first bytes, which the session gets too', async () => {
    for (const [sent, answer] of [
      ['CORE.HELLO~alice\n', 'you: CORE.HELLO'],
      ['GO ned 9\n', 'you: WAITING'],
      ['PLAYER ned\nGO 9\n', 'you: WAITING'],
      ['HELO dora\n', 'you: OK'],
      ['go 0.1.0\n', 'you: ok 0.1.0'],
    ] as const) {
      const clients = await connected();
      clients.send('you', Buffer.from(sent));
      assert.equal(clients.takeReceived()[0], answer);
    }
  });

  test('detects the protocol byte by byte, after white space', async () => {
    const clients = await connected();
    for (const byte of Buffer.from(' \r\n\nHELO dora\nLIST\n')) clients.send('you', Uint8Array.of(byte));
    assert.deepEqual(clients.takeReceived(), ['you: OK', 'you: GAMES']);
  });

  test('accepts gomokurs in both versions', async () => {
    for (const [first, version] of [
      [0x0a, '0.1.0'],
      [0x0c, '0.2.0'],
    ] as const) {
      const clients = await connected();
      clients.send('you', Uint8Array.of(first, 0, 0, 0, 5), Buffer.from(version));
      assert.deepEqual(clients.takeReceived(), ['you: \u0000']);
    }
  });

  test('sends a line with its protocols to a client of an unknown protocol, and closes the connection', async () => {
    const clients = await connected();
    clients.send('you', 'QUIT');
    const received = clients.takeReceived();
    assert.equal(received.length, 2);
    for (const name of ['remastered', 'nu6', 'daigo', 'nedap', 'gomokurs']) assert(received[0]?.includes(name), name);
    assert.equal(received[1], CLOSED);
    clients.send('you', 'HELO dora');
    assert.deepEqual(clients.takeReceived(), [], 'later bytes must be ignored');
  });

  test('closes as soon as no protocol can match, and after 256 bytes at the latest', async () => {
    const clients = await connected();
    clients.send('you', Buffer.from('X'));
    assert.equal(clients.takeReceived().at(-1), CLOSED);
    clients.connect('you');
    clients.send('you', Buffer.alloc(255, ' '));
    assert.deepEqual(clients.takeReceived(), []);
    clients.send('you', Buffer.from(' '));
    assert.equal(clients.takeReceived().at(-1), CLOSED);
  });

  test('sends a browser an HTTP response if there is no page', async () => {
    const clients = await connected();
    clients.send('you', 'GET / HTTP/1.1\r', 'Host: here\r', '\r');
    const received = clients.takeReceived();
    assert.equal(received[0], 'you: HTTP/1.1 501 Not Implemented\r');
    assert(received.includes('you: Connection: close\r'));
    assert.equal(received.at(-1), CLOSED);
  });

  test('hands the connection of a browser over with its first bytes, and ignores it afterwards', async () => {
    const clients = await InMemoryConnections.open();
    const calls: string[] = [];
    const accept = acceptAnyProtocol(clients.hub, clients.clock, new Map());
    const connection = accept('192.0.2.1', {
      id: 'c1',
      send: () => calls.push('sent'),
      close: () => calls.push('closed'),
      pause: () => {},
      handOver: (firstBytes) => calls.push(Buffer.from(firstBytes).toString()) > 0,
    });
    for (const part of ['GE', 'T /games', ' HTTP/1.1\r\n']) connection.receive(Buffer.from(part));
    assert.deepEqual(calls, ['GET /games'], 'later bytes are for the web server');
    connection.finish();
    connection.lost();
    await clients.clock.advance(60_000);
    assert.equal(calls.length, 1);
  });

  test('closes the connection on a TLS handshake if it has no certificate', async () => {
    const clients = await connected();
    clients.send('you', Uint8Array.of(0x16, 0x03, 0x01));
    assert.equal(clients.takeReceived().at(-1), CLOSED);
  });

  test('counts a client as a player only after the protocol is detected', async () => {
    const clients = await connected();
    clients.send('you', Buffer.from('HEL'));
    assert.equal(clients.hub.statistics.players, 0);
    clients.send('you', 'O dora');
    assert.equal(clients.hub.statistics.players, 1);
  });
});

describe('before the protocol is detected, the plain port', () => {
  test('closes a connection after 30 s of silence, without a message', async () => {
    const clients = await connected();
    await clients.clock.advance(29_999);
    assert.deepEqual(clients.takeReceived(), []);
    await clients.clock.advance(1);
    assert.deepEqual(clients.takeReceived(), [CLOSED]);
  });

  test('starts the 30 s again with every byte', async () => {
    const clients = await connected();
    await clients.clock.advance(20_000);
    clients.send('you', Buffer.from('HE'));
    await clients.clock.advance(29_999);
    assert.deepEqual(clients.takeReceived(), []);
    await clients.clock.advance(1);
    assert.deepEqual(clients.takeReceived(), [CLOSED]);
  });

  test('closes a connection after 60 s even if bytes arrive', async () => {
    const clients = await connected();
    for (const byte of 'CORE') {
      clients.send('you', Buffer.from(byte));
      await clients.clock.advance(14_999);
    }
    assert.deepEqual(clients.takeReceived(), []);
    await clients.clock.advance(4);
    assert.deepEqual(clients.takeReceived(), [CLOSED]);
  });

  test('has no time limit any more once the protocol is known', async () => {
    const clients = await connected();
    clients.send('you', 'HELO dora');
    assert.deepEqual(clients.takeReceived(), ['you: OK']);
    await clients.clock.advance(600_000);
    assert.deepEqual(clients.takeReceived(), []);
  });

  test('does nothing after the client has disconnected or closed its sending side', async () => {
    const clients = await connected();
    clients.connection('you').lost();
    await clients.clock.advance(60_000);
    assert.deepEqual(clients.takeReceived(), []);
    clients.connect('you');
    clients.connection('you').finish();
    assert.deepEqual(clients.takeReceived(), [CLOSED]);
    await clients.clock.advance(60_000);
    assert.deepEqual(clients.takeReceived(), []);
  });
});

describe('a listener of one protocol', () => {
  test('uses its protocol for all bytes', async () => {
    const clients = await connected('daigo');
    clients.send('you', 'GO ned 9', 'HELO dora');
    assert.deepEqual(clients.takeReceived(), ['you: ERROR -1', 'you: OK']);
  });

  test('waits ten minutes for the first byte', async () => {
    const clients = await connected('daigo');
    await clients.clock.advance(599_999);
    assert.deepEqual(clients.takeReceived(), []);
    await clients.clock.advance(1);
    assert.deepEqual(clients.takeReceived(), ['you: (closed)']);
  });
});
