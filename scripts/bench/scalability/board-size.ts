import type { Plot } from '../plot.ts';
import { MAIN_PROTOCOL } from '../server/measured-protocol-list.ts';
import { startTengen } from '../server/measured-server.ts';
import { measureLoad } from './load-measurement.ts';
import { LoadPlots } from './load-plots.ts';

const LINES = [9, 13, 19, 37, 61, 131];
const CONNECTIONS = 1000;

/** Measures 1,000 connections on boards of different sizes. */
export async function measureBoardSizes(folder: string): Promise<readonly Plot[]> {
  const loadPlots = new LoadPlots('boards', { title: 'lines of the board' });
  for (const lines of LINES) {
    const server = await startTengen(MAIN_PROTOCOL, 'none', folder);
    loadPlots.add(
      'in memory',
      lines,
      await measureLoad(server, { protocol: MAIN_PROTOCOL, connections: CONNECTIONS, lines }),
    );
    await server.end();
  }
  return loadPlots.plots({
    movesPerSecond:
      'On the smallest board a game has only 50 stones, so connecting and pairing take more time than the moves, and there are fewer moves per second. From 19x19 on, all games have the same number of stones, and a stone costs the same time on every board.',
    p99: 'p99 is the 99th percentile of the time of a move. 1,000 connections play at the same time, and each waits for the others. Therefore p99 is low on the boards on which the server makes many moves per second.',
    memory:
      'A position needs more memory on a board with more points. From about 40x40 on, positions need the largest part of a game’s memory.',
  });
}
