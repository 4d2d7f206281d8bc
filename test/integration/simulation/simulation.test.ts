import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Simulation } from '../../support/simulation/simulation.ts';

const { SEED } = process.env;

/** The same every time; a seed that is given is that of one run. `scripts/simulate.ts` has more of them. */
const SEEDS = SEED === undefined ? [1, 2] : [Number(SEED)];

describe('hundreds of people who do whatever they like', { concurrency: 1 }, () => {
  for (const seed of SEEDS) {
    test(`SEED=${seed}`, async (t) => {
      const outcome = await Simulation.run({ seed, steps: 10_000, copies: 7 });
      t.diagnostic(`${outcome.games} games, ${outcome.turns} turns, ${outcome.crashes} crashes`);
    });
  }

  test('the same seed says the same bytes at the same times', async () => {
    const course = { seed: 3, steps: 3000, copies: 1 };
    const [one, other] = [await Simulation.run(course), await Simulation.run(course)];
    assert.deepEqual(one, other);
    assert.notEqual((await Simulation.run({ ...course, seed: 4 })).hash, one.hash);
  });
});
