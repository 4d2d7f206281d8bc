import { describe, test } from 'node:test';
import { seedOfRun } from '../../support/clients/random.ts';
import { killRounds } from './kill-rounds.ts';
import { temporaryFolder } from './server-process.ts';

describe('a server that is killed', { concurrency: 1 }, () => {
  const seed = seedOfRun();
  for (const [durability, rounds] of [
    ['disk', 3],
    ['os', 2],
  ] as const) {
    test(`loses nothing that a client received, with --durability ${durability} (SEED=${seed})`, async (t) => {
      const data = temporaryFolder(t)('kill.db');
      await killRounds({ seed, rounds, data, durability, report: (round) => t.diagnostic(round) });
    });
  }
});
