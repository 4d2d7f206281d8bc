import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { seedOfRun } from '../test/support/clients/random.ts';
import { type Outcome, Simulation } from '../test/support/simulation/simulation.ts';
import { numberOption } from './number-option.ts';

// Runs the seeded simulation for longer than the tests do: see docs/simulation.md.
// npm run simulate -- [--seed NUMBER] [--runs NUMBER] [--steps NUMBER] [--copies NUMBER] [--workers NUMBER] [--every-end]

const ENDS = ['score', 'row', 'full', 'resigned', 'timed-out', 'fouled', 'left', 'abandoned', 'agreed', 'stopped'];

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    runs: { type: 'string', default: '1' },
    steps: { type: 'string', default: '100000' },
    copies: { type: 'string', default: '7' },
    workers: { type: 'string', default: '1' },
    'every-end': { type: 'boolean', default: false },
    /** For one of several workers: it takes every so manieth seed. */
    stride: { type: 'string', default: '1' },
  },
});
const numbers = {
  runs: numberOption('--runs', values.runs),
  steps: numberOption('--steps', values.steps),
  copies: numberOption('--copies', values.copies),
};
const [workers, stride] = [numberOption('--workers', values.workers), numberOption('--stride', values.stride)];
const first = values.seed === undefined ? seedOfRun() : numberOption('--seed', values.seed, 0);

/** What one run came to, as one worker tells it. */
interface Report {
  readonly seed: number;
  /** Of a processor: what else a machine does must not count. */
  readonly seconds: number;
  readonly outcome: Omit<Outcome, 'ends'> & { readonly ends: readonly (readonly [string, number])[] };
}

const seen = new Set<string>();

function show({ seed, seconds, outcome: { hash, games, turns, crashes, ends } }: Report): void {
  for (const [reason] of ends) seen.add(reason);
  const reasons = ends.map(([reason, count]) => `${reason} ${count}`).join(', ');
  const speed = Math.round(numbers.steps / seconds);
  console.log(`SEED=${seed}  ${games} games (${reasons}), ${turns} turns, ${crashes} crashes`);
  console.log(`  bytes ${hash.slice(0, 16)}, ${numbers.steps} steps, ${speed} a second of a processor`);
}

/** The other seeds go on. */
function fail(error: Error): undefined {
  process.exitCode = 1;
  console.error(error.message);
}

async function run(tell: (report: Report) => void): Promise<void> {
  for (let seed = first; seed < first + numbers.runs; seed += stride) {
    const began = process.cpuUsage();
    const run = await Simulation.run({ seed, steps: numbers.steps, copies: numbers.copies }).catch(fail);
    if (run === undefined) continue;
    const { ends, ...outcome } = run;
    const { user, system } = process.cpuUsage(began);
    tell({ seed, seconds: (user + system) / 1e6, outcome: { ...outcome, ends: [...ends] } });
  }
}

/** Shares the seeds out to processes of their own; whether all of them came to their end. */
async function share(): Promise<boolean> {
  const { steps, copies } = numbers;
  const script = fileURLToPath(import.meta.url);
  // A worker beyond the last seed would have nothing to do.
  const children = Array.from({ length: Math.min(workers, numbers.runs) }, (_, index) => {
    const settings = { seed: first + index, runs: numbers.runs - index, steps, copies, stride: workers };
    return fork(
      script,
      Object.entries(settings).flatMap(([name, value]) => [`--${name}`, `${value}`]),
    );
  });
  for (const child of children) child.on('message', (report) => show(report as Report));
  return !(await Promise.all(children.map(ended))).includes(false);
}

const ended = (child: ChildProcess): Promise<boolean> =>
  new Promise((resolve) => child.once('exit', (code) => resolve(code === 0)));

const began = performance.now();
if (workers > 1) process.exitCode = (await share()) ? 0 : 1;
else await run((report) => (process.send === undefined ? show(report) : process.send(report)));

if (process.send === undefined) {
  const seconds = (performance.now() - began) / 1000;
  const steps = numbers.runs * numbers.steps;
  if (process.exitCode !== 1)
    console.log(`${steps} steps in ${seconds.toFixed(1)} s, ${Math.round(steps / seconds)} a second`);
  const missing = ENDS.filter((reason) => !seen.has(reason));
  if (values['every-end'] && missing.length > 0) console.error(`no game has ended by ${missing.join(', ')}`);
  if (values['every-end'] && missing.length > 0) process.exitCode = 1;
}
