import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { databaseKinds } from '../../support/database/test-databases.ts';
import { eventually } from '../../support/eventually.ts';
import { readMetrics } from '../../support/http/metrics-reader.ts';
import { skipWithoutNats } from '../../support/nodes/nats-server.ts';
import { freePort } from '../../support/server/free-port.ts';
import { killAfter, Tengen, temporaryFolder } from '../serve/server-process.ts';
import { TcpClient } from '../serve/tcp-client.ts';
import { move } from './game-between-nodes.ts';
import { isOk, leaderOf, readDeployFile, SERVER_NUMBERS, startNatsCluster, startProgram } from './nats-cluster.ts';

// Runs the commands and configuration files of deploy/compose.nodes.yaml without containers, with other addresses.

const [, postgres] = await databaseKinds();
const isInstalled = (program: string): boolean => spawnSync(program, ['-v']).status === 0;
const skip = skipWithoutNats() || postgres.skip || (isInstalled('haproxy') ? false : 'haproxy is not installed');

/**
 * Starts a node with the command of the file. Tries again if the start fails, because the NATS servers may not have
 * found each other yet.
 */
async function startNode(t: TestContext, nats: readonly number[], database: string) {
  const compose = readDeployFile('compose.nodes.yaml');
  const [, command = ''] = /command:\n((?: {4}[-#].*\n)+)/.exec(compose) ?? [];
  const args = [...command.matchAll(/- (.+)/g)].map(([, word = '']) =>
    word
      .replace(/nats-(\d):4222/g, (_, place) => `127.0.0.1:${nats[Number(place) - 1]}`)
      .replace(/postgres:.*/, database)
      .replace('10.19.19.2', '127.0.0.9')
      .replace('0.0.0.0', '127.0.0.1'),
  );
  return await eventually('a node', async () => {
    const tengen = new Tengen(...args, '--port', '0');
    killAfter(t, tengen);
    const [port] = await tengen.ports().catch(() => []);
    return port === undefined ? undefined : { tengen, port };
  });
}

async function startBalancer(t: TestContext, nodes: readonly number[]): Promise<number> {
  const port = await freePort();
  const file = temporaryFolder(t)('haproxy.cfg');
  const text = readDeployFile('nodes/haproxy.cfg')
    .replace('bind :1919\n', `bind 127.0.0.1:${port}\n`)
    .replace(/tengen-(\d):1919/g, (_, place) => `127.0.0.1:${nodes[Number(place) - 1]}`)
    .replaceAll('default-server ', 'default-server source 127.0.0.9 ');
  writeFileSync(file, text);
  startProgram(t, 'haproxy', ['-db', '-f', file]);
  await eventually('the balancer', () => isOk(`http://127.0.0.1:${port}/readyz`));
  return port;
}

/** Reconnects a nu6 client through the balancer, and checks that it receives its game again. */
async function reconnect(port: number, name: string, ...lines: readonly string[]): Promise<TcpClient> {
  return await eventually(`${name} again`, async () => {
    const peer = await TcpClient.connect(port, ADDRESS);
    peer.send(`CORE.HELLO~${name}`);
    // The other nodes may not have detected yet that its node was killed.
    if ((await peer.line().catch(() => 'closed')) === 'CORE.HELLO') {
      peer.send('CORE.NEWGAME~9');
      assert.deepEqual(await peer.lines(lines.length), lines);
      return peer;
    }
    peer.socket.destroy();
    await delay(200);
    return undefined;
  });
}

/** The local address of the clients. */
const ADDRESS = '127.0.0.7';

describe('deploy/compose.nodes.yaml', { skip }, () => {
  test('serves a game through the balancer, also after the leading NATS server and a node were killed', async (t) => {
    const nats = await startNatsCluster(t);
    const ports = nats.map(({ port }) => port);
    const database = await postgres.newPlace();
    const nodes: Awaited<ReturnType<typeof startNode>>[] = [];
    for (const _ of SERVER_NUMBERS) nodes.push(await startNode(t, ports, database));
    const port = await startBalancer(
      t,
      nodes.map((node) => node.port),
    );
    const [alice, bob] = [await TcpClient.connect(port, ADDRESS), await TcpClient.connect(port, ADDRESS)];
    alice.send('CORE.HELLO~alice', 'CORE.NEWGAME~9');
    assert.equal(await alice.line(), 'CORE.HELLO');
    await eventually('Alice’s seek', async () => {
      const { seeks } = (await (await fetch(`http://127.0.0.1:${port}/api/lobby`)).json()) as { seeks: object[] };
      return seeks.length > 0;
    });
    bob.send('CORE.HELLO~bob', 'CORE.NEWGAME~9');
    assert.deepEqual(await bob.lines(2), ['CORE.HELLO', 'CORE.MATCH~WHITE~9~alice']);
    assert.equal(await alice.line(), 'CORE.MATCH~BLACK~9~bob');
    await move(alice, bob, 0);
    // The log has the client's own address, and not that of the balancer.
    const log = nodes.map(({ tengen }) => tengen.stderr).join('');
    assert.match(log, /"player":"alice".*"address":"127\.0\.0\.7"/);

    // The dashboard adds up the metrics of the nodes.
    const connections = async (node: number): Promise<number> => {
      const { rows } = await readMetrics(`http://127.0.0.1:${node}`);
      return Number(rows.get('tengen_connections{protocol="nu6"}') ?? 0);
    };
    const counted = await Promise.all(nodes.map((node) => connections(node.port)));
    assert.deepEqual(counted.toSorted(), [0, 1, 1]);

    (await leaderOf(nats)).child.kill('SIGKILL');
    await move(bob, alice, 1);

    const victim = nodes[counted.indexOf(1)] ?? assert.fail();
    await victim.tengen.end('SIGKILL');
    await eventually('a client that has lost its connection', () => alice.closed || bob.closed);
    const lines = ['CORE.MOVE~0', 'CORE.MOVE~1'];
    if (alice.closed) await move(await reconnect(port, 'alice', 'CORE.MATCH~BLACK~9~bob', ...lines), bob, 2);
    else await move(alice, await reconnect(port, 'bob', 'CORE.MATCH~WHITE~9~alice', ...lines), 2);
  });
});
