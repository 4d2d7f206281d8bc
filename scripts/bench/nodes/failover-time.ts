import { setTimeout as delay } from 'node:timers/promises';
import { Tengen } from '../../../test/e2e/serve/server-process.ts';
import { seededRandomInt } from '../../../test/support/clients/random.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { type MedianWithQuartiles, spreadOf } from '../compare-processor-time.ts';
import type { ExternalServices } from './external-services.ts';
import { FailoverPlayer } from './failover-player.ts';

const NODES = 3;
const PLAYERS = 24;
const ROUNDS = 7;

export interface FailoverTimes {
  /** Milliseconds from SIGKILL until every game of a round has continued. */
  readonly untilLastResumed: MedianWithQuartiles;
  readonly longest: number;
}

/** Clients play over three nodes. One node after the other is killed, and its clients reconnect to the others. */
export async function failoverTime(services: ExternalServices): Promise<FailoverTimes> {
  const options = await services.installation('failover');
  const start = async (): Promise<{ readonly tengen: Tengen; readonly port: number }> => {
    const tengen = new Tengen('serve', '--port', '0', '--log-level', 'error', '--resume', '60', ...options);
    const [port = 0] = await tengen.ports();
    return { tengen, port };
  };
  const nodes = await Promise.all(Array.from({ length: NODES }, start));
  const randomInt = seededRandomInt(16);
  const ports = (): number[] => nodes.map(({ port }) => port);
  const clients = Array.from({ length: PLAYERS }, (_, number) => new FailoverPlayer(`p${number}`, ports, randomInt));
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await waitForMoves(clients);
    // The oldest node has clients. A node that has just started has none.
    const victim = nodes.shift();
    const since = performance.now();
    await victim?.tengen.end('SIGKILL');
    await waitForMoves(clients);
    times.push(performance.now() - since);
    nodes.push(await start());
    await delay(500);
  }
  for (const client of clients) client.stop();
  await Promise.all(nodes.map(({ tengen }) => tengen.end('SIGTERM')));
  return { untilLastResumed: spreadOf(times), longest: Math.max(...times) };
}

/** Waits until every client has received two more moves. */
async function waitForMoves(clients: readonly FailoverPlayer[]): Promise<void> {
  const before = clients.map(({ moves }) => moves);
  await eventually('moves in every game', () => clients.every(({ moves }, index) => moves > before[index]! + 1));
}
