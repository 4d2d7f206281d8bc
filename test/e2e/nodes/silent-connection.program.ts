import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { connectNats } from '../../../src/nodes/nats/connect-nats.ts';
import { eventually } from '../../support/eventually.ts';
import { NatsRelay } from '../../support/nodes/nats-relay.ts';
import { NatsServer, skipWithoutNats } from '../../support/nodes/nats-server.ts';

describe('a connection to NATS', { skip: skipWithoutNats() }, () => {
  test('that no longer passes messages is closed, and the client connects to another server', async (context) => {
    const nats = await NatsServer.start(context);
    const [silent, second] = [await NatsRelay.start(nats.port), await NatsRelay.start(nats.port)];
    const servers = [silent, second].map(({ port }) => `127.0.0.1:${port}`);
    const connection = await connectNats({ servers, installation: 'test', replicas: 1, snapshotInterval: 1 });
    context.after(async () => {
      await connection.close();
      for (const relay of [silent, second]) relay.close();
    });
    const used = connection.getServer();
    (servers[0] === used ? silent : second).cut();
    await eventually('another server', () => connection.getServer() !== used);
    await connection.flush();
    assert(servers.includes(connection.getServer()));
  });
});
