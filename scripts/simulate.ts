import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Simulation } from '../test/support/simulation/simulation.ts';
import { numberOption } from './number-option.ts';
import { runSeeds, SEED_OPTIONS } from './simulate/seed-runs.ts';

// Runs the seeded simulation for longer than the tests do: see docs/simulation.md.
// npm run simulate -- [--seed NUMBER] [--runs NUMBER] [--steps NUMBER] [--copies NUMBER] [--workers NUMBER] [--every-end]

const ENDS = ['score', 'row', 'full', 'resigned', 'timed-out', 'fouled', 'left', 'abandoned', 'agreed', 'stopped'];
/** Stands for games in which dead stones were marked. */
const MARKS = 'marks';

const { values } = parseArgs({
  options: {
    ...SEED_OPTIONS,
    copies: { type: 'string', default: '7' },
    'every-end': { type: 'boolean', default: false },
  },
});
const copies = numberOption('--copies', values.copies);
const seen = new Set<string>();

await runSeeds({
  script: fileURLToPath(import.meta.url),
  values,
  settings: { copies },
  run: async (seed, steps) => {
    const { ends, ...outcome } = await Simulation.run({ seed, steps, copies });
    return { ...outcome, ends: [...ends] };
  },
  show: ({ seed, speed, outcome: { hash, games, moves, marks, crashes, ends } }) => {
    for (const [reason] of ends) seen.add(reason);
    if (marks > 0) seen.add(MARKS);
    const reasons = ends.map(([reason, count]) => `${reason} ${count}`).join(', ');
    console.log(`SEED=${seed}  ${games} games (${reasons}), ${moves} moves, ${marks} marks, ${crashes} crashes`);
    console.log(`  bytes ${hash.slice(0, 16)}, ${values.steps} steps, ${speed} a second of a processor`);
  },
});

if (process.send === undefined) {
  const missing = [...ENDS, MARKS].filter((reason) => !seen.has(reason));
  if (values['every-end'] && missing.length > 0)
    console.error(`these ends or marks occurred in no game: ${missing.join(', ')}`);
  if (values['every-end'] && missing.length > 0) process.exitCode = 1;
}
