import { describe, test } from 'node:test';
import { seedOfRun } from '../../support/clients/random.ts';
import { PostgresServer } from '../../support/database/postgres-server.ts';
import { NatsServer, skipWithoutNats } from '../../support/nodes/nats-server.ts';
import { runNodeFaults } from './node-faults.ts';

describe('three nodes of which some fail', { skip: skipWithoutNats() }, () => {
  const seed = seedOfRun();
  test(`lose and repeat no move that a client received (SEED=${seed})`, async (context) => {
    const postgres = await PostgresServer.start(context);
    if (postgres === undefined) return context.skip('no PostgreSQL is installed, or no account may run it');
    await runNodeFaults({
      seed,
      faults: ['postgres+aimed'],
      nodes: 3,
      moveInterval: 200,
      nats: await NatsServer.start(context),
      postgres,
      report: (line) => context.diagnostic(line),
    });
  });
});
