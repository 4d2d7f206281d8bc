import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { InMemoryConnections } from '../../../test/support/server/in-memory-connections.ts';
import { VirtualClock } from '../../../test/support/server/virtual-clock.ts';
import type { Decision } from '../../lobby/decision.ts';
import type { Input } from '../../lobby/input.ts';
import { Lobby } from '../../lobby/lobby.ts';

const MINUTE = 60_000;

describe('who has come for nothing', () => {
  test('goes after ten minutes of silence', async () => {
    const callers = await InMemoryConnections.open();
    callers.dial('mallory');
    callers.says('mallory', 'CORE.PASS');
    callers.told();
    await callers.clock.advance(10 * MINUTE - 1);
    assert.deepEqual(callers.told(), []);
    await callers.clock.advance(1);
    assert.deepEqual(callers.told(), ['mallory: (closed)']);
    assert.equal(callers.hub.statistics.players, 0);
  });

  test('stays as long as it says something', async () => {
    const callers = await InMemoryConnections.open();
    callers.dial('mallory');
    callers.says('mallory', 'CORE.PASS');
    await callers.clock.advance(9 * MINUTE);
    callers.says('mallory', 'CORE.PASS');
    callers.told();
    await callers.clock.advance(9 * MINUTE);
    assert.deepEqual(callers.told(), []);
    await callers.clock.advance(MINUTE);
    assert.deepEqual(callers.told(), ['mallory: (closed)']);
  });
});

test('who has a name may be silent for as long as it likes', async () => {
  const callers = await InMemoryConnections.open();
  callers.dial('alice');
  callers.says('alice', 'CORE.HELLO~alice');
  callers.told();
  await callers.clock.advance(24 * 60 * MINUTE);
  assert.deepEqual(callers.told(), []);
});

test('who only watches may be silent for as long as it likes', async () => {
  const callers = await InMemoryConnections.open();
  callers.dial('watcher', 'web');
  callers.says('watcher', '{"kind":"observe"}');
  await callers.clock.settle();
  assert.match(callers.told().join(), /directory/);
  await callers.clock.advance(24 * 60 * MINUTE);
  assert.deepEqual(callers.told(), []);
});

describe('bytes that lead to no command', () => {
  /** A server that notes when it reports such bytes to the lobby, in seconds. */
  const open = async (): Promise<{ callers: InMemoryConnections; reports: number[] }> => {
    const reports: number[] = [];
    const start = new VirtualClock().now();
    class Noting extends Lobby {
      override step(input: Input, now: number): Decision {
        if (input.kind === 'heard') reports.push((now - start) / 1000);
        return super.step(input, now);
      }
    }
    const callers = await InMemoryConnections.open({ newLobby: (options) => new Noting(options) });
    callers.dial('alice');
    callers.says('alice', 'CORE.HELLO~alice');
    await callers.settle();
    return { callers, reports };
  };

  test('are reported to the lobby at most once in 20 s, and the last of them too', async () => {
    const { callers, reports } = await open();
    for (let second = 0; second < 50; second++) {
      await callers.clock.advance(1000);
      callers.says('alice', Buffer.of(0x43));
    }
    await callers.clock.advance(5 * MINUTE);
    assert.deepEqual(reports, [20, 40, 60]);
  });

  test('are not reported where a command follows from them', async () => {
    const { callers, reports } = await open();
    for (let count = 0; count < 10; count++) {
      await callers.clock.advance(15_000);
      callers.says('alice', 'CORE.PASS');
    }
    await callers.clock.advance(5 * MINUTE);
    assert.deepEqual(reports, []);
  });

  test('keep a client from being replaced for 60 s, and for no more than 80 s', async () => {
    for (const [silence, answer] of [
      [60_000, 'second: CORE.ERROR~NAMETAKEN'],
      [80_000, 'second: CORE.HELLO'],
    ] as const) {
      const { callers } = await open();
      await callers.clock.advance(1000);
      callers.says('alice', Buffer.of(0x43));
      await callers.clock.advance(silence - 1);
      callers.told();
      callers.dial('second');
      callers.says('second', 'CORE.HELLO~alice');
      await callers.settle();
      assert(
        callers.told().some((line) => line.startsWith(answer)),
        `after ${silence} ms: not ${answer}`,
      );
    }
  });
});
