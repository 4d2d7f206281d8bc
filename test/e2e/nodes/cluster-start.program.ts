import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { databaseKinds } from '../../support/database/test-databases.ts';
import { skipWithoutNats } from '../../support/nodes/nats-server.ts';
import { serve } from '../serve/server-process.ts';
import { enter } from './game-between-nodes.ts';
import { leaderOf, startNatsCluster } from './nats-cluster.ts';

const [, postgres] = await databaseKinds();

describe('the start of a node', { skip: skipWithoutNats() || postgres.skip }, () => {
  test('waits while a NATS cluster elects a leader', async (t) => {
    const nats = await startNatsCluster(t);
    const servers = nats.map(({ port }) => `127.0.0.1:${port}`).join();
    const database = await postgres.newPlace();
    const node = () => serve(t, '--nats', `nats://${servers}?name=test&replicas=3`, '--database', database);
    await leaderOf(nats);
    const first = node();
    await first.ports();
    (await leaderOf(nats)).child.kill('SIGKILL');
    const second = node();
    const [port = 0] = await second.ports();
    assert.equal(second.child.exitCode, null);
    await enter(port, 'alice');
  });
});
