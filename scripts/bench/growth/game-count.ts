import { join } from 'node:path';
import { writeRunningGames } from '../many/running-games-journal.ts';
import type { Plot } from '../plot.ts';
import { startTengen } from '../server/contestant.ts';
import { MAIN } from '../server/measured.ts';
import { Curves } from './curves.ts';
import { stretch } from './load-measurement.ts';

const GAMES = [100, 1000, 10_000, 50_000];
const TURNS = 60;
const CONNECTIONS = 100;

/** A hundred connections play while so many games of others wait for their players. */
export async function games(folder: string): Promise<readonly Plot[]> {
  const curves = new Curves('games', { title: 'games whose players are away', isLogarithmic: true });
  for (const count of GAMES) {
    const name = `games-${count}.db`;
    await writeRunningGames(join(folder, name), count, TURNS);
    const contestant = await startTengen(MAIN, 'disk', folder, name);
    curves.add('on disk', count, await stretch(contestant, { protocol: MAIN, connections: CONNECTIONS }));
    await contestant.end();
  }
  return curves.plots({
    movesPerSecond: 'A game whose players are away causes no work, so the other games are not slower.',
    p99: 'As for moves per second. A single garbage collection takes longer with more memory and can be visible.',
    memory:
      'Each game whose players are away keeps the two names and the moves as text. Its board is created when a player ' +
      'comes back.',
  });
}
