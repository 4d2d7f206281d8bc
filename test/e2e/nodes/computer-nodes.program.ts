import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { databaseKinds } from '../../support/database/test-databases.ts';
import { eventually } from '../../support/eventually.ts';
import { readMetrics } from '../../support/http/metrics-reader.ts';
import { skipWithoutNats } from '../../support/nodes/nats-server.ts';
import type { TcpClient } from '../serve/tcp-client.ts';
import { enter } from './game-between-nodes.ts';
import { Installation } from './installation.ts';

const [, postgres] = await databaseKinds();

/** The number of games of the computer players of a node. */
async function countComputerGames(port: number): Promise<number> {
  const { rows } = await readMetrics(`http://127.0.0.1:${port}`);
  const counts = [...rows].filter(([name]) => name.startsWith('tengen_computer_games{'));
  assert.equal(counts.length, 6);
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

const MOVED = /^CORE\.(?:MOVE|PASS)/;

/** Plays on the first legal point. */
async function playAnywhere(client: TcpClient): Promise<void> {
  for (let point = 0; point < 81; point++) {
    client.send(`CORE.MOVE~${point}`);
    const line = await client.line();
    if (line === `CORE.MOVE~${point}`) return;
    assert.match(line, /^CORE\.ERROR/);
  }
  assert.fail('no point is free');
}

describe('computer players at two nodes', { skip: skipWithoutNats() || postgres.skip }, () => {
  test('accept a seek once, and continue on the other node when theirs is killed', async (context) => {
    const installation = await Installation.open(context, await postgres.newPlace());
    const options = ['--house', '--house-wait', '1'];
    const [dying, living] = [await installation.node(...options), await installation.node(...options)];
    const clients = await Promise.all(['ann', 'ben'].map((name) => enter(living.port, name)));
    // One client after the other, so that they are not paired with each other.
    for (const client of clients) {
      client.send('CORE.NEWGAME~9');
      const [word, color] = (await client.line()).split('~');
      assert.equal(word, 'CORE.MATCH');
      if (color === 'WHITE') assert.match(await client.line(), MOVED);
    }
    // The second game goes to the node with more free seats.
    assert.deepEqual([await countComputerGames(dying.port), await countComputerGames(living.port)], [1, 1]);
    const lobby = await fetch(`http://127.0.0.1:${dying.port}/api/lobby`);
    assert.equal(((await lobby.json()) as { games: object[] }).games.length, 2);
    await dying.tengen.end('SIGKILL');
    await eventually('both games at the living node', async () => (await countComputerGames(living.port)) === 2);
    for (const client of clients) {
      await playAnywhere(client);
      assert.match(await client.line(), MOVED);
    }
  });
});
