import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WorkerLink } from './worker-link.ts';

/** A thread that runs `code` for each message. */
const link = (code: string): WorkerLink<string, string> =>
  new WorkerLink(
    'the test',
    new URL(
      `data:text/javascript,${encodeURIComponent(`
        import { parentPort as port, workerData } from 'node:worker_threads';
        port.on('message', (message) => { ${code} });
      `)}`,
    ),
    'data',
  );

const ECHO = `if (message === 'close') port.close(); else port.postMessage(message + ' ' + workerData)`;

describe('WorkerLink', () => {
  it('gives each request its reply, in order', async () => {
    const echo = link(ECHO);
    assert.deepEqual(await Promise.all([echo.request('a'), echo.request('b'), echo.request('c')]), [
      'a data',
      'b data',
      'c data',
    ]);
    await assert.rejects(echo.request('close'), /thread of the test stopped unexpectedly: exit code 0/);
    await echo.ended();
  });

  for (const [what, code, why] of [
    ['throws', `throw new Error('ouch')`, /stopped unexpectedly: ouch$/],
    ['exits', `process.exit(3)`, /stopped unexpectedly: exit code 3$/],
  ] as const) {
    it(`rejects pending and later requests when the thread ${what}`, async () => {
      const broken = link(code);
      const [one, other] = await Promise.allSettled([broken.request('a'), broken.request('b')]);
      assert.ok(one.status === 'rejected' && why.test(String(one.reason)), String(one));
      assert.ok(other.status === 'rejected' && why.test(String(other.reason)));
      await broken.ended();
      await assert.rejects(broken.request('c'), why);
    });
  }

  it('stop terminates a thread that hangs', async () => {
    const hanging = link('while (true);');
    const waiting = assert.rejects(hanging.request('a'), /thread of the test was stopped$/);
    await hanging.stop();
    await waiting;
    await assert.rejects(hanging.request('b'), /thread of the test was stopped$/);
  });
});
