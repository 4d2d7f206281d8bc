import { type ChildProcess, fork } from 'node:child_process';
import { seedOfRun } from '../../test/support/clients/random.ts';
import { numberOption } from '../number-option.ts';

/** The options that every simulation has, for `parseArgs`. */
export const SEED_OPTIONS = {
  seed: { type: 'string' },
  runs: { type: 'string', default: '1' },
  steps: { type: 'string', default: '100000' },
  workers: { type: 'string', default: '1' },
  /** The distance between the seeds of one worker. */
  stride: { type: 'string', default: '1' },
} as const;

interface SeedValues extends Readonly<Record<'runs' | 'steps' | 'workers' | 'stride', string>> {
  readonly seed?: string | undefined;
}

/** The result of one run. Plain JSON data, because a worker process sends it to its parent. */
export interface SeedReport<Outcome> {
  readonly seed: number;
  /** Steps per second of CPU time. Other processes of the machine do not change it. */
  readonly speed: number;
  readonly outcome: Outcome;
}

export interface SeedRunOptions<Outcome> {
  readonly script: string;
  readonly values: SeedValues;
  /** Further options of the script whose values are numbers. */
  readonly settings: Readonly<Record<string, number>>;
  run(seed: number, steps: number): Promise<Outcome>;
  show(report: SeedReport<Outcome>): void;
}

/** Runs every seed, with several workers in several processes. The exit code is 1 if a seed fails. */
export async function runSeeds<Outcome>({
  script,
  values,
  settings,
  run,
  show,
}: SeedRunOptions<Outcome>): Promise<void> {
  const [runs, steps] = [numberOption('--runs', values.runs), numberOption('--steps', values.steps)];
  const [workers, stride] = [numberOption('--workers', values.workers), numberOption('--stride', values.stride)];
  const first = values.seed === undefined ? seedOfRun() : numberOption('--seed', values.seed, 0);
  const began = performance.now();
  if (workers > 1) await runWorkers();
  else for (let seed = first; seed < first + runs; seed += stride) await runOne(seed);
  if (process.send !== undefined || process.exitCode === 1) return;
  const seconds = (performance.now() - began) / 1000;
  const totalSteps = runs * steps;
  console.log(`${totalSteps} steps in ${seconds.toFixed(1)} s, ${Math.round(totalSteps / seconds)} a second`);

  /** A failure does not stop the other seeds. */
  async function runOne(seed: number): Promise<void> {
    const start = process.cpuUsage();
    try {
      const outcome = await run(seed, steps);
      const { user, system } = process.cpuUsage(start);
      const report = { seed, speed: Math.round(steps / ((user + system) / 1e6)), outcome };
      if (process.send === undefined) show(report);
      else process.send(report);
    } catch (error) {
      process.exitCode = 1;
      console.error(error instanceof Error ? error.message : error);
    }
  }

  async function runWorkers(): Promise<void> {
    // A worker beyond the last seed would have nothing to do.
    const children = Array.from({ length: Math.min(workers, runs) }, (_, index) => {
      const options = { ...settings, seed: first + index, runs: runs - index, steps, stride: workers };
      return fork(
        script,
        Object.entries(options).flatMap(([name, value]) => [`--${name}`, `${value}`]),
      );
    });
    for (const child of children) child.on('message', (report) => show(report as SeedReport<Outcome>));
    if ((await Promise.all(children.map(hasSucceeded))).includes(false)) process.exitCode = 1;
  }
}

const hasSucceeded = (child: ChildProcess): Promise<boolean> =>
  new Promise((resolve) => child.once('exit', (code) => resolve(code === 0)));
