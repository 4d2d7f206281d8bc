import type { Plot } from '../plot.ts';
import { MAIN_PROTOCOL } from '../server/measured-protocol-list.ts';
import { startTengen } from '../server/measured-server.ts';
import { measureLoad } from './load-measurement.ts';
import { LoadPlots } from './load-plots.ts';

/** At most 15,000, because a process may open 20,000 files on the machine of docs/benchmarks.md. */
const CONNECTIONS = [2, 10, 100, 1000, 5000, 15_000];

/** Measures different numbers of connections, which all play. */
export async function measureConnectionCounts(folder: string): Promise<readonly Plot[]> {
  const loadPlots = new LoadPlots('connections', { title: 'connections', isLogarithmic: true });
  for (const durability of ['none', 'disk'] as const) {
    for (const count of CONNECTIONS) {
      const server = await startTengen(MAIN_PROTOCOL, durability, folder);
      const line = durability === 'none' ? 'in memory' : 'on disk';
      loadPlots.add(line, count, await measureLoad(server, { protocol: MAIN_PROTOCOL, connections: count }));
      await server.end();
    }
  }
  return loadPlots.plots({
    movesPerSecond:
      'With one pair of players, the server spends most of the time waiting for the network and, if it stores moves, for the disk. With 100 connections or more, one processor is fully used, also with a disk, because many moves share one write to the disk. Above 1,000 connections the speed falls, because the data of a connection is less often in the processor’s cache.',
    p99: 'p99 is the 99th percentile of the time of a move. Every pair of players always has one stone on its way to the server. Each move therefore waits for the moves of all other pairs, and p99 grows with the number of connections.',
    memory:
      'The curve does not start at zero, because the program itself and uncollected garbage need memory. Each connection adds the memory of a socket, a session and half a game (two connections share a game). From 1,000 connections on, this growth is visible in the curve.',
  });
}
