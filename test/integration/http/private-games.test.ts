import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { unzipSync } from 'fflate';
import { conversation, gameResource, invitation } from '../../../src/protocols/api/resource-schemas.ts';
import { TcpClient } from '../../e2e/serve/tcp-client.ts';
import { eventually } from '../../support/eventually.ts';
import { AccountClient } from '../../support/http/account-client.ts';
import { type StartedServer, startTestServer } from '../../support/http/http-fixture.ts';
import { WebSocketClient } from '../../support/http/web-socket-client.ts';

const KEY = 'ABCDEFGHIJKLMNOPQRSTUV';
const WRONG_KEY = 'AAAAAAAAAAAAAAAAAAAAAA';
/** The players' names. Outside lists of present players, no answer may contain both. */
const [BLACK, WHITE] = ['anneprivate', 'bobprivate'] as const;
const BOARD = { game: 'go', size: 5, ko: 'positional', suicide: 'allowed' } as const;

interface PrivateGame {
  readonly server: StartedServer;
  readonly anne: AccountClient;
  readonly black: WebSocketClient;
  readonly white: WebSocketClient;
  readonly game: number;
}

/** Anne has an account and invites to a private game; Bob, who has none, accepts. One stone is played. */
async function startPrivateGame(t: TestContext): Promise<PrivateGame> {
  const server = await startTestServer(t);
  const anne = await AccountClient.create(server.url, BLACK);
  const black = await WebSocketClient.open(server.port, undefined, { Cookie: anne.cookie });
  const white = await WebSocketClient.open(server.port);
  await black.send({ kind: 'enter', name: BLACK });
  await white.send({ kind: 'enter', name: WHITE });
  const seek = { kind: 'seek', board: BOARD, options: { private: true }, invitation: KEY } as const;
  assert.equal((await black.send(seek)).kind, 'done');
  const waiting = invitation.parse(await (await fetch(`${server.url}/api/invitations/${KEY}`)).json());
  assert(waiting.state === 'waiting');
  assert.deepEqual([waiting.seek.host, waiting.seek.board.size, waiting.seek.options], [BLACK, 5, { private: true }]);
  assert.equal((await white.send({ kind: 'accept-invitation', key: KEY })).kind, 'done');
  const { state } = await black.next('game');
  assert.equal((await black.send({ kind: 'play', point: { x: 1, y: 3 } })).kind, 'done');
  return { server, anne, black, white, game: state.game };
}

/** Every GET request that the API describes, for this game and these players. */
async function paths({ server: { url }, game }: PrivateGame): Promise<string[]> {
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as { paths: Record<string, object> };
  const readable = Object.entries(document.paths).filter(([, item]) => 'get' in item);
  assert(readable.length >= 20);
  return readable.flatMap(([path]) => {
    const filled = path.replace('{game}', `${game}`).replace('{class}', 'go-other').replace('{key}', WRONG_KEY);
    if (filled.includes('{name}')) return [BLACK, WHITE].map((name) => filled.replace('{name}', name));
    if (filled === '/api/boards') return [`${filled}?games=${game}`];
    return filled === '/api/archive' ? [filled, `${filled}?player=${BLACK}`, `${filled}?size=5`] : [filled];
  });
}

/** The answer to a request. A zip file is unpacked, and of an event stream only the first part is read. */
async function answerOf(url: string, headers: Record<string, string>): Promise<{ status: number; text: string }> {
  const stop = new AbortController();
  const answer = await fetch(url, { headers, signal: stop.signal });
  const { status } = answer;
  if (answer.headers.get('Content-Type') === 'text/event-stream') {
    const reader = answer.body!.getReader();
    const first = new TextDecoder().decode((await reader.read()).value);
    stop.abort();
    return { status, text: first };
  }
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (answer.headers.get('Content-Type') !== 'application/zip')
    return { status, text: new TextDecoder().decode(bytes) };
  const files = Object.entries(unzipSync(bytes)).map(([name, file]) => `${name} ${new TextDecoder().decode(file)}`);
  return { status, text: files.join('\n') };
}

