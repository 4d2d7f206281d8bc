import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { healthRoutes } from '../../../src/server/http/routes/health-routes.ts';
import type { ServiceCondition } from '../../../src/server/hub/service-state.ts';
import { TcpClient } from '../../e2e/serve/tcp-client.ts';
import { startTestServer } from '../../support/http/http-fixture.ts';
import { VirtualClock } from '../../support/server/virtual-clock.ts';

const HEALTHY: ServiceCondition = {
  hasRoom: true,
  lost: undefined,
  isDraining: false,
  isStopping: false,
  isOpen: true,
};

/** The answer of a server in this condition. */
async function ask(path: string, condition: Partial<ServiceCondition>, lastGame?: () => Promise<number>) {
  const clock = new VirtualClock();
  const archive = lastGame && { lastGame };
  const routes = healthRoutes({ clock, hub: { condition: { ...HEALTHY, ...condition } }, ...(archive && { archive }) });
  const pending = Promise.resolve(routes.request(path));
  await new Promise(setImmediate);
  await clock.advance(10_000);
  const answer = await pending;
  return [answer.status, await answer.text()] as const;
}

describe('a server', () => {
  test('is healthy and ready for every client, and the answer is not cached', async (t) => {
    const { url } = await startTestServer(t);
    for (const [path, text] of [
      ['/healthz', 'ok'],
      ['/readyz', 'ready'],
    ] as const) {
      const answer = await fetch(url + path, { headers: { 'X-Forwarded-For': '192.0.2.1' } });
      assert.deepEqual([answer.status, await answer.text()], [200, text]);
      assert.equal(answer.headers.get('Cache-Control'), 'no-store');
    }
  });

  test('is healthy for requests of HTTP/1.0 without a host, such as health checks of proxies', async (t) => {
    const { port } = await startTestServer(t);
    for (const path of ['/healthz', '/readyz']) {
      const peer = await TcpClient.connect(port);
      peer.socket.write(`GET ${path} HTTP/1.0\r\n\r\n`);
      assert.match((await peer.readToEnd()).toString(), /^HTTP\/1\.1 200/);
    }
  });

  test('that can start no game is not ready and reports why, and its process is healthy', async () => {
    for (const [condition, error] of [
      [{ isDraining: true }, 'draining'],
      [{ hasRoom: false }, 'disk full'],
      [{ lost: 'tengen.db has been deleted or moved' }, 'database files lost'],
      [{ isStopping: true, isDraining: true }, 'stopping'],
      [{ isOpen: false, isDraining: true }, 'not in touch with the other nodes'],
    ] as const) {
      assert.deepEqual(await ask('/readyz', condition), [503, JSON.stringify({ error })]);
      assert.deepEqual(await ask('/healthz', condition), [200, 'ok']);
    }
  });

  test('whose database fails or does not answer is not ready, and its process is healthy', async () => {
    for (const lastGame of [() => Promise.reject(new Error('gone')), () => new Promise<number>(() => {})]) {
      assert.deepEqual(await ask('/readyz', {}, lastGame), [503, '{"error":"database away"}']);
      assert.deepEqual(await ask('/healthz', {}, lastGame), [200, 'ok']);
    }
  });

  test('queries its database at most once a second', async () => {
    const clock = new VirtualClock();
    let queries = 0;
    const archive = { lastGame: async () => ++queries };
    const routes = healthRoutes({ clock, hub: { condition: HEALTHY }, archive });
    const askTenTimes = () => Promise.all(Array.from({ length: 10 }, () => routes.request('/readyz')));
    await askTenTimes();
    await askTenTimes();
    assert.equal(queries, 1);
    await clock.advance(1_000);
    await askTenTimes();
    assert.equal(queries, 2);
  });
});
