import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '../../../src/database/database.ts';
import { conversation, gameResource, invitation } from '../../../src/protocols/api/resource-schemas.ts';
import type { GameParametersJson } from '../../../src/protocols/api/value-schemas.ts';
import { databaseKinds } from '../../support/database/test-databases.ts';
import { eventually } from '../../support/eventually.ts';
import { AccountClient } from '../../support/http/account-client.ts';
import { EventStreamClient } from '../../support/http/event-stream-client.ts';
import { FakeBrowser, PASSWORD } from '../../support/http/fake-browser.ts';
import { readMetrics } from '../../support/http/metrics-reader.ts';
import { WebSocketClient } from '../../support/http/web-socket-client.ts';
import { NatsServer, skipWithoutNats } from '../../support/nodes/nats-server.ts';
import { Tengen } from '../serve/server-process.ts';
import { TcpClient } from '../serve/tcp-client.ts';
import { enter, move } from './game-between-nodes.ts';

const [, postgres] = await databaseKinds();
const BOARD: GameParametersJson = { game: 'go', size: 5, komi: 0.5, ko: 'positional', suicide: 'allowed' };
const KEY = 'ABCDEFGHIJKLMNOPQRSTUV';

interface RunningNode {
  readonly tengen: Tengen;
  readonly port: number;
  readonly url: string;
}