/** Asserts that an answer contains neither the number of the game, nor a move, its key or both its players. */
function assertHasNothingOf(game: number, text: string, where: string): void {
  assert.doesNotMatch(text, new RegExp(`"game":${game}\\b`), where);
  assert.doesNotMatch(text, /"x":1,"y":3|;B\[bd\]|"black":|PB\[/, where);
  assert.doesNotMatch(text, new RegExp(KEY), where);
  assert.doesNotMatch(text, new RegExp(`${BLACK}[^{}]*${WHITE}|${WHITE}[^{}]*${BLACK}`), where);
}

const GAME_PATH = /^\/api\/games\//;

/** Asserts that no GET request with one of the `others` headers reveals the game, with or without a wrong key. */
async function assertHidden(privateGame: PrivateGame, others: readonly Record<string, string>[]): Promise<void> {
  const { server, game } = privateGame;
  for (const path of await paths(privateGame)) {
    for (const headers of others) {
      for (const query of GAME_PATH.test(path) ? ['', `?key=${WRONG_KEY}`] : ['']) {
        const { status, text } = await answerOf(`${server.url}${path}${query}`, headers);
        if (GAME_PATH.test(path)) assert.equal(status, 404, path);
        assertHasNothingOf(game, text, `${path}${query}`);
      }
    }
  }
}

/** The lists of players and games that other protocols show. */
async function lists(port: number): Promise<Record<string, string>> {
  const daigo = await TcpClient.connect(port);
  daigo.send('HELO observer1', 'LIST');
  const first = [await daigo.line(), await daigo.line()].join('\n');
  const nu6 = await TcpClient.connect(port);
  nu6.send('CORE.HELLO~observer2~CHAT', 'CHAT.GETLOBBY');
  const second = [await nu6.line(), await nu6.line()].join('\n');
  daigo.send('EXIT');
  nu6.send('CORE.BYE');
  return { daigo: first, nu6: second };
}

describe('a private game', () => {
  test('is hidden from all clients but its players and holders of its key, during the game and afterwards', async (t) => {
    const started = await startPrivateGame(t);
    const { server, anne, black, white, game } = started;
    const eve = await AccountClient.create(server.url, 'eve');
    const others = [{}, eve.bearer];
    const watcher = await WebSocketClient.open(server.port);
    assert.equal((await watcher.send({ kind: 'observe' })).kind, 'done');
    const directory = await watcher.next('directory');
    assertHasNothingOf(game, JSON.stringify(directory), 'directory');
    assert.deepEqual(
      directory.players.filter(({ playing }) => playing).map(({ name }) => name),
      [BLACK, WHITE],
    );
    for (const query of [{}, { key: WRONG_KEY }]) {
      const refused = await watcher.send({ kind: 'watch', game, ...query });
      assert(refused.kind === 'refused' && refused.why === 'no-game');
    }
    const shown = await lists(server.port);
    for (const [protocol, text] of Object.entries(shown)) {
      assert.doesNotMatch(text, new RegExp(`\\b${game}\\b.*${BLACK}|PLAYING`), protocol);
    }
    assert.match(shown['daigo'] ?? '', /^OK\nGAMES$/);
    await assertHidden(started, others);

    await white.send({ kind: 'resign' });
    await black.next('ended');
    const key = `?key=${KEY}`;
    await eventually('it is in the archive', async () => {
      const answer = await fetch(`${server.url}/api/games/${game}${key}`);
      return answer.status === 200 && gameResource.parse(await answer.json()).state === 'finished';
    });
    await assertHidden(started, others);
    const player = await answerOf(`${server.url}/api/players/${WHITE}`, {});
    assert.match(player.text, /"games":0,"won":0,"lost":0,/, 'its result does not count in statistics');
    assertHasNothingOf(game, JSON.stringify(watcher.received), 'the messages to a client that observes the lobby');

    // The account of its player and its key may read it.
    for (const path of [`/api/games/${game}`, `/api/games/${game}.sgf`, `/api/games/${game}/conversation`]) {
      assert.equal((await fetch(`${server.url}${path}`, { headers: anne.bearer })).status, 200, path);
      assert.equal((await fetch(`${server.url}${path}${key}`)).status, 200, path);
    }
    // Lists have it only for this account, also if the request has the key. Tables and zip files never have it.
    for (const path of ['/api/archive', `/api/archive?player=${WHITE}`, `/api/players/${BLACK}`]) {
      const { text } = await answerOf(`${server.url}${path}`, anne.bearer);
      assert.match(text, new RegExp(`"game":${game}\\b`), path);
    }
    for (const path of ['/api/archive.csv', '/api/archive.zip', '/api/cross-table.csv'])
      assertHasNothingOf(game, (await answerOf(`${server.url}${path}`, anne.bearer)).text, path);
    assertHasNothingOf(game, (await answerOf(`${server.url}/api/archive?key=${KEY}`, eve.bearer)).text, 'with the key');
    const taken = invitation.parse(await (await fetch(`${server.url}/api/invitations/${KEY}`)).json());
    assert.deepEqual(taken, { state: 'taken', game });
  });

  test('is sent as an event stream to its key and its account', async (t) => {
    const { server, anne, game } = await startPrivateGame(t);
    for (const [query, headers] of [
      [`?key=${KEY}`, {}],
      ['', anne.bearer],
    ] as const) {
      const { status, text } = await answerOf(`${server.url}/api/games/${game}/events${query}`, headers);
      assert.equal(status, 200);
      assert.match(text, /"x":1,"y":3/);
    }
  });

  test('has a key that is not logged', async (t) => {
    const logged: string[] = [];
    const record = (fields: object, event: string): void => void logged.push(`${event} ${JSON.stringify(fields)}`);
    const { url } = await startTestServer(t, {}, { debug: record, info: record, error: record });
    for (const path of [`/invite/${KEY}`, `/api/invitations/${KEY}`, `/api/games/1?key=${KEY}`])
      await (await fetch(url + path)).arrayBuffer();
    assert(logged.filter((line) => line.startsWith('request.answered')).length >= 3);
    assert(!logged.some((line) => line.includes(KEY)));
  });

  test('has a recorded conversation without its key', async (t) => {
    const { server, anne, game } = await startPrivateGame(t);
    const answer = await fetch(`${server.url}/api/games/${game}/conversation`, { headers: anne.bearer });
    const { messages } = conversation.parse(await answer.json());
    assert(messages.some(({ text }) => text?.includes('"kind":"play"')));
    assert.doesNotMatch(JSON.stringify(messages), new RegExp(KEY));
  });

  test('cannot be read by a later account of the same name', async (t) => {
    const { server, game, white, black, anne } = await startPrivateGame(t);
    await white.send({ kind: 'resign' });
    await black.next('ended');
    const read = async ({ bearer }: AccountClient): Promise<number> =>
      (await fetch(`${server.url}/api/games/${game}`, { headers: bearer })).status;
    assert.equal(await read(anne), 200);
    for (const tab of [black, white]) await tab.send({ kind: 'leave' });
    const deleted = await fetch(`${server.url}/api/accounts`, {
      method: 'DELETE',
      headers: { Cookie: anne.cookie, 'Content-Type': 'application/json' },
      body: JSON.stringify({ password: 'correct horse' }),
    });
    assert.equal(deleted.status, 204);
    for (const name of [BLACK, WHITE])
      assert.equal(await read(await AccountClient.create(server.url, name)), 404, name);
  });
});
