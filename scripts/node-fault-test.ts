import { test } from 'node:test';
import { parseArgs } from 'node:util';
import { FAULTS, type Fault, randomFaults, runNodeFaults } from '../test/e2e/nodes/node-faults.ts';
import { seedOfRun } from '../test/support/clients/random.ts';
import { PostgresServer } from '../test/support/database/postgres-server.ts';
import { NatsServer } from '../test/support/nodes/nats-server.ts';
import { numberOption } from './number-option.ts';

// Runs several nodes with clients of all protocols while nodes, NATS and PostgreSQL fail at random: test/e2e/nodes/node-faults.ts.
// npm run kill:nodes -- [ROUNDS] [--faults kill,aimed,stop,cut,nats,away,tail,empty,postgres] [--nodes NUMBER] [--haste MILLISECONDS] [--seed NUMBER]
// npm run kill:nodes -- --exactly FAULT,FAULT+FAULT,… (in this order; `postgres+kill`: the second happens during the first)

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    faults: { type: 'string', default: FAULTS.join() },
    exactly: { type: 'string' },
    nodes: { type: 'string', default: '3' },
    haste: { type: 'string', default: '100' },
    seed: { type: 'string' },
  },
});
const rounds = numberOption('ROUNDS', positionals[0] ?? '20');
const seed = values.seed === undefined ? seedOfRun() : numberOption('--seed', values.seed, 0);
const faults = values.exactly?.split(',') ?? randomFaults(values.faults.split(',') as Fault[], rounds, seed);

await test(`${faults.length} faults, SEED=${seed}`, async (context) => {
  const postgres = await PostgresServer.start(context);
  if (postgres === undefined) return context.skip('no PostgreSQL is installed, or no account may run it');
  await runNodeFaults({
    seed,
    faults,
    nodes: numberOption('--nodes', values.nodes),
    moveInterval: numberOption('--haste', values.haste),
    nats: await NatsServer.start(context),
    postgres,
    report: (line) => console.log(line),
  });
});
