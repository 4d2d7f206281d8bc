import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { serve, temporaryFolder } from './server-process.ts';

/** The number of moments at which the signal is sent: during the start and just after it. */
const MOMENTS = 24;

describe('SIGTERM while the server starts', () => {
  // Once the server handles signals, it stops itself. Before that, the system ends the process.
  test('ends the server at every moment', { timeout: 120_000 }, async (t) => {
    const file = temporaryFolder(t);
    const startedAt = performance.now();
    const usual = serve(t, '--data', file('usual.db'));
    await usual.ports();
    const startTime = performance.now() - startedAt;
    await usual.end('SIGTERM');
    for (let moment = 0; moment < MOMENTS; moment++) {
      const tengen = serve(t, '--data', file(`${moment}.db`));
      await delay(startTime * (0.6 + moment / MOMENTS / 2));
      const end = await tengen.end('SIGTERM');
      assert(end === 0 || end === 'SIGTERM', `after SIGTERM at moment ${moment} it ended with ${end}`);
    }
  });
});
