import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Nu6LineClient } from '../../../test/support/computer-players/nu6-line-client.ts';
import { firstPointPlayer } from '../../../test/support/computer-players/scripted-player.ts';
import { FullJournal } from '../../../test/support/server/full-journal.ts';
import { InMemoryServer } from '../../../test/support/server/in-memory-server.ts';
import type { Log } from '../hub/observability.ts';

/** A log that records the fields of events with this id. */
function logOf(id: string): { log: Log; logged: object[] } {
  const logged: object[] = [];
  const record = (fields: object, event: string): void => void (event === id && logged.push(fields));
  return { log: { debug: () => {}, info: record, error: record }, logged };
}

test('a computer player without a free seat is logged once, and again only after a seat was free', async () => {
  const { log, logged } = logOf('computer.full');
  const world = new InMemoryServer({ house: [firstPointPlayer('tengen')], houseSeats: 2, log });
  await world.start();
  const alice = await Nu6LineClient.enterAndSeek(world, 'alice');
  assert.deepEqual(logged, []);
  const bob = await Nu6LineClient.enterAndSeek(world, 'bob');
  assert.deepEqual(logged, [{ player: 'tengen', seats: 2 }]);
  await alice.send('CORE.MOVE~0', 'CORE.MOVE~1');
  await Nu6LineClient.enterAndSeek(world, 'carol');
  assert.equal(logged.length, 1);
  await alice.send('CORE.SURRENDER');
  await bob.send('CORE.SURRENDER');
  await world.clock.advance(10_000);
  await Nu6LineClient.enterAndSeek(world, 'dora');
  assert.equal(logged.length, 3);
});

test('a computer player that an administrator removes loses its games and reconnects', async () => {
  const world = new InMemoryServer({ house: [firstPointPlayer('tengen')] });
  await world.start();
  const alice = await Nu6LineClient.enterAndSeek(world, 'alice');
  const bob = await Nu6LineClient.enterAndSeek(world, 'bob');
  void world.hub.administration.kick('tengen');
  await world.clock.settle();
  for (const visitor of [alice, bob]) assert.equal(visitor.takeLines().at(-1), 'CORE.GAMEOVER~BLACK~0~0~DISCONNECT');
  await alice.send('CORE.NEWGAME~9');
  await world.clock.advance(10_000);
  await alice.send('CORE.MOVE~40');
  assert.deepEqual(alice.takeLines(), ['CORE.MATCH~BLACK~9~tengen', 'CORE.MOVE~40', 'CORE.MOVE~0']);
});

test('a computer player whose name another player has waits for it, which is logged once', async () => {
  const { log, logged } = logOf('computer.name-taken');
  const journal = new FullJournal();
  const before = new InMemoryServer({}, journal);
  await before.start();
  const clients = [
    await Nu6LineClient.enter(before, 'tengen', '127.0.0.1'),
    await Nu6LineClient.enter(before, 'bob', '127.0.0.2'),
  ];
  for (const client of clients) await client.send('CORE.NEWGAME~9');
  const world = new InMemoryServer({ house: [firstPointPlayer('tengen')], resume: 60, log }, journal);
  await world.start();
  await world.clock.advance(59_000);
  assert.deepEqual(logged, [{ player: 'tengen' }]);
  assert.equal(world.hub.statistics.named, 0);
  // No player has returned to the game, so the name is free.
  await world.clock.advance(2_000);
  assert.equal(world.hub.statistics.named, 1);
  assert.equal(logged.length, 1);
});
