import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seedOfRun } from '../clients/dice.ts';
import { Simulation } from './simulation.ts';

const { SEED } = process.env;

/** A seed that is given is that of one run; `scripts/simulate.ts` has more of them. */
const RUNS = SEED === undefined ? 5 : 1;

describe('dozens of people who do whatever they like', { concurrency: 1 }, () => {
  const first = seedOfRun();
  const ends = new Map<string, number>();

  for (let run = 0; run < RUNS; run++) {
    const seed = first + run;
    test(`SEED=${seed}`, async (t) => {
      const outcome = await Simulation.run(seed);
      t.diagnostic(`${outcome.games} games, ${outcome.turns} turns, ${outcome.crashes} crashes`);
      for (const [reason, count] of outcome.ends) ends.set(reason, (ends.get(reason) ?? 0) + count);
    });
  }

  test('games have ended in every way', { skip: SEED !== undefined }, (t) => {
    t.diagnostic([...ends].map(([reason, count]) => `${reason} ${count}`).join(', '));
    for (const reason of ['score', 'row', 'full', 'resigned', 'timed-out', 'fouled', 'left', 'abandoned']) {
      assert(ends.has(reason), reason);
    }
  });

  test('the same seed says the same bytes at the same times', async () => {
    const steps = 5000;
    const [one, other] = [await Simulation.run(first, steps), await Simulation.run(first, steps)];
    assert.deepEqual(one, other);
    assert.notEqual((await Simulation.run(first + 1, steps)).hash, one.hash);
  });
});
