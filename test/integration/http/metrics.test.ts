import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openExposition } from '../../../src/server/metrics/prometheus-metrics.ts';
import { ServerCounts } from '../../../src/server/metrics/server-counts.ts';
import { TcpClient } from '../../e2e/serve/tcp-client.ts';
import { type StartedServer, startTestServer } from '../../support/http/http-fixture.ts';
import { type MetricValues, readMetrics } from '../../support/http/metrics-reader.ts';

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');

/** Plays a game: Bob plays two stones, Alice one after a refused one, then Alice resigns and leaves. Bob stays. */
async function playGame({ port }: StartedServer): Promise<TcpClient> {
  const [alice, bob] = [await TcpClient.connect(port), await TcpClient.connect(port)];
  bob.send('GO bob 9');
  assert.equal(await bob.line(), 'WAITING');
  alice.send('CORE.HELLO~alice', 'CORE.NEWGAME~9', 'CORE.MOVE~41');
  assert.deepEqual(await alice.lines(3), ['CORE.HELLO', 'CORE.MATCH~WHITE~9~bob', 'CORE.ERROR~PATIENCE']);
  bob.send('MOVE 4 3');
  assert.equal(await alice.line(), 'CORE.MOVE~31');
  alice.send('CORE.MOVE~40');
  assert.equal(await alice.line(), 'CORE.MOVE~40');
  assert.deepEqual(await bob.lines(3), ['READY black alice 9', 'VALID black 4 3', 'VALID white 4 4']);
  bob.send('MOVE 0 0');
  assert.equal(await alice.line(), 'CORE.MOVE~0');
  alice.send('CORE.SURRENDER', 'CORE.BYE');
  await alice.readToEnd();
  return bob;
}

/** A server with computer players whose metrics have been read once and on which one game was played. */
async function serverAfterGame(t: TestContext): Promise<StartedServer> {
  const server = await startTestServer(t, { house: true });
  await readMetrics(server.url);
  const bob = await playGame(server);
  t.after(() => bob.socket.destroy());
  return server;
}

/** The names and types of the metrics that exist only on servers of several nodes. */
async function nodeTypes(): Promise<Map<string, string>> {
  const registry = openExposition({
    counts: new ServerCounts(),
    hub: {
      statistics: { players: 0, named: 0, waiting: 0, games: 0 },
      condition: { hasRoom: true, isDraining: false, isStopping: false, isOpen: true, lost: undefined },
    },
    archiver: { backlog: 0, isFailing: false },
    computers: { seats: [] },
    version: '1.2.3',
    node: { status: undefined },
  });
  const all = await registry.getMetricsAsJSON();
  return new Map(all.flatMap(({ name, type }) => (name.startsWith('tengen_node_') ? [[name, String(type)]] : [])));
}

const pick = ({ rows }: MetricValues, pattern: RegExp): Record<string, number> =>
  Object.fromEntries([...rows].filter(([row]) => pattern.test(row)));

