import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { InMemoryConnections } from '../../../test/support/server/in-memory-connections.ts';
import { acceptAnyProtocol } from './accept-protocol.ts';

const CLOSED = 'you: (closed)';

async function called(listener?: string): Promise<InMemoryConnections> {
  const callers = await InMemoryConnections.open();
  callers.dial('you', listener);
  return callers;
}

describe('the plain port', () => {
  test('speaks the protocol that the first bytes show, and hands on all of them', async () => {
    for (const [said, answered] of [
      ['CORE.HELLO~alice\n', 'you: CORE.HELLO'],
      ['GO ned 9\n', 'you: WAITING'],
      ['PLAYER ned\nGO 9\n', 'you: WAITING'],
      ['HELO dora\n', 'you: OK'],
      ['go 0.1.0\n', 'you: ok 0.1.0'],
    ] as const) {
      const callers = await called();
      callers.says('you', Buffer.from(said));
      assert.equal(callers.told()[0], answered);
    }
  });

  test('hears the same byte by byte, with blank space before', async () => {
    const callers = await called();
    for (const byte of Buffer.from(' \r\n\nHELO dora\nLIST\n')) callers.says('you', Uint8Array.of(byte));
    assert.deepEqual(callers.told(), ['you: OK', 'you: GAMES']);
  });

  test('accepts gomokurs in both versions', async () => {
    for (const [first, version] of [
      [0x0a, '0.1.0'],
      [0x0c, '0.2.0'],
    ] as const) {
      const callers = await called();
      callers.says('you', Uint8Array.of(first, 0, 0, 0, 5), Buffer.from(version));
      assert.deepEqual(callers.told(), ['you: \u0000']);
    }
  });

  test('says in one plain line what is spoken here to whoever speaks none of it, and closes', async () => {
    const callers = await called();
    callers.says('you', 'QUIT');
    const told = callers.told();
    assert.equal(told.length, 2);
    for (const name of ['remastered', 'nu6', 'daigo', 'nedap', 'gomokurs']) assert(told[0]?.includes(name), name);
    assert.equal(told[1], CLOSED);
    callers.says('you', 'HELO dora');
    assert.deepEqual(callers.told(), [], 'nobody listens any more');
  });

  test('says so as soon as nothing known can come of it, and after 256 bytes at the latest', async () => {
    const callers = await called();
    callers.says('you', Buffer.from('X'));
    assert.equal(callers.told().at(-1), CLOSED);
    callers.dial('you');
    callers.says('you', Buffer.alloc(255, ' '));
    assert.deepEqual(callers.told(), []);
    callers.says('you', Buffer.from(' '));
    assert.equal(callers.told().at(-1), CLOSED);
  });

  test('tells a browser in its own protocol that there is no page, where there is none', async () => {
    const callers = await called();
    callers.says('you', 'GET / HTTP/1.1\r', 'Host: here\r', '\r');
    const told = callers.told();
    assert.equal(told[0], 'you: HTTP/1.1 501 Not Implemented\r');
    assert(told.includes('you: Connection: close\r'));
    assert.equal(told.at(-1), CLOSED);
  });

  test('hands a browser over with all that it said, and hears no more of it', async () => {
    const callers = await InMemoryConnections.open();
    const told: string[] = [];
    const reception = acceptAnyProtocol(callers.hub, callers.clock, new Map());
    const connection = reception('192.0.2.1', {
      id: 'c1',
      send: () => told.push('sent'),
      close: () => told.push('closed'),
      pause: () => {},
      handOver: (said) => told.push(Buffer.from(said).toString()) > 0,
    });
    for (const part of ['GE', 'T /games', ' HTTP/1.1\r\n']) connection.receive(Buffer.from(part));
    assert.deepEqual(told, ['GET /games'], 'the rest is read by whoever has the connection now');
    connection.finish();
    connection.lost();
    await callers.clock.advance(60_000);
    assert.equal(told.length, 1);
  });

  test('closes a TLS handshake where it has no certificate', async () => {
    const callers = await called();
    callers.says('you', Uint8Array.of(0x16, 0x03, 0x01));
    assert.equal(callers.told().at(-1), CLOSED);
  });

  test('counts nobody as a player before it knows what they speak', async () => {
    const callers = await called();
    callers.says('you', Buffer.from('HEL'));
    assert.equal(callers.hub.statistics.players, 0);
    callers.says('you', 'O dora');
    assert.equal(callers.hub.statistics.players, 1);
  });
});

describe('silence on the plain port', () => {
  test('of 30 s closes, without a word', async () => {
    const callers = await called();
    await callers.clock.advance(29_999);
    assert.deepEqual(callers.told(), []);
    await callers.clock.advance(1);
    assert.deepEqual(callers.told(), [CLOSED]);
  });

  test('is over with every byte', async () => {
    const callers = await called();
    await callers.clock.advance(20_000);
    callers.says('you', Buffer.from('HE'));
    await callers.clock.advance(29_999);
    assert.deepEqual(callers.told(), []);
    await callers.clock.advance(1);
    assert.deepEqual(callers.told(), [CLOSED]);
  });

  test('broken by a byte now and then closes after 60 s all the same', async () => {
    const callers = await called();
    for (const byte of 'CORE') {
      callers.says('you', Buffer.from(byte));
      await callers.clock.advance(14_999);
    }
    assert.deepEqual(callers.told(), []);
    await callers.clock.advance(4);
    assert.deepEqual(callers.told(), [CLOSED]);
  });

  test('is nobody’s business once the protocol is known', async () => {
    const callers = await called();
    callers.says('you', 'HELO dora');
    assert.deepEqual(callers.told(), ['you: OK']);
    await callers.clock.advance(600_000);
    assert.deepEqual(callers.told(), []);
  });

  test('of somebody who hung up, or says no more, leads to nothing', async () => {
    const callers = await called();
    callers.connection('you').lost();
    await callers.clock.advance(60_000);
    assert.deepEqual(callers.told(), []);
    callers.dial('you');
    callers.connection('you').finish();
    assert.deepEqual(callers.told(), [CLOSED]);
    await callers.clock.advance(60_000);
    assert.deepEqual(callers.told(), []);
  });
});

describe('a listener of one protocol', () => {
  test('speaks it whatever comes', async () => {
    const callers = await called('daigo');
    callers.says('you', 'GO ned 9', 'HELO dora');
    assert.deepEqual(callers.told(), ['you: ERROR -1', 'you: OK']);
  });

  test('waits ten minutes for the first byte', async () => {
    const callers = await called('daigo');
    await callers.clock.advance(599_999);
    assert.deepEqual(callers.told(), []);
    await callers.clock.advance(1);
    assert.deepEqual(callers.told(), ['you: (closed)']);
  });
});
