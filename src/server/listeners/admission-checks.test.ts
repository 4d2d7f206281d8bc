import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { certificate } from '../../../test/support/server/test-certificate.ts';
import { AdmissionChecks, type AdmissionRules } from './admission-checks.ts';

const TIMEOUT = 30_000;

/** Connects a client that sends `text` and then is silent. Returns what was counted and logged after `milliseconds`, when it is closed. */
async function closeAfter(t: TestContext, rules: Partial<AdmissionRules>, text: string, milliseconds: number) {
  const server = createServer({ allowHalfOpen: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  assert(bound !== null && typeof bound === 'object');
  const events: string[] = [];
  const record = (_: object, message: string): void => void events.push(message);
  const log = { debug: record, info: record, error: record };
  const checks = await AdmissionChecks.open({ allow: [], deny: [], proxies: [], ...rules }, log, {
    rejected: (why) => void events.push(`rejected: ${why}`),
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
  checks.admit(socket, 'a-1', {
    firstBytesTimeout: TIMEOUT,
    admitToLimits: () => true,
    accept: () => events.push('accept'),
  });
  if (text !== '') {
    const received = once(socket, 'data');
    client.write(text);
    await received;
  }
  t.mock.timers.tick(milliseconds - 1);
  assert.deepEqual(events, []);
  t.mock.timers.tick(1);
  assert(socket.destroyed);
  return events;
}

test('a proxy that sends no header within 5 s is counted, logged and disconnected', async (t) => {
  const events = ['rejected: proxy', 'proxy.rejected'];
  assert.deepEqual(await closeAfter(t, { proxies: ['127.0.0.1'] }, '', 5_000), events);
});

test('a proxy whose header is incomplete after 5 s is counted, logged and disconnected', async (t) => {
  const events = ['rejected: proxy', 'proxy.rejected'];
  assert.deepEqual(await closeAfter(t, { proxies: ['127.0.0.1'] }, 'PROXY TCP4 192.0.2.7', 5_000), events);
});

test('a client that sends nothing where TLS is offered is counted as silent, and disconnected', async (t) => {
  assert.deepEqual(await closeAfter(t, { certificate: certificate('first') }, '', TIMEOUT), ['rejected: silent']);
});
