import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seedOfRun } from '../clients/dice.ts';
import { Simulation } from './simulation.ts';

const { SEED } = process.env;

/** A seed that is given is that of one run; `scripts/simulate.ts` has more of them. */
const RUNS = SEED === undefined ? 2 : 1;

describe('dozens of people who do whatever they like', { concurrency: 1 }, () => {
  const first = seedOfRun();

  for (let run = 0; run < RUNS; run++) {
    const seed = first + run;
    test(`SEED=${seed}`, async (t) => {
      const outcome = await Simulation.run(seed);
      t.diagnostic(`${outcome.games} games, ${outcome.turns} turns, ${outcome.crashes} crashes`);
    });
  }

  test('the same seed says the same bytes at the same times', async () => {
    const steps = 5000;
    const [one, other] = [await Simulation.run(first, steps), await Simulation.run(first, steps)];
    assert.deepEqual(one, other);
    assert.notEqual((await Simulation.run(first + 1, steps)).hash, one.hash);
  });
});
