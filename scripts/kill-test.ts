import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { killRounds } from '../test/e2e/serve/kill-rounds.ts';
import { seedOfRun } from '../test/support/clients/random.ts';
import { numberOption } from './number-option.ts';

// Kills a real server again and again while clients play: see test/e2e/serve/kill-rounds.ts.
// npm run kill -- [ROUNDS] [--durability disk|os] [--seed NUMBER]

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { durability: { type: 'string', default: 'disk' }, seed: { type: 'string' } },
});
const rounds = numberOption('ROUNDS', positionals[0] ?? '20');
const seed = values.seed === undefined ? seedOfRun() : numberOption('--seed', values.seed, 0);
const folder = mkdtempSync(join(tmpdir(), 'tengen-kill-'));
console.log(`${rounds} rounds, SEED=${seed}, ${folder}`);
await killRounds({
  seed,
  rounds,
  data: join(folder, 'kill.db'),
  durability: values.durability === 'os' ? 'os' : 'disk',
  report: (round) => console.log(round),
});
// After a failure, the database is not deleted, so that it can be examined.
rmSync(folder, { recursive: true });
