import { type MedianWithQuartiles, spreadOf } from '../compare-processor-time.ts';
import { LoadGenerator, type LoadResult } from './load-generator.ts';
import type { MeasuredServer } from './measured-server.ts';

/** Numbers of connections with which servers are compared. */
export const CONNECTION_COUNTS = [100, 1000] as const;
const ROUNDS = 5;
/** Seconds that one server is measured in each round. */
const SECONDS = 0.6;
/**
 * Seconds of the rounds that are not measured, in which a server's code is compiled: a server runs for weeks. There are several
 * short rounds, because a server closes connections that are silent for long.
 */
const WARM_UP_SECONDS = [1, 1, 1];

/** The result of one server in one round. */
export interface RoundResult extends LoadResult {
  /** Processor time in microseconds per move. Undefined on a system that does not report processor time. */
  readonly cost: number | undefined;
}

interface Entry {
  readonly server: MeasuredServer;
  readonly load: LoadGenerator;
  readonly rounds: RoundResult[];
}

async function playRound({ server, load, rounds }: Entry, seconds = SECONDS): Promise<void> {
  const before = server.processorTime;
  const played = await load.play(seconds);
  const after = server.processorTime;
  const cost = before === undefined || after === undefined ? undefined : (after - before) / played.moves;
  rounds.push({ ...played, cost });
  await load.replaceNearlyFinishedGames();
  await server.waitUntilIdle();
}

/** Measures each server once in each round, in an order that rotates. Returns the rounds of each server by its name. */
export async function compareServers(
  protocol: string,
  connections: number,
  servers: Readonly<Record<string, MeasuredServer>>,
): Promise<Readonly<Record<string, readonly RoundResult[]>>> {
  const entries: [string, Entry][] = [];
  for (const [name, server] of Object.entries(servers)) {
    const options = { protocol, connections, port: server.port, isRelay: name.includes('relay') };
    const load = await LoadGenerator.open(options, server.generator);
    entries.push([name, { server, load, rounds: [] }]);
  }
  for (const seconds of WARM_UP_SECONDS) for (const [, entry] of entries) await playRound(entry, seconds);
  for (let round = 0; round < ROUNDS; round++) {
    for (let index = 0; index < entries.length; index++) await playRound(entries[(round + index) % entries.length]![1]);
  }
  for (const [, { load }] of entries) await load.close();
  return Object.fromEntries(entries.map(([name, { rounds }]) => [name, rounds.slice(WARM_UP_SECONDS.length)]));
}

/** A figure of each round, divided by the same figure of another server in the same round. */
export const ratio = (
  rounds: readonly RoundResult[],
  divisors: readonly RoundResult[],
  figure: (round: RoundResult) => number,
): MedianWithQuartiles => spreadOf(rounds.map((round, index) => figure(round) / figure(divisors[index]!)));

export const medianOf = (rounds: readonly RoundResult[], figure: (round: RoundResult) => number): number =>
  spreadOf(rounds.map(figure)).median;
export const rate = ({ movesPerSecond }: RoundResult): number => movesPerSecond;
export const p99 = (round: RoundResult): number => round.p99;
export const cost = (round: RoundResult): number => round.cost ?? Number.NaN;
