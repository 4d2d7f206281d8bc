import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NodesSimulation } from '../../support/simulation/nodes/nodes-simulation.ts';

const { SEED } = process.env;

/** The same every time; a seed that is given is that of one run. `scripts/simulate-nodes.ts` has more of them. */
const COURSES =
  SEED === undefined
    ? [
        { seed: 1, nodes: 3 },
        { seed: 2, nodes: 2 },
        { seed: 5, nodes: 5 },
      ]
    : [{ seed: Number(SEED), nodes: 3 }];

describe('several nodes on one stream that fails in every way', { concurrency: 1 }, () => {
  for (const { seed, nodes } of COURSES) {
    test(`SEED=${seed}, ${nodes} nodes`, async (t) => {
      const { games, deaths, skips } = await NodesSimulation.run({ seed, steps: 5_000, nodes });
      t.diagnostic(`${games} games, ${deaths} deaths of nodes, ${skips} skipped inputs`);
      assert(games > 0);
    });
  }

  test('the same seed leads to the same messages and events', async () => {
    const course = { seed: 3, steps: 2_000, nodes: 3 };
    const [one, other] = [await NodesSimulation.run(course), await NodesSimulation.run(course)];
    assert.deepEqual(one, other);
    assert.notEqual((await NodesSimulation.run({ ...course, seed: 4 })).hash, one.hash);
  });
});
