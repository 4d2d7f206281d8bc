import { join } from 'node:path';
import { writeRunningGames } from '../heavy-load/running-games-journal.ts';
import type { Plot } from '../plot.ts';
import { MAIN_PROTOCOL } from '../server/measured-protocol-list.ts';
import { startTengen } from '../server/measured-server.ts';
import { measureLoad } from './load-measurement.ts';
import { LoadPlots } from './load-plots.ts';

const GAMES = [100, 1000, 10_000, 50_000];
const TURNS = 60;
const CONNECTIONS = 100;

/** Measures 100 connections that play, with different numbers of games whose players are disconnected. */
export async function measureGameCounts(folder: string): Promise<readonly Plot[]> {
  const loadPlots = new LoadPlots('games', { title: 'games whose players are away', isLogarithmic: true });
  for (const count of GAMES) {
    const name = `games-${count}.db`;
    await writeRunningGames(join(folder, name), count, TURNS);
    const server = await startTengen(MAIN_PROTOCOL, 'disk', folder, name);
    loadPlots.add('on disk', count, await measureLoad(server, { protocol: MAIN_PROTOCOL, connections: CONNECTIONS }));
    await server.end();
  }
  return loadPlots.plots({
    movesPerSecond:
      'A game whose players are disconnected causes no work. Such games therefore do not slow down the games that are played.',
    p99: 'p99 is the 99th percentile of the time of a move in the games that are played. A game whose players are disconnected causes no work, so p99 does not grow with the number of these games. Each game needs memory, however, and with more memory a single garbage collection takes longer. This can be visible in the curve.',
    memory:
      'For a game whose players are disconnected, the server keeps only the names of the two players and the text of the moves in memory. It creates the board of the game when a player reconnects.',
  });
}