describe('/metrics', () => {
  test('counts the events of a game between two protocols', async (t) => {
    const { url } = await serverAfterGame(t);
    const metrics = await readMetrics(url);
    assert.deepEqual(pick(metrics, /^tengen_(?:games|turns|refusals|seeks|players)/), {
      tengen_games_running: 0,
      'tengen_games_begun_total{rules="go"}': 1,
      'tengen_games_ended_total{reason="resigned"}': 1,
      tengen_games_restored_total: 0,
      'tengen_turns_total{protocol="nedap"}': 2,
      'tengen_turns_total{protocol="nu6"}': 1,
      'tengen_refusals_total{protocol="nu6",reason="not-your-turn"}': 1,
      tengen_seeks_waiting: 0,
      // Bob and the six computer players.
      tengen_players: 7,
    });
    assert.deepEqual(pick(metrics, /^tengen_commands_total\{protocol="nu6"/), {
      'tengen_commands_total{protocol="nu6",kind="enter"}': 1,
      'tengen_commands_total{protocol="nu6",kind="seek"}': 1,
      'tengen_commands_total{protocol="nu6",kind="play"}': 2,
      'tengen_commands_total{protocol="nu6",kind="forfeit"}': 1,
      'tengen_commands_total{protocol="nu6",kind="leave"}': 1,
    });
    assert.deepEqual(pick(metrics, /^tengen_connections.*(?:nu6|nedap)/), {
      'tengen_connections{protocol="nu6"}': 0,
      'tengen_connections{protocol="nedap"}': 1,
      'tengen_connections_total{protocol="nu6"}': 1,
      'tengen_connections_total{protocol="nedap"}': 1,
    });
    // One entry for both seats, three for stones, one for the resignation and one for the end.
    assert.equal(metrics.rows.get('tengen_journal_entries_total'), 6);
    const commits = metrics.rows.get('tengen_journal_commit_seconds_count') ?? 0;
    assert(commits >= 4 && commits <= 6, `${commits} commits`);
    assert.equal(metrics.rows.get('tengen_journal_commit_seconds_bucket{le="+Inf"}'), commits);
    assert.deepEqual(pick(metrics, /^tengen_computer.*tengen-3/), {
      'tengen_computer_games{player="tengen-3"}': 0,
      'tengen_computer_games_max{player="tengen-3"}': 16,
    });
    assert.equal(metrics.rows.get('tengen_http_requests_total{method="GET",status="200"}'), 1);
  });

  test('counts refused connections by reason', async (t) => {
    const { port, ports, url } = await startTestServer(t, { listen: ['nu6://127.0.0.1:0'], deny: ['127.0.0.2'] });
    const stranger = await TcpClient.connect(port);
    stranger.send('EHLO example.org');
    await stranger.readToEnd();
    await (await TcpClient.connect(ports[0] ?? 0, '127.0.0.2')).readToEnd();
    assert.deepEqual(pick(await readMetrics(url), /turned_away/), {
      'tengen_turned_away_total{reason="unrecognised"}': 1,
      'tengen_turned_away_total{reason="denied"}': 1,
    });
  });

  test('is refused to other machines, and therefore to proxies', async (t) => {
    const { url } = await startTestServer(t);
    assert.equal((await fetch(`${url}/metrics`)).status, 200);
    const forwarded = await fetch(`${url}/metrics`, { headers: { 'X-Forwarded-For': '127.0.0.1' } });
    assert.deepEqual(
      [forwarded.status, await forwarded.json()],
      [403, { error: 'the metrics can be read only on this machine' }],
    );
  });

  test('can be configured for all clients or for none', async (t) => {
    for (const [metrics, status] of [
      ['all', 200],
      ['none', 404],
    ] as const) {
      const { url } = await startTestServer(t, { metrics });
      const answer = await fetch(`${url}/metrics`, { headers: { 'X-Forwarded-For': '192.0.2.1' } });
      assert.equal(answer.status, status);
    }
  });

  test('contains exactly the metrics that the documentation and the dashboard name', async (t) => {
    const { url } = await serverAfterGame(t);
    const types = new Map([...(await readMetrics(url)).types, ...(await nodeTypes())]);
    const names = new Set(
      [...types].flatMap(([name, type]) =>
        type === 'histogram' ? [name, ...['bucket', 'sum', 'count'].map((part) => `${name}_${part}`)] : [name],
      ),
    );
    const ours = [...types.keys()].filter((name) => name.startsWith('tengen_')).sort();
    const documented = [
      ...read('docs/monitoring.md').matchAll(/^\| `(\w+)(?:\{[\w, ]+\})?` \| (gauge|counter|histogram) \|/gm),
    ];
    assert.deepEqual(
      documented
        .map(([, name = '', type]) => [name, type])
        .filter(([name]) => name?.startsWith('tengen_'))
        .sort(),
      ours.map((name) => [name, types.get(name)]),
    );
    for (const [, name = '', type] of documented) assert.equal(types.get(name), type, name);
    for (const [name] of read('docs/monitoring.md').matchAll(/\b(?:tengen|process|nodejs)_\w+/g))
      assert(names.has(name), name);

    const expressions = [...read('docs/grafana/tengen.json').matchAll(/"expr": "((?:[^"\\]|\\.)*)"/g)].map(
      ([, expr = '']) => expr,
    );
    assert(expressions.length > 10);
    const shown = new Set(expressions.flatMap((expr) => expr.match(/\b(?:tengen|process|nodejs)_\w+/g) ?? []));
    assert.deepEqual(
      [...shown].filter((name) => !names.has(name)),
      [],
    );
    const plain = new Set([...shown].map((name) => name.replace(/_(?:bucket|sum|count)$/, '')));
    assert.deepEqual(
      ours.filter((name) => !plain.has(name)),
      [],
    );
  });
});
