import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { databaseKinds } from '../../support/database/test-databases.ts';
import { readMetrics } from '../../support/http/metrics-reader.ts';
import { skipWithoutNats } from '../../support/nodes/nats-server.ts';
import { enter, move, startGame } from './game-between-nodes.ts';
import { Installation } from './installation.ts';

const [, postgres] = await databaseKinds();
const skip = skipWithoutNats() || postgres.skip;

describe('NATS that comes back without its store', { skip }, () => {
  test('no game and no connection is lost, whether or not a node starts at the same time', async (context) => {
    const installation = await Installation.open(context, await postgres.newPlace());
    const { nats } = installation;
    const [nodeA, nodeB] = [await installation.node(), await installation.node()];
    const { alice, bob } = await startGame(nodeA.port, nodeB.port);
    await move(alice, bob, 0);

    await nats.kill();
    nats.loseStore();
    await nats.start();
    const third = await installation.node();
    for (const { tengen } of [nodeA, nodeB]) await tengen.waitForLog('"epoch":2');
    await move(bob, alice, 1);
    const { rows } = await readMetrics(`http://127.0.0.1:${third.port}`);
    assert.equal(rows.get('tengen_node_members'), 3);
    assert.equal(rows.get('tengen_games_restored_total'), 1);
    await enter(third.port, 'carol');

    await nats.kill();
    nats.loseStore();
    await nats.start();
    for (const { tengen } of [nodeA, nodeB, third]) await tengen.waitForLog('"epoch":3');
    await move(alice, bob, 2);
    // The object store and the key-value store exist again, too.
    const fourth = await installation.node();
    await nodeA.tengen.end('SIGTERM');
    const back = await enter(fourth.port, 'alice');
    back.send('CORE.NEWGAME~9');
    assert.deepEqual(await back.lines(4), [
      'CORE.MATCH~BLACK~9~bob',
      ...[0, 1, 2].map((point) => `CORE.MOVE~${point}`),
    ]);
    await move(bob, back, 3);
  });
});
