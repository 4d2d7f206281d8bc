import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { certificate } from '../../../test/support/server/test-certificate.ts';
import { AdmissionChecks, type AdmissionRules } from './admission-checks.ts';

const PATIENCE = 30_000;

/** Somebody who says `words` at the entrance, then nothing for so many milliseconds; what is counted and logged of it. */
async function wait(t: TestContext, rules: Partial<AdmissionRules>, words: string, milliseconds: number) {
  const server = createServer({ allowHalfOpen: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  assert(bound !== null && typeof bound === 'object');
  const told: string[] = [];
  const say = (_: object, message: string): void => void told.push(message);
  const log = { debug: say, info: say, error: say };
  const entrance = await AdmissionChecks.open({ allow: [], deny: [], proxies: [], ...rules }, log, {
    rejected: (why) => void told.push(`turned away: ${why}`),
  });
  const client = connect(bound.port, '127.0.0.1').on('error', () => {});
  const [socket]: Socket[] = await once(server, 'connection');
  assert(socket !== undefined);
  t.after(() => {
    client.destroy();
    socket.destroy();
    server.close();
  });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  entrance.admit(socket, 'a-1', {
    firstBytesTimeout: PATIENCE,
    admitToLimits: () => true,
    accept: () => told.push('accept'),
  });
  if (words !== '') {
    const heard = once(socket, 'data');
    client.write(words);
    await heard;
  }
  t.mock.timers.tick(milliseconds - 1);
  assert.deepEqual(told, []);
  t.mock.timers.tick(1);
  assert(socket.destroyed);
  return told;
}

test('a proxy that has not said within 5 s for whom it speaks is counted and logged, and closed', async (t) => {
  const told = ['turned away: proxy', 'proxy.rejected'];
  assert.deepEqual(await wait(t, { proxies: ['127.0.0.1'] }, '', 5_000), told);
});

test('so is one whose header is not whole by then', async (t) => {
  const told = ['turned away: proxy', 'proxy.rejected'];
  assert.deepEqual(await wait(t, { proxies: ['127.0.0.1'] }, 'PROXY TCP4 192.0.2.7', 5_000), told);
});

test('who says nothing where there may be TLS is counted as silent, and closed', async (t) => {
  assert.deepEqual(await wait(t, { certificate: certificate('first') }, '', PATIENCE), ['turned away: silent']);
});
