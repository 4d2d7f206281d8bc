import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ok } from '../../../src/result.ts';
import type { ComputerPlayer, GameEngine } from '../../../src/server/computer-players/computer-player.ts';
import { Nu6LineClient } from '../../support/computer-players/nu6-line-client.ts';
import { firstPointPlayer } from '../../support/computer-players/scripted-player.ts';
import { InMemoryServer } from '../../support/server/in-memory-server.ts';

const MOVE_TIME = { least: 500, most: 3_000, seed: 7 };

async function startServer(player: ComputerPlayer): Promise<InMemoryServer> {
  const server = new InMemoryServer({ house: [player] });
  await server.start();
  return server;
}

/** Milliseconds until the client receives a line. */
async function timeUntilAnswer(server: InMemoryServer, client: Nu6LineClient): Promise<number> {
  for (let passed = 0; passed <= 10_000; passed += 10) {
    if (client.takeLines().length > 0) return passed;
    await server.clock.advance(10);
  }
  assert.fail('no answer came');
}

test('a computer player with a range of move times takes different times within it, the same times for the same seed', async () => {
  const times = async (): Promise<number[]> => {
    const server = await startServer({ ...firstPointPlayer('tengen'), moveTime: MOVE_TIME });
    const alice = await Nu6LineClient.enterAndSeek(server, 'alice');
    const answerTimes: number[] = [];
    for (let point = 80; point > 60; point--) {
      await alice.send(`CORE.MOVE~${point}`);
      alice.takeLines();
      answerTimes.push(await timeUntilAnswer(server, alice));
    }
    return answerTimes;
  };
  const first = await times();
  assert(Math.min(...first) >= 500 && Math.max(...first) <= 3_010, `${first}`);
  assert(new Set(first).size > 10, `${first}`);
  assert.deepEqual(await times(), first);
});

test('the time of the engine counts as part of the move time: after a slow engine there is no further delay', async () => {
  let clock = new InMemoryServer().clock;
  const engine = (): GameEngine => ({
    choose: () => new Promise((resolve) => clock.at(clock.now() + 4_000, () => resolve(ok({ kind: 'pass' })))),
    close: async () => {},
  });
  const server = await startServer({ ...firstPointPlayer('tengen'), engine, moveTime: MOVE_TIME });
  clock = server.clock;
  const alice = await Nu6LineClient.enterAndSeek(server, 'alice');
  await alice.send('CORE.MOVE~40');
  alice.takeLines();
  await server.clock.advance(3_990);
  assert.deepEqual(alice.takeLines(), []);
  await server.clock.advance(10);
  assert.deepEqual(alice.takeLines(), ['CORE.PASS']);
});

test('two games do not delay each other', async () => {
  const server = await startServer({ ...firstPointPlayer('tengen'), moveTime: MOVE_TIME });
  const alice = await Nu6LineClient.enterAndSeek(server, 'alice', '127.0.0.1');
  const bob = await Nu6LineClient.enterAndSeek(server, 'bob', '127.0.0.2');
  await alice.send('CORE.MOVE~40');
  await bob.send('CORE.MOVE~40');
  for (const client of [alice, bob]) client.takeLines();
  await server.clock.advance(3_000);
  for (const client of [alice, bob]) assert.deepEqual(client.takeLines(), ['CORE.MOVE~0']);
});
