import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Simulation } from '../../support/simulation/simulation.ts';

const { SEED } = process.env;

/** Fixed seeds, or the seed SEED. `scripts/simulate.ts` runs more of them. */
const SEEDS = SEED === undefined ? [1, 2] : [Number(SEED)];

describe('hundreds of simulated clients that act at random', { concurrency: 1 }, () => {
  for (const seed of SEEDS) {
    test(`SEED=${seed}`, async (t) => {
      const outcome = await Simulation.run({ seed, steps: 10_000, copies: 7 });
      t.diagnostic(`${outcome.games} games, ${outcome.moves} moves, ${outcome.crashes} crashes`);
    });
  }

  test('receive the same bytes at the same times for the same seed', async () => {
    const options = { seed: 3, steps: 3000, copies: 1 };
    const [first, second] = [await Simulation.run(options), await Simulation.run(options)];
    assert.deepEqual(first, second);
    assert.notEqual((await Simulation.run({ ...options, seed: 4 })).hash, first.hash);
  });
});
