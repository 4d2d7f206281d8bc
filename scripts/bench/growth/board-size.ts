import type { Plot } from '../plot.ts';
import { startTengen } from '../server/contestant.ts';
import { MAIN } from '../server/measured.ts';
import { Curves } from './curves.ts';
import { stretch } from './load-measurement.ts';

const LINES = [9, 13, 19, 37, 61, 131];
const CONNECTIONS = 1000;

/** A thousand connections on each size of board. */
export async function boards(folder: string): Promise<readonly Plot[]> {
  const curves = new Curves('boards', { title: 'lines of the board' });
  for (const lines of LINES) {
    const contestant = await startTengen(MAIN, 'none', folder);
    curves.add('in memory', lines, await stretch(contestant, { protocol: MAIN, connections: CONNECTIONS, lines }));
    await contestant.end();
  }
  return curves.plots({
    movesPerSecond:
      'On the smallest board a game is over after 50 stones, so connecting and pairing take more time than moves. From ' +
      '19 lines on, all games have the same length, and a stone costs the same on every board.',
    p99: 'p99 follows from the moves per second: 1,000 connections wait for each other.',
    memory:
      'A position grows with the number of points. From about 40 lines on, it is the largest part of a game’s memory.',
  });
}
