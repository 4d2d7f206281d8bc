import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ok } from '../../../src/result.ts';
import type { ComputerPlayer, GameEngine } from '../../../src/server/computer-players/computer-player.ts';
import { simpleton } from '../../support/computer-players/scripted-player.ts';
import { TextClient } from '../../support/computer-players/text-client.ts';
import { InMemoryServer } from '../../support/server/in-memory-server.ts';

const PACE = { least: 500, most: 3_000, seed: 7 };

async function worldOf(player: ComputerPlayer): Promise<InMemoryServer> {
  const world = new InMemoryServer({ house: [player] });
  await world.start();
  return world;
}

/** Milliseconds until the visitor is told something. */
async function timeUntilTold(world: InMemoryServer, visitor: TextClient): Promise<number> {
  for (let passed = 0; passed <= 10_000; passed += 10) {
    if (visitor.told().length > 0) return passed;
    await world.clock.advance(10);
  }
  assert.fail('nothing was said');
}

test('a player with a pace answers within its limits, in other times from move to move, the same for one seed', async () => {
  const times = async (): Promise<number[]> => {
    const world = await worldOf({ ...simpleton('tengen'), pace: PACE });
    const alice = await TextClient.waits(world, 'alice');
    const told: number[] = [];
    for (let point = 80; point > 60; point--) {
      await alice.says(`CORE.MOVE~${point}`);
      alice.told();
      told.push(await timeUntilTold(world, alice));
    }
    return told;
  };
  const first = await times();
  assert(Math.min(...first) >= 500 && Math.max(...first) <= 3_010, `${first}`);
  assert(new Set(first).size > 10, `${first}`);
  assert.deepEqual(await times(), first);
});

test('the time of the engine is part of the pace: a slow engine waits no longer', async () => {
  let clock = new InMemoryServer().clock;
  const engine = (): GameEngine => ({
    choose: () => new Promise((resolve) => clock.at(clock.now() + 4_000, () => resolve(ok({ kind: 'pass' })))),
    close: async () => {},
  });
  const world = await worldOf({ ...simpleton('tengen'), engine, pace: PACE });
  clock = world.clock;
  const alice = await TextClient.waits(world, 'alice');
  await alice.says('CORE.MOVE~40');
  alice.told();
  await world.clock.advance(3_990);
  assert.deepEqual(alice.told(), []);
  await world.clock.advance(10);
  assert.deepEqual(alice.told(), ['CORE.PASS']);
});

test('two games are not in each other’s way', async () => {
  const world = await worldOf({ ...simpleton('tengen'), pace: PACE });
  const alice = await TextClient.waits(world, 'alice', '127.0.0.1');
  const bob = await TextClient.waits(world, 'bob', '127.0.0.2');
  await alice.says('CORE.MOVE~40');
  await bob.says('CORE.MOVE~40');
  for (const visitor of [alice, bob]) visitor.told();
  await world.clock.advance(3_000);
  for (const visitor of [alice, bob]) assert.deepEqual(visitor.told(), ['CORE.MOVE~0']);
});
