import { type Spread, spreadOf } from '../compare-processor-time.ts';
import type { MeasuredServer } from './contestant.ts';
import { LoadGenerator, type LoadResult } from './load-generator.ts';

/** Numbers of connections with which servers are compared. */
export const CROWDS = [100, 1000] as const;
const ROUNDS = 5;
/** Of one contestant's turn in a round. */
const SECONDS = 0.6;
/** Of its turns before, in which its code is compiled: a server runs for weeks. Nobody may be silent for all of them at once. */
const WARMING_UP = [1, 1, 1];

/** What one contestant's turn came to. */
export interface RoundResult extends LoadResult {
  /** Of the processor, in microseconds a move. */
  readonly cost: number | undefined;
}

interface Entrant {
  readonly contestant: MeasuredServer;
  readonly load: LoadGenerator;
  readonly turns: RoundResult[];
}

async function takeTurn({ contestant, load, turns }: Entrant, seconds = SECONDS): Promise<void> {
  const before = contestant.processorTime;
  const played = await load.play(seconds);
  const after = contestant.processorTime;
  const cost = before === undefined || after === undefined ? undefined : (after - before) / played.moves;
  turns.push({ ...played, cost });
  await load.renew();
  await contestant.rest();
}

/** Round by round, each in its turn, and the order goes round, too; by name. */
export async function compete(
  protocol: string,
  connections: number,
  contestants: Readonly<Record<string, MeasuredServer>>,
): Promise<Readonly<Record<string, readonly RoundResult[]>>> {
  const entrants: [string, Entrant][] = [];
  for (const [name, contestant] of Object.entries(contestants)) {
    const options = { protocol, connections, port: contestant.port, isRelay: name.includes('relay') };
    const load = await LoadGenerator.open(options, contestant.generator);
    entrants.push([name, { contestant, load, turns: [] }]);
  }
  for (const seconds of WARMING_UP) for (const [, entrant] of entrants) await takeTurn(entrant, seconds);
  for (let round = 0; round < ROUNDS; round++) {
    for (let turn = 0; turn < entrants.length; turn++) await takeTurn(entrants[(round + turn) % entrants.length]![1]);
  }
  for (const [, { load }] of entrants) await load.close();
  return Object.fromEntries(entrants.map(([name, { turns }]) => [name, turns.slice(WARMING_UP.length)]));
}

/** A figure of each round, divided by the same figure of another contestant in the same round. */
export const ratio = (
  one: readonly RoundResult[],
  other: readonly RoundResult[],
  of: (turn: RoundResult) => number,
): Spread => spreadOf(one.map((turn, round) => of(turn) / of(other[round]!)));

export const middle = (turns: readonly RoundResult[], of: (turn: RoundResult) => number): number =>
  spreadOf(turns.map(of)).median;
export const rate = ({ movesPerSecond }: RoundResult): number => movesPerSecond;
export const p99 = (turn: RoundResult): number => turn.p99;
export const cost = (turn: RoundResult): number => turn.cost ?? Number.NaN;
