import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { temporaryFolder, serve } from './server-process.ts';

/** Moments of the start, and of what comes just after it. */
const MOMENTS = 24;

describe('being told to stop while starting', () => {
  // As soon as it listens to signals the server ends by itself; before, the system ends it.
  test('ends the server, at whichever moment', { timeout: 120_000 }, async (t) => {
    const file = temporaryFolder(t);
    const begun = performance.now();
    const usual = serve(t, '--data', file('usual.db'));
    await usual.ports();
    const start = performance.now() - begun;
    await usual.end('SIGTERM');
    for (let moment = 0; moment < MOMENTS; moment++) {
      const tengen = serve(t, '--data', file(`${moment}.db`));
      await delay(start * (0.6 + moment / MOMENTS / 2));
      const end = await tengen.end('SIGTERM');
      assert(end === 0 || end === 'SIGTERM', `told at moment ${moment}, it ended by ${end}`);
    }
  });
});
