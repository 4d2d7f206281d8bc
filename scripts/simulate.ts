import { parseArgs } from 'node:util';
import { seedOfRun } from '../test/clients/dice.ts';
import { Simulation } from '../test/simulation/simulation.ts';

// Runs the seeded simulation for longer than the tests do: see test/simulation/simulation.ts.
// With `--every-end` it fails unless games have ended in every way that there is.
// npm run simulate -- [RUNS] [--seed NUMBER] [--steps NUMBER] [--every-end]

const ENDS = ['score', 'row', 'full', 'resigned', 'timed-out', 'fouled', 'left', 'abandoned', 'agreed'];

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { steps: { type: 'string' }, seed: { type: 'string' }, 'every-end': { type: 'boolean', default: false } },
});
const runs = Number(positionals[0] ?? 20);
const first = values.seed === undefined ? seedOfRun() : Number(values.seed);
const seen = new Set<string>();
for (let seed = first; seed < first + runs; seed++) {
  console.log(`SEED=${seed}`);
  const steps = values.steps === undefined ? [] : [Number(values.steps)];
  const { games, turns, crashes, ends, hash } = await Simulation.run(seed, ...steps);
  for (const reason of ends.keys()) seen.add(reason);
  const reasons = [...ends].map(([reason, count]) => `${reason} ${count}`).join(', ');
  console.log(`  ${games} games (${reasons}), ${turns} turns, ${crashes} crashes, bytes ${hash.slice(0, 16)}`);
}
const missing = ENDS.filter((reason) => !seen.has(reason));
if (values['every-end'] && missing.length > 0) {
  console.error(`no game has ended by ${missing.join(', ')}`);
  process.exitCode = 1;
}
