import { spreadOf } from '../compare-processor-time.ts';
import type { Contestant } from '../server/contestant.ts';
import { LoadGenerator, type LoadOptions } from '../server/load-generator.ts';

const STRETCHES = 3;
const SECONDS = 0.5;
const WARMING_UP = 1;

/** What a server does with so many players, in the middle of some stretches of play. */
export interface LoadMeasurement {
  readonly movesPerSecond: number;
  /** Milliseconds. */
  readonly p99: number;
  /** MiB; not a number where the system does not tell. */
  readonly memory: number;
}

/** Lets players play at a server that has begun for them. */
export async function measureLoad(
  contestant: Contestant,
  options: Omit<LoadOptions, 'port'>,
): Promise<LoadMeasurement> {
  const load = await LoadGenerator.open({ ...options, port: contestant.port });
  await load.play(WARMING_UP);
  const rates: number[] = [];
  const waits: number[] = [];
  for (let count = 0; count < STRETCHES; count++) {
    const { movesPerSecond, p99 } = await load.play(SECONDS);
    rates.push(movesPerSecond);
    waits.push(p99);
  }
  const memory = (contestant.residentMemory ?? Number.NaN) / 2 ** 20;
  await load.close();
  return { movesPerSecond: spreadOf(rates).median, p99: spreadOf(waits).median, memory };
}
