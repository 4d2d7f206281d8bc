/** A competitor that does the same work as the others, again and again. */
export interface Competitor {
  readonly name: string;
  /** Does some of the work; how many units it did. */
  run(): number;
}

/** What a unit cost each runner in each round, by name: microseconds of the processor's time, the garbage's collection included. */
export type Costs = Readonly<Record<string, readonly number[]>>;

/** The processor's time is counted in steps of some milliseconds. */
const TURN_MILLISECONDS = 50;
/** By then all of it is compiled, and compiled again for what it turned out to do. */
const WARMING_UP_MILLISECONDS = 1_000;

/** The process's own time, so that what else the machine does counts as little as may be. */
function processorMicroseconds(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

function costOfTurn(runner: Competitor, milliseconds: number): number {
  const start = processorMicroseconds();
  let spent = 0;
  let units = 0;
  while (spent < 1000 * milliseconds) {
    units += runner.run();
    spent = processorMicroseconds() - start;
  }
  return spent / units;
}

/** Runners take turns: each has one in each round, and the order goes round, too. The first round warms up. */
export function compareProcessorTime(runners: readonly Competitor[], rounds: number): Costs {
  const costs = new Map(runners.map(({ name }) => [name, [] as number[]]));
  for (const runner of runners) costOfTurn(runner, WARMING_UP_MILLISECONDS);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < runners.length; turn++) {
      const runner = runners[(round + turn) % runners.length]!;
      costs.get(runner.name)!.push(costOfTurn(runner, TURN_MILLISECONDS));
    }
  }
  return Object.fromEntries(costs);
}

/** Of some measurements: the middle one, and the two between which half of them lie. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
  readonly rounds: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number): number => {
    const place = share * (sorted.length - 1);
    const [below, above] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
    return below + (place - Math.floor(place)) * (above - below);
  };
  return { median: at(0.5), low: at(0.25), high: at(0.75), rounds: sorted.length };
}

/** How many times the cost of one is that of the cheapest of some others, round by round. */
export const timesFaster = (costs: Costs, one: string, others: readonly string[]): Spread =>
  spreadOf(costs[one]!.map((cost, round) => Math.min(...others.map((other) => costs[other]![round]!)) / cost));
