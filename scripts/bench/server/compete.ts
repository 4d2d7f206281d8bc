import { type Spread, spreadOf } from '../compare-processor-time.ts';
import type { MeasuredServer } from './contestant.ts';
import { LoadGenerator, type LoadResult } from './load-generator.ts';

/** Numbers of connections with which servers are compared. */
export const CONNECTION_COUNTS = [100, 1000] as const;
const ROUNDS = 5;
/** Seconds that one contestant is measured in each round. */
const SECONDS = 0.6;
/**
 * Seconds of the rounds that are not measured, in which a contestant's code is compiled: a server runs for weeks. There are several
 * short rounds, because a server closes connections that are silent for long.
 */
const WARM_UP_SECONDS = [1, 1, 1];

/** The result of one contestant in one round. */
export interface RoundResult extends LoadResult {
  /** Processor time in microseconds per move. Undefined on a system that does not report processor time. */
  readonly cost: number | undefined;
}

interface Entry {
  readonly contestant: MeasuredServer;
  readonly load: LoadGenerator;
  readonly rounds: RoundResult[];
}

async function playRound({ contestant, load, rounds }: Entry, seconds = SECONDS): Promise<void> {
  const before = contestant.processorTime;
  const played = await load.play(seconds);
  const after = contestant.processorTime;
  const cost = before === undefined || after === undefined ? undefined : (after - before) / played.moves;
  rounds.push({ ...played, cost });
  await load.replaceNearlyFinishedGames();
  await contestant.waitUntilIdle();
}

/** Measures each contestant once in each round, in an order that rotates. Returns the rounds of each contestant by its name. */
export async function compete(
  protocol: string,
  connections: number,
  contestants: Readonly<Record<string, MeasuredServer>>,
): Promise<Readonly<Record<string, readonly RoundResult[]>>> {
  const entries: [string, Entry][] = [];
  for (const [name, contestant] of Object.entries(contestants)) {
    const options = { protocol, connections, port: contestant.port, isRelay: name.includes('relay') };
    const load = await LoadGenerator.open(options, contestant.generator);
    entries.push([name, { contestant, load, rounds: [] }]);
  }
  for (const seconds of WARM_UP_SECONDS) for (const [, entry] of entries) await playRound(entry, seconds);
  for (let round = 0; round < ROUNDS; round++) {
    for (let index = 0; index < entries.length; index++) await playRound(entries[(round + index) % entries.length]![1]);
  }
  for (const [, { load }] of entries) await load.close();
  return Object.fromEntries(entries.map(([name, { rounds }]) => [name, rounds.slice(WARM_UP_SECONDS.length)]));
}

/** A figure of each round, divided by the same figure of another contestant in the same round. */
export const ratio = (
  rounds: readonly RoundResult[],
  divisors: readonly RoundResult[],
  figure: (round: RoundResult) => number,
): Spread => spreadOf(rounds.map((round, index) => figure(round) / figure(divisors[index]!)));

export const medianOf = (rounds: readonly RoundResult[], figure: (round: RoundResult) => number): number =>
  spreadOf(rounds.map(figure)).median;
export const rate = ({ movesPerSecond }: RoundResult): number => movesPerSecond;
export const p99 = (round: RoundResult): number => round.p99;
export const cost = (round: RoundResult): number => round.cost ?? Number.NaN;
