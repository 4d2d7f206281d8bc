import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { databaseKinds } from '../../support/database/test-databases.ts';
import { NatsServer, skipWithoutNats } from '../../support/nodes/nats-server.ts';
import { refusal, Tengen } from '../serve/server-process.ts';
import { enter, move, startGame } from './game-between-nodes.ts';
import { Installation } from './installation.ts';

const [, postgres] = await databaseKinds();
const skip = skipWithoutNats() || postgres.skip;

const refused = async (...options: readonly string[]): Promise<string> =>
  await refusal('serve', '--port', '0', ...options);

/** A server that sends the greeting of a NATS server of this version, and answers only PING. */
async function natsOfVersion(context: TestContext, version: string): Promise<string> {
  const info = { server_id: 'fake', version, proto: 1, headers: true, jetstream: true, max_payload: 1_048_576 };
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write(`INFO ${JSON.stringify(info)}\r\n`);
    // The client sends PING to check the connection.
    socket.on('data', (bytes) => bytes.includes('PING') && socket.write('PONG\r\n'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => server.close());
  return `nats://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('serve --nats refuses in one line', { skip }, () => {
  test('wrong options', async () => {
    const nats = 'nats://127.0.0.1:1';
    const database = await postgres.newPlace();
    assert.match(await refused('--nats', nats), /--nats needs --database postgres/);
    assert.match(await refused('--nats', nats, '--database', 'games.db'), /--nats needs --database postgres/);
    assert.match(
      await refused('--nats', nats, '--database', database, '--durability', 'os'),
      /--durability cannot be used with --nats/,
    );
    assert.match(await refused('--nats', `${nats}?name=A_B`, '--database', database), /--nats name must be/);
    assert.match(await refused('--nats', `${nats}?replicas=2`, '--database', database), /--nats replicas must be/);
  });

  test('a NATS server that cannot be reached, or is too old', async (context) => {
    const database = ['--database', await postgres.newPlace()];
    assert.match(
      await refused('--nats', 'nats://127.0.0.1:1', ...database),
      /NATS at 127\.0\.0\.1:1 cannot be reached/,
    );
    const old = await natsOfVersion(context, '2.8.4');
    assert.match(await refused('--nats', old, ...database), /NATS 2\.8\.4 is too old: 2\.9 or later is needed/);
  });

  test('a NATS server without JetStream, or a PostgreSQL server that is not there', async (context) => {
    const plain = await NatsServer.start(context, { isPlain: true });
    const database = ['--database', await postgres.newPlace()];
    assert.match(await refused('--nats', `nats://127.0.0.1:${plain.port}`, ...database), /JetStream cannot be used/);
    const nats = await NatsServer.start(context);
    await refused('--nats', `nats://127.0.0.1:${nats.port}`, '--database', 'postgres://127.0.0.1:1/none');
  });

  test('an installation with other options or another database, and names the difference', async (context) => {
    const installation = await Installation.open(context, await postgres.newPlace());
    await installation.node();
    assert.match(
      await refused(...installation.options, '--grace', '30'),
      /this node has grace 30000, and the installation test has 0/,
    );
    assert.match(
      await refused(...installation.options, '--admin', 'root', '--admin', 'Alice'),
      /this node has administrators alice, root, and the installation test has none/,
    );
    const url = installation.storageOptions[1] ?? '';
    const other = ['--nats', url, '--database', await postgres.newPlace()];
    const belongsToAnother = /the stream of the installation test belongs to another database/;
    assert.match(await refused(...other, '--resume', '60'), belongsToAnother);
    assert.match(await refusal('export', ...other), belongsToAnother);
    const second = ['--nats', url.replace('name=test', 'name=second')];
    assert.match(
      await refused(...installation.options, ...second),
      /the database belongs to the installation test, but this node was started with second/,
    );
    // The refused node has made no stream, and its database can be used for another installation.
    await new Installation(context, installation.nats, other[3] ?? '').node(...second);
    assert.match(
      await refused(...installation.options, '--nats', `${url}&replicas=3`),
      /the stream tengen-test-1 has 1 replicas instead of 3/,
    );
  });

  test('a stream that was made by another program', async (context) => {
    const nats = await NatsServer.start(context);
    const connection = await connect({ servers: `127.0.0.1:${nats.port}` });
    const manager = await jetstreamManager(connection);
    await manager.streams.add({ name: 'tengen-test-1', subjects: ['tengen.test.1.log'], max_msgs: 10 });
    await connection.close();
    const url = `nats://127.0.0.1:${nats.port}?name=test`;
    assert.match(
      await refused('--nats', url, '--database', await postgres.newPlace()),
      /the stream tengen-test-1 deletes messages by itself/,
    );
  });
});

describe('an installation without a running node', { skip }, () => {
  test('takes the options of the next node, and its games continue', async (context) => {
    const installation = await Installation.open(context, await postgres.newPlace());
    const [nodeA, nodeB] = [await installation.node(), await installation.node()];
    const { alice, bob } = await startGame(nodeA.port, nodeB.port);
    await move(alice, bob, 40);
    await nodeA.tengen.end('SIGTERM');
    // A killed node does not leave the installation.
    await nodeB.tengen.end('SIGKILL');
    const changed = ['--grace', '30', '--admin', 'root'];
    const third = await installation.node(...changed);
    const back = await enter(third.port, 'alice');
    back.send('CORE.NEWGAME~9');
    assert.deepEqual(await back.lines(2), ['CORE.MATCH~BLACK~9~bob', 'CORE.MOVE~40']);
    // Nodes with the old options and nodes with the new ones read the change in the stream.
    assert.match(
      await refused(...installation.options),
      /this node has administrators none, and the installation test has root/,
    );
    const fourth = await installation.node(...changed);
    const opponent = await enter(fourth.port, 'bob');
    opponent.send('CORE.NEWGAME~9');
    assert.deepEqual(await opponent.lines(2), ['CORE.MATCH~WHITE~9~alice', 'CORE.MOVE~40']);
    await move(opponent, back, 41);
    const json = new Tengen('export', '--json', ...installation.storageOptions);
    assert.equal(await json.ended(), 0, json.stderr);
    assert.equal(json.stdout.trim().split('\n').length, 1);
  });
});

describe('export --nats refuses in one line', { skip }, () => {
  test('wrong options, and an installation that does not exist', async (context) => {
    const nats = await NatsServer.start(context);
    const url = `nats://127.0.0.1:${nats.port}?name=test`;
    const database = ['--database', await postgres.newPlace()];
    assert.match(await refusal('export', '--nats', url), /--nats needs --database postgres/);
    assert.match(await refusal('export', '--nats', url, ...database), /NATS does not have the installation test/);
    assert.match(
      await refusal('export', '--nats', 'nats://127.0.0.1:1', ...database),
      /NATS at 127\.0\.0\.1:1 cannot be reached/,
    );
    assert.match(
      await refusal('export', '--nats', url, ...database, '--backup', 'copy.db'),
      /--backup copies SQLite files; docs\/nodes\.md/,
    );
  });
});
