import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NodesSimulation } from '../../support/simulation/nodes/nodes-simulation.ts';

const { SEED } = process.env;

/** Runs with fixed seeds, or one run with the seed SEED. `scripts/simulate-nodes.ts` runs more of them. */
const RUNS =
  SEED === undefined
    ? [
        { seed: 1, nodes: 3 },
        { seed: 2, nodes: 2 },
        { seed: 5, nodes: 5 },
      ]
    : [{ seed: Number(SEED), nodes: 3 }];

describe('simulated nodes on one stream with failures of all kinds', { concurrency: 1 }, () => {
  for (const { seed, nodes } of RUNS) {
    test(`SEED=${seed}, ${nodes} nodes`, async (t) => {
      const { games, deaths, skips } = await NodesSimulation.run({ seed, steps: 5_000, nodes });
      t.diagnostic(`${games} games, ${deaths} deaths of nodes, ${skips} skipped inputs`);
      assert(games > 0);
    });
  }

  test('produce the same messages and events for the same seed', async () => {
    const options = { seed: 3, steps: 2_000, nodes: 3 };
    const [first, second] = [await NodesSimulation.run(options), await NodesSimulation.run(options)];
    assert.deepEqual(first, second);
    assert.notEqual((await NodesSimulation.run({ ...options, seed: 4 })).hash, first.hash);
  });
});
