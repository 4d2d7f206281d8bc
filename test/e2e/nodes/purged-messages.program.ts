import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { databaseKinds } from '../../support/database/test-databases.ts';
import { eventually } from '../../support/eventually.ts';
import { readMetrics } from '../../support/http/metrics-reader.ts';
import { skipWithoutNats } from '../../support/nodes/nats-server.ts';
import { TcpClient } from '../serve/tcp-client.ts';
import { Installation } from './installation.ts';

const [, postgres] = await databaseKinds();
const skip = skipWithoutNats() || postgres.skip;

/** More messages than a node has requested from NATS in advance. */
const MESSAGES = 400;

/** Connects a nu6 client with chat; undefined if its name is taken. */
async function enterWithChat(port: number, name: string): Promise<TcpClient | undefined> {
  const peer = await TcpClient.connect(port);
  peer.send(`CORE.HELLO~${name}~CHAT`);
  if ((await peer.line().catch(() => '')).startsWith('CORE.HELLO')) return peer;
  peer.socket.destroy();
  return undefined;
}

describe('a node that is stopped until its next message has been purged', { skip }, () => {
  test('joins again, and its clients reconnect', async (context) => {
    const installation = await Installation.open(context, await postgres.newPlace());
    const [nodeA, nodeB] = [await installation.node(), await installation.node()];
    const [alice, bob] = [await enterWithChat(nodeA.port, 'alice'), await enterWithChat(nodeB.port, 'bob')];
    assert(alice !== undefined && bob !== undefined);
    const applied = async (): Promise<number> => {
      const { rows } = await readMetrics(`http://127.0.0.1:${nodeA.port}`);
      return rows.get('tengen_node_applied_sequence') ?? 0;
    };
    const before = await applied();
    nodeB.tengen.child.kill('SIGSTOP');
    // There is a snapshot every 20 messages.
    alice.send(...Array.from({ length: MESSAGES }, () => 'CHAT.MESSAGE~hello'));
    await eventually('many messages', async () => (await applied()) > before + MESSAGES);
    await delay(7_000);
    nodeB.tengen.child.kill('SIGCONT');
    await bob.readToEnd();
    await nodeB.tengen.waitForLog('the stream begins with message');
    const back = await eventually('Bob again', () => enterWithChat(nodeB.port, 'bob'));
    back.send('CHAT.MESSAGE~back');
    while ((await alice.line()) !== 'CHAT.MESSAGE~back~bob');
    const { rows } = await readMetrics(`http://127.0.0.1:${nodeB.port}`);
    assert.deepEqual([rows.get('tengen_node_deaths_total'), rows.get('tengen_node_members')], [1, 2]);
  });
});
