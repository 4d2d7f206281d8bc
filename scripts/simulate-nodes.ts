import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { NodesSimulation } from '../test/support/simulation/nodes/nodes-simulation.ts';
import { numberOption } from './number-option.ts';
import { runSeeds, SEED_OPTIONS } from './simulate/seed-runs.ts';

// Runs the seeded simulation of several nodes for longer than the tests do: see docs/simulation.md.
// npm run simulate:nodes -- [--seed NUMBER] [--runs NUMBER] [--steps NUMBER] [--nodes NUMBER] [--workers NUMBER]

const { values } = parseArgs({ options: { ...SEED_OPTIONS, nodes: { type: 'string', default: '3' } } });
const nodes = numberOption('--nodes', values.nodes);

await runSeeds({
  script: fileURLToPath(import.meta.url),
  values,
  settings: { nodes },
  run: async (seed, steps) => {
    const { ends, ...outcome } = await NodesSimulation.run({ seed, steps, nodes });
    return { ...outcome, ends: [...ends] };
  },
  show: ({ seed, speed, outcome }) => {
    const { hash, messages, applied, dropped, games, events, joins, deaths, skips, losses, epochs, version, ends } =
      outcome;
    const reasons = ends.map(([reason, count]) => `${reason} ${count}`).join(', ');
    console.log(`SEED=${seed}  ${games} games (${reasons}), ${events} events`);
    console.log(`  ${messages} messages, ${applied} inputs decided, ${dropped} refused, ${skips} skipped`);
    console.log(`  ${losses} ends of the stream lost, ${epochs} epochs, ${version} versions`);
    console.log(`  ${joins} joins, ${deaths} deaths; hash ${hash}, ${speed} steps a second of a processor`);
  },
});
