/** One of several programs that do the same work. */
export interface ComparedProgram {
  readonly name: string;
  /** Does some of the work. Returns the number of units of work. */
  run(): number;
}

/** By the name of a program: its cost per unit in each round, in microseconds of processor time, garbage collection included. */
export type CostsByProgram = Readonly<Record<string, readonly number[]>>;

/** How long one program is measured in a round. The system counts processor time in steps of some milliseconds. */
const SLICE_MILLISECONDS = 50;
/** After this time, the program's code has been compiled and optimised. */
const WARM_UP_MILLISECONDS = 1_000;

/** The process's CPU time. Other processes of the machine hardly change it. */
function processorMicroseconds(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

function costOfSlice(program: ComparedProgram, milliseconds: number): number {
  const start = processorMicroseconds();
  let spent = 0;
  let units = 0;
  while (spent < 1000 * milliseconds) {
    units += program.run();
    spent = processorMicroseconds() - start;
  }
  return spent / units;
}

/** Measures each program once in each round, in an order that rotates, after a warm-up. */
export function compareProcessorTime(runners: readonly ComparedProgram[], rounds: number): CostsByProgram {
  const costs = new Map(runners.map(({ name }) => [name, [] as number[]]));
  for (const runner of runners) costOfSlice(runner, WARM_UP_MILLISECONDS);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < runners.length; turn++) {
      const runner = runners[(round + turn) % runners.length]!;
      costs.get(runner.name)!.push(costOfSlice(runner, SLICE_MILLISECONDS));
    }
  }
  return Object.fromEntries(costs);
}

/** The median of some measurements, and the two values between which half of them lie. */
export interface MedianWithQuartiles {
  readonly median: number;
  readonly low: number;
  readonly high: number;
  readonly rounds: number;
}

export function spreadOf(values: readonly number[]): MedianWithQuartiles {
  const sorted = values.toSorted((one, other) => one - other);
  const quantile = (share: number): number => {
    const index = share * (sorted.length - 1);
    const [below, above] = [sorted[Math.floor(index)]!, sorted[Math.ceil(index)]!];
    return below + (index - Math.floor(index)) * (above - below);
  };
  return { median: quantile(0.5), low: quantile(0.25), high: quantile(0.75), rounds: sorted.length };
}

/** In each round, the cost of the cheapest of `others` divided by the cost of `name`: how many times faster `name` is. */
export const speedRatio = (costs: CostsByProgram, name: string, others: readonly string[]): MedianWithQuartiles =>
  spreadOf(costs[name]!.map((cost, round) => Math.min(...others.map((other) => costs[other]![round]!)) / cost));
