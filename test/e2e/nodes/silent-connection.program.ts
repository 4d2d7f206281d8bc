import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { connectNats } from '../../../src/nodes/nats/connect-nats.ts';
import { eventually } from '../../support/eventually.ts';
import { NatsRelay } from '../../support/nodes/nats-relay.ts';
import { NatsServer, skipWithoutNats } from '../../support/nodes/nats-server.ts';

describe('a connection to NATS', { skip: skipWithoutNats() }, () => {
  test('that passes nothing any more is given up, and another server is found', async (context) => {
    const nats = await NatsServer.start(context);
    const [silent, other] = [await NatsRelay.start(nats.port), await NatsRelay.start(nats.port)];
    const servers = [silent, other].map(({ port }) => `127.0.0.1:${port}`);
    const connection = await connectNats({ servers, installation: 'test', replicas: 1, snapshotInterval: 1 });
    context.after(async () => {
      await connection.close();
      for (const relay of [silent, other]) relay.close();
    });
    const used = connection.getServer();
    (servers[0] === used ? silent : other).cut();
    await eventually('another server', () => connection.getServer() !== used);
    await connection.flush();
    assert(servers.includes(connection.getServer()));
  });
});
