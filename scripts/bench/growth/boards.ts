import type { Plot } from '../plot.ts';
import { startTengen } from '../server/contestant.ts';
import { Curves } from './curves.ts';
import { stretch } from './stretch.ts';

const LINES = [9, 13, 19, 37, 61, 131];
const CONNECTIONS = 1000;

/** A thousand connections on each size of board. */
export async function boards(folder: string): Promise<readonly Plot[]> {
  const curves = new Curves('boards', { title: 'lines of the board' });
  for (const lines of LINES) {
    const contestant = await startTengen('nu6', 'none', folder);
    curves.add('in memory', lines, await stretch(contestant, { protocol: 'nu6', connections: CONNECTIONS, lines }));
    await contestant.end();
  }
  return curves.plots({
    movesPerSecond:
      'On the smallest board a game is over after fifty stones, and people come, meet and go more than they play; from 19 lines on ' +
      'games are equally long, and a stone costs the same wherever it stands.',
    p99: 'It is the other side of throughput: a thousand connections wait for each other.',
    memory: 'A position grows with its points, and is the largest part of a game from some forty lines on.',
  });
}
