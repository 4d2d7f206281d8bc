import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { InMemoryConnections } from '../../../test/support/server/in-memory-connections.ts';
import { VirtualClock } from '../../../test/support/server/virtual-clock.ts';
import type { Decision } from '../../lobby/decision.ts';
import type { Input } from '../../lobby/input.ts';
import { Lobby } from '../../lobby/lobby.ts';

const MINUTE = 60_000;

describe('a client without a granted command', () => {
  test('is disconnected after ten minutes of silence', async () => {
    const clients = await InMemoryConnections.open();
    clients.connect('mallory');
    clients.send('mallory', 'CORE.PASS');
    clients.takeReceived();
    await clients.clock.advance(10 * MINUTE - 1);
    assert.deepEqual(clients.takeReceived(), []);
    await clients.clock.advance(1);
    assert.deepEqual(clients.takeReceived(), ['mallory: (closed)']);
    assert.equal(clients.hub.statistics.players, 0);
  });

  test('stays connected as long as it sends bytes', async () => {
    const clients = await InMemoryConnections.open();
    clients.connect('mallory');
    clients.send('mallory', 'CORE.PASS');
    await clients.clock.advance(9 * MINUTE);
    clients.send('mallory', 'CORE.PASS');
    clients.takeReceived();
    await clients.clock.advance(9 * MINUTE);
    assert.deepEqual(clients.takeReceived(), []);
    await clients.clock.advance(MINUTE);
    assert.deepEqual(clients.takeReceived(), ['mallory: (closed)']);
  });
});

test('a client with a name may be silent for any time', async () => {
  const clients = await InMemoryConnections.open();
  clients.connect('alice');
  clients.send('alice', 'CORE.HELLO~alice');
  clients.takeReceived();
  await clients.clock.advance(24 * 60 * MINUTE);
  assert.deepEqual(clients.takeReceived(), []);
});

test('a client that only observes the lobby may be silent for any time', async () => {
  const clients = await InMemoryConnections.open();
  clients.connect('watcher', 'web');
  clients.send('watcher', '{"kind":"observe"}');
  await clients.clock.settle();
  assert.match(clients.takeReceived().join(), /directory/);
  await clients.clock.advance(24 * 60 * MINUTE);
  assert.deepEqual(clients.takeReceived(), []);
});

describe('bytes that lead to no command', () => {
  /** Opens a server. `reports`: the times, in seconds, at which it reports such bytes to the lobby. */
  const open = async (): Promise<{ clients: InMemoryConnections; reports: number[] }> => {
    const reports: number[] = [];
    const start = new VirtualClock().now();
    class RecordingLobby extends Lobby {
      override step(input: Input, now: number): Decision {
        if (input.kind === 'bytes-received') reports.push((now - start) / 1000);
        return super.step(input, now);
      }
    }
    const clients = await InMemoryConnections.open({ newLobby: (options) => new RecordingLobby(options) });
    clients.connect('alice');
    clients.send('alice', 'CORE.HELLO~alice');
    await clients.settle();
    return { clients, reports };
  };

  test('are reported to the lobby at most once in 20 s, including the last ones', async () => {
    const { clients, reports } = await open();
    for (let second = 0; second < 50; second++) {
      await clients.clock.advance(1000);
      clients.send('alice', Buffer.of(0x43));
    }
    await clients.clock.advance(5 * MINUTE);
    assert.deepEqual(reports, [20, 40, 60]);
  });

  test('are not reported if they lead to a command', async () => {
    const { clients, reports } = await open();
    for (let count = 0; count < 10; count++) {
      await clients.clock.advance(15_000);
      clients.send('alice', 'CORE.PASS');
    }
    await clients.clock.advance(5 * MINUTE);
    assert.deepEqual(reports, []);
  });

  test('protect a client from being replaced for at least 60 s, and at most 80 s', async () => {
    for (const [silence, answer] of [
      [60_000, 'second: CORE.ERROR~NAMETAKEN'],
      [80_000, 'second: CORE.HELLO'],
    ] as const) {
      const { clients } = await open();
      await clients.clock.advance(1000);
      clients.send('alice', Buffer.of(0x43));
      await clients.clock.advance(silence - 1);
      clients.takeReceived();
      clients.connect('second');
      clients.send('second', 'CORE.HELLO~alice');
      await clients.settle();
      assert(
        clients.takeReceived().some((line) => line.startsWith(answer)),
        `after ${silence} ms: not ${answer}`,
      );
    }
  });
});