/** All tests share two nodes of one installation. The clients of each test have different names. */
describe('two nodes are one server', { skip: skipWithoutNats() || postgres.skip }, () => {
  const cleanings: (() => Promise<void>)[] = [];
  let nats: NatsServer;
  let options: string[];
  let nodeA: RunningNode;
  let nodeB: RunningNode;
  let root: FakeBrowser;

  async function node(): Promise<RunningNode> {
    const tengen = new Tengen('serve', '--port', '0', '--log-level', 'info', ...options);
    cleanings.push(async () => void (await tengen.end('SIGKILL')));
    const [port = 0] = await tengen.ports();
    return { tengen, port, url: `http://127.0.0.1:${port}` };
  }

  before(async () => {
    nats = await NatsServer.start({ after: (clean) => void cleanings.push(clean) });
    const places = ['--nats', `nats://127.0.0.1:${nats.port}?name=pair`, '--database', await postgres.newPlace()];
    options = [...places, '--resume', '60', '--admin', 'root', '--guard-names'];
    [nodeA, nodeB] = [await node(), await node()];
    root = new FakeBrowser(nodeB.url);
    assert.equal((await root.reserve('root')).status, 201);
  });
  after(async () => {
    for (const clean of cleanings.reverse()) await clean();
  });

  /**
   * Starts a game between a nu6 client at each node, with black at the first node. Returns the clients and the number
   * of the game.
   */
  async function startGame(
    names: readonly [string, string],
    size = 9,
  ): Promise<{ black: TcpClient; white: TcpClient; game: number }> {
    const [black, white] = [await enter(nodeA.port, names[0]), await enter(nodeB.port, names[1])];
    black.send(`CORE.NEWGAME~${size}`);
    await waitForSeek(names[0]);
    white.send(`CORE.NEWGAME~${size}`);
    assert.equal(await black.line(), `CORE.MATCH~BLACK~${size}~${names[1]}`);
    assert.equal(await white.line(), `CORE.MATCH~WHITE~${size}~${names[0]}`);
    const { games } = (await root.request('GET', '/api/lobby')).body;
    const { game } = games.find((each: { black: { name: string } }) => each.black.name === names[0]);
    return { black, white, game };
  }

  /** Waits until the second node has the seek of this player. */
  async function waitForSeek(name: string): Promise<void> {
    await eventually(`the seek of ${name}`, async () => {
      const { body } = await root.request('GET', '/api/lobby');
      return body.seeks.some(({ host }: { host: string }) => host === name);
    });
  }

  /** The first two fields of the answer to a nu6 client that enters with this name; 'closed' if the connection is closed. */
  async function answerTo(port: number, name: string, address?: string): Promise<string> {
    const peer = await TcpClient.connect(port, address);
    peer.send(`CORE.HELLO~${name}`);
    const line = await peer.line().catch(() => 'closed');
    peer.socket.destroy();
    return line.split('~', 2).join('~');
  }

  test('the inspector of each node shows the messages of both players of a running game', async () => {
    const { black, white, game } = await startGame(['ines', 'ivo']);
    await move(black, white, 40);
    await move(white, black, 41);
    const read = async (url: string) => {
      const answer = await fetch(`${url}/api/games/${game}/conversation`);
      const { messages, cut } = conversation.parse(await answer.json());
      return { cut, lines: messages.map(({ seat, from, text }) => `${seat} ${from} ${text}`) };
    };
    const [here, there] = await Promise.all([nodeA, nodeB].map(({ url }) => read(url)));
    assert.deepEqual(here, there);
    assert.equal(here?.cut, false);
    const indexOf = (line: string): number => here?.lines.indexOf(line) ?? -1;
    const order = ['black client CORE.MOVE~40', 'white server CORE.MOVE~40', 'white client CORE.MOVE~41'].map(indexOf);
    assert.deepEqual(
      order,
      order.toSorted((first, second) => first - second),
    );
    assert(!order.includes(-1), JSON.stringify(here));
    black.socket.destroy();
    white.socket.destroy();
  });

  test('an invitation to a private game is accepted at the other node, and the players play a rematch', async () => {
    const [anne, bert] = [await WebSocketClient.open(nodeA.port), await WebSocketClient.open(nodeB.port)];
    await anne.send({ kind: 'enter', name: 'anne' });
    await bert.send({ kind: 'enter', name: 'bert' });
    const seek = { kind: 'seek', board: BOARD, options: { private: true }, invitation: KEY } as const;
    assert.equal((await anne.send(seek)).kind, 'done');
    const invited = async ({ url }: RunningNode) => {
      const answer = await fetch(`${url}/api/invitations/${KEY}`);
      return answer.ok ? invitation.parse(await answer.json()) : undefined;
    };
    assert.equal((await invited(nodeB))?.state, 'waiting');
    assert.equal((await bert.send({ kind: 'accept-invitation', key: KEY })).kind, 'done');
    const { state } = await anne.next('game');
    await bert.next('game');
    assert.equal((await anne.send({ kind: 'play', point: { x: 2, y: 2 } })).kind, 'done');
    assert.deepEqual((await bert.next('played')).point, { x: 2, y: 2 });
    for (const { url } of [nodeA, nodeB]) {
      assert.equal((await fetch(`${url}/api/games/${state.game}`)).status, 404);
      const shown = await fetch(`${url}/api/games/${state.game}?key=${KEY}`);
      assert.equal(gameResource.parse(await shown.json()).state, 'running');
    }
    assert.equal((await bert.send({ kind: 'resign' })).kind, 'done');
    await anne.next('ended');
    // Until the archive has the game, its key is unknown for a moment.
    for (const each of [nodeA, nodeB])
      assert.deepEqual(await eventually('the archived game', () => invited(each)), {
        state: 'taken',
        game: state.game,
      });
    // A rematch: each player seeks the other.
    assert.equal((await bert.send({ kind: 'seek', board: BOARD, opponent: 'anne' })).kind, 'done');
    assert.equal((await anne.send({ kind: 'seek', board: BOARD, opponent: 'bert' })).kind, 'done');
    assert.notEqual((await anne.next('game')).state.game, state.game);
    for (const tab of [anne, bert]) tab.cut();
  });

  test('an administrator at one node ends games, removes players and bans addresses at the other', async () => {
    const { black, white, game } = await startGame(['adam', 'arne']);
    assert.equal((await root.request('POST', `/api/administration/games/${game}/stop`)).status, 204);
    for (const player of [black, white]) assert.match(await player.line(), /^CORE\.GAMEOVER/);
    assert.equal((await root.request('POST', '/api/administration/players/adam/remove')).status, 204);
    await black.readToEnd();
    const stranger = await TcpClient.connect(nodeA.port, '127.0.0.5');
    stranger.send('CORE.HELLO~mallory');
    assert.equal(await stranger.line(), 'CORE.HELLO');
    const ban = await root.request('POST', '/api/administration/bans', { address: '127.0.0.5', hours: 1 });
    await stranger.readToEnd();
    assert.equal(await answerTo(nodeA.port, 'mallory', '127.0.0.5'), 'closed');
    assert.equal((await root.request('DELETE', `/api/administration/bans/${ban.body.id}`)).status, 204);
    const back = await eventually(
      'the end of the ban',
      async () => (await answerTo(nodeA.port, 'mallory', '127.0.0.5')) !== 'closed',
    );
    assert(back);
    white.socket.destroy();
  });

  test('a ban expires at both nodes, also without the database', async () => {
    const database = await openDatabase(options[3] ?? '');
    const rename = async (from: string, to: string): Promise<void> =>
      void (await sql`ALTER TABLE ${sql.table(from)} RENAME TO ${sql.table(to)}`.execute(database));
    try {
      assert.equal(
        (await root.request('POST', '/api/administration/bans', { name: 'mallet', hours: 0.001 })).status,
        201,
      );
      for (const { port } of [nodeA, nodeB]) assert.notEqual(await answerTo(port, 'mallet'), 'CORE.HELLO');
      for (const table of ['ban', 'change']) await rename(table, `${table}_away`);
      for (const { port } of [nodeA, nodeB])
        await eventually('the end of the ban', async () => (await answerTo(port, 'mallet')) === 'CORE.HELLO');
      for (const table of ['ban', 'change']) await rename(`${table}_away`, table);
      await eventually('a tidy database', async () => {
        const rows = await database.selectFrom('ban').select('id').where('name', '=', 'mallet').execute();
        return rows.length === 0;
      });
    } finally {
      await database.destroy();
    }
  });

  test('a guarded name needs an opening, and an opening made at one node admits one client at the other', async () => {
    const gina = await AccountClient.create(nodeA.url, 'gina');
    for (const { port } of [nodeA, nodeB]) assert.equal(await answerTo(port, 'gina'), 'CORE.ERROR~NAMETAKEN');
    const opened = await fetch(`${nodeA.url}/api/opening`, { method: 'POST', headers: gina.bearer });
    assert.equal(opened.status, 201);
    assert.equal(await answerTo(nodeB.port, 'gina'), 'CORE.HELLO');
    for (const { port } of [nodeA, nodeB]) assert.equal(await answerTo(port, 'gina'), 'CORE.ERROR~NAMETAKEN');
  });

  test('a token that is revoked at one node, and an account that is deleted there, are invalid at the other', async (t) => {
    const rita = await AccountClient.create(nodeA.url, 'rita');
    assert.equal((await rita.send({ kind: 'enter', name: 'rita' })).kind, 'done');
    const events = await EventStreamClient.open(`${nodeB.url}/api/events`, rita.bearer);
    t.after(() => events.close());
    assert.equal((await events.next('you')).name, 'rita');
    await rita.revoke();
    while ((await events.any()) !== undefined);
    assert.equal((await fetch(`${nodeB.url}/api/tokens`, { headers: rita.bearer })).status, 401);
    const dora = new FakeBrowser(nodeA.url);
    assert.equal((await dora.reserve('dora')).status, 201);
    assert.equal(await answerTo(nodeB.port, 'dora'), 'CORE.ERROR~NAMETAKEN');
    assert.equal((await dora.request('DELETE', '/api/accounts', { password: PASSWORD })).status, 204);
    assert.equal(await answerTo(nodeB.port, 'dora'), 'CORE.HELLO');
  });

  test('a node that starts again knows the changes made in the meantime', async () => {
    await nodeB.tengen.end('SIGTERM');
    assert.equal((await new FakeBrowser(nodeA.url).reserve('nina')).status, 201);
    nodeB = await node();
    root = new FakeBrowser(nodeB.url);
    assert.equal((await root.signIn('root')).status, 200);
    assert.equal(await answerTo(nodeB.port, 'nina'), 'CORE.ERROR~NAMETAKEN');
    const metrics = await Promise.all([nodeA, nodeB].map(({ url }) => readMetrics(url)));
    assert.deepEqual(
      metrics.map(({ rows }) => [rows.get('tengen_node_number'), rows.get('tengen_node_members')]),
      [
        [1, 2],
        [3, 2],
      ],
    );
  });

  test('without NATS, the change of a name fails with a reason, and a change that was stored takes effect later', async () => {
    const reserve = async (name: string) => await new FakeBrowser(nodeA.url).reserve(name);
    await nats.kill();
    const stored = await reserve('stella');
    assert.deepEqual([stored.status, /the change is stored/.test(stored.body.error)], [503, true], stored.body.error);
    const refused = await reserve('wanda');
    assert.deepEqual([refused.status, /try again/.test(refused.body.error)], [503, true], refused.body.error);
    await nats.start();
    await eventually(
      'the stored change',
      async () => (await answerTo(nodeB.port, 'stella')) === 'CORE.ERROR~NAMETAKEN',
    );
    assert.equal(
      await eventually('the node is connected to NATS', async () => {
        const { status } = await reserve('wanda');
        if (status === 503) await delay(200);
        return status === 503 ? undefined : status;
      }),
      201,
    );
  });
});
