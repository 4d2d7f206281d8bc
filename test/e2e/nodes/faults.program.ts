import { describe, test } from 'node:test';
import { seedOfRun } from '../../support/clients/random.ts';
import { PostgresServer } from '../../support/database/postgres-server.ts';
import { NatsServer, skipWithoutNats } from '../../support/nodes/nats-server.ts';
import { nodeFaults } from './node-faults.ts';

describe('three nodes of which some fail', { skip: skipWithoutNats() }, () => {
  const seed = seedOfRun();
  test(`lose and double no told move (SEED=${seed})`, async (context) => {
    const postgres = await PostgresServer.start(context);
    if (postgres === undefined) return context.skip('no PostgreSQL is installed, or no account may run it');
    await nodeFaults({
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
