import type { TestContext } from 'node:test';
import type { OpenDatabase } from '../../../src/database/database.ts';
import { seededRandomInt } from '../clients/random.ts';
import { openDatabaseFor, type TestDatabaseKind } from '../database/test-databases.ts';
import { VirtualClock } from '../server/virtual-clock.ts';
import { NodeWithDatabase } from './node-with-database.ts';
import { SimulatedStream } from './simulated-stream.ts';

interface TwoNodesWithDatabase {
  readonly stream: SimulatedStream;
  readonly database: OpenDatabase;
  readonly here: NodeWithDatabase;
  readonly there: NodeWithDatabase;
}

/** Starts two nodes on one stream and one new database. They are killed after the test. */
export async function twoNodesWithDatabase(t: TestContext, kind: TestDatabaseKind): Promise<TwoNodesWithDatabase> {
  const stream = new SimulatedStream(new VirtualClock(), seededRandomInt(7));
  const database = await openDatabaseFor(t, await kind.newPlace());
  const [here, there] = [
    await NodeWithDatabase.start(stream, database, 'here'),
    await NodeWithDatabase.start(stream, database, 'there'),
  ];
  t.after(() => {
    for (const server of [here, there]) server.kill();
  });
  return { stream, database, here, there };
}
