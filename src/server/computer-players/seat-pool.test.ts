import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simpleton } from '../../../test/support/computer-players/scripted-player.ts';
import { Visitor } from '../../../test/support/computer-players/text-client.ts';
import { World } from '../../../test/support/server/in-memory-server.ts';
import type { Log } from '../hub/observability.ts';

test('the log says once that every seat of a house player is taken, and again only after one was free', async () => {
  const full: object[] = [];
  const log: Log = {
    debug: () => {},
    info: (what, message) => void (message === 'computer.full' && full.push(what)),
    error: () => assert.fail(),
  };
  const world = new World({ house: [simpleton('tengen')], houseSeats: 2, log });
  await world.start();
  const alice = await Visitor.waits(world, 'alice');
  assert.deepEqual(full, []);
  await Visitor.waits(world, 'bob');
  assert.deepEqual(full, [{ player: 'tengen', seats: 2 }]);
  await alice.says('CORE.MOVE~0', 'CORE.MOVE~1');
  const carol = await Visitor.waits(world, 'carol');
  // She takes the seat that alice gives back before it was free.
  await alice.says('CORE.SURRENDER');
  await world.clock.advance(10_000);
  assert.equal(full.length, 1);
  await carol.says('CORE.SURRENDER');
  await Visitor.waits(world, 'dora');
  assert.equal(full.length, 2);
});
