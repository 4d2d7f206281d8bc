import { spreadOf } from '../compare-processor-time.ts';
import { LoadGenerator, type LoadGeneratorOptions } from '../server/load-generator.ts';
import type { MeasuredProcess } from '../server/measured-server.ts';

const PERIODS = 3;
const SECONDS = 0.5;
const WARM_UP_SECONDS = 1;

/** Medians of some periods of play. */
export interface LoadMeasurement {
  readonly movesPerSecond: number;
  /** Milliseconds. */
  readonly p99: number;
  /** Resident memory in MiB; NaN on a system that does not report it. */
  readonly memory: number;
}

/** Measures a server while clients play. */
export async function measureLoad(
  server: MeasuredProcess,
  options: Omit<LoadGeneratorOptions, 'port'>,
): Promise<LoadMeasurement> {
  const load = await LoadGenerator.open({ ...options, port: server.port });
  await load.play(WARM_UP_SECONDS);
  const rates: number[] = [];
  const delays: number[] = [];
  for (let count = 0; count < PERIODS; count++) {
    const { movesPerSecond, p99 } = await load.play(SECONDS);
    rates.push(movesPerSecond);
    delays.push(p99);
  }
  const memory = (server.residentMemory ?? Number.NaN) / 2 ** 20;
  await load.close();
  return { movesPerSecond: spreadOf(rates).median, p99: spreadOf(delays).median, memory };
}
