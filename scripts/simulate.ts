import { parseArgs } from 'node:util';
import { seedOfRun } from '../test/clients/dice.ts';
import { Simulation } from '../test/simulation/simulation.ts';

// Runs the seeded simulation for longer than the tests do: see test/simulation/simulation.ts.
// npm run simulate -- [RUNS] [--seed NUMBER] [--steps NUMBER]

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { steps: { type: 'string' }, seed: { type: 'string' } },
});
const runs = Number(positionals[0] ?? 20);
const first = values.seed === undefined ? seedOfRun() : Number(values.seed);
for (let seed = first; seed < first + runs; seed++) {
  console.log(`SEED=${seed}`);
  const steps = values.steps === undefined ? [] : [Number(values.steps)];
  const { games, turns, crashes, ends, hash } = await Simulation.run(seed, ...steps);
  const reasons = [...ends].map(([reason, count]) => `${reason} ${count}`).join(', ');
  console.log(`  ${games} games (${reasons}), ${turns} turns, ${crashes} crashes, bytes ${hash.slice(0, 16)}`);
}
