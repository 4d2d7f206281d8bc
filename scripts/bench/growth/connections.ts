import type { Plot } from '../plot.ts';
import { startTengen } from '../server/contestant.ts';
import { Curves } from './curves.ts';
import { stretch } from './stretch.ts';

/** 15,000 is what fits into the 20,000 files that a process may open on the machine that this is for. */
const CONNECTIONS = [2, 10, 100, 1000, 5000, 15_000];

/** All of them play. */
export async function connections(folder: string): Promise<readonly Plot[]> {
  const curves = new Curves('connections', { title: 'connections', isLogarithmic: true });
  for (const durability of ['none', 'disk'] as const) {
    for (const count of CONNECTIONS) {
      const contestant = await startTengen('nu6', durability, folder);
      const line = durability === 'none' ? 'in memory' : 'on disk';
      curves.add(line, count, await stretch(contestant, { protocol: 'nu6', connections: count }));
      await contestant.end();
    }
  }
  return curves.plots({
    movesPerSecond:
      'A pair alone waits for the wire, and on disk for the disk; at a hundred a processor is full, on disk too, because ' +
      'more and more share a commit. Beyond that what belongs to a connection is ever less often in the processor’s ' +
      'cache when its turn comes.',
    p99:
      'Everybody always has a stone on its way, so whoever waits, waits for all the others: from a hundred on the curve is their ' +
      'number by the moves of a second.',
    memory:
      'It begins with what the program takes, and what garbage is left until it is worth collecting; from a thousand on each ' +
      'connection adds its socket, its session and half a game.',
  });
}
