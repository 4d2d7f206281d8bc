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

/** More than a node has asked NATS for in advance. */
const MESSAGES = 400;

/** A nu6 client that chats; undefined while its name is taken. */
async function chatter(port: number, name: string): Promise<TcpClient | undefined> {
  const peer = await TcpClient.connect(port);
  peer.send(`CORE.HELLO~${name}~CHAT`);
  if ((await peer.line().catch(() => '')).startsWith('CORE.HELLO')) return peer;
  peer.socket.destroy();
  return undefined;
}

describe('a node that stood still until what it must read next was purged', { skip }, () => {
  test('joins again, and its clients come back', async (context) => {
    const installation = await Installation.open(context, await postgres.newPlace());
    const [one, other] = [await installation.node(), await installation.node()];
    const [alice, bob] = [await chatter(one.port, 'alice'), await chatter(other.port, 'bob')];
    assert(alice !== undefined && bob !== undefined);
    const applied = async (): Promise<number> => {
      const { rows } = await readMetrics(`http://127.0.0.1:${one.port}`);
      return rows.get('tengen_node_applied_sequence') ?? 0;
    };
    const before = await applied();
    other.tengen.child.kill('SIGSTOP');
    // Snapshots are 20 messages apart.
    alice.send(...Array.from({ length: MESSAGES }, () => 'CHAT.MESSAGE~hello'));
    await eventually('many messages', async () => (await applied()) > before + MESSAGES);
    await delay(7_000);
    other.tengen.child.kill('SIGCONT');
    await bob.readToEnd();
    await other.tengen.waitForLog('the stream begins with message');
    const back = await eventually('Bob again', () => chatter(other.port, 'bob'));
    back.send('CHAT.MESSAGE~back');
    while ((await alice.line()) !== 'CHAT.MESSAGE~back~bob');
    const { rows } = await readMetrics(`http://127.0.0.1:${other.port}`);
    assert.deepEqual([rows.get('tengen_node_deaths_total'), rows.get('tengen_node_members')], [1, 2]);
  });
});
