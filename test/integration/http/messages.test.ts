import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gameResource, lobby } from '../../../src/protocols/api/resource-schemas.ts';
import type { GameParametersJson } from '../../../src/protocols/api/value-schemas.ts';
import { TcpClient } from '../../e2e/serve/tcp-client.ts';
import { eventually } from '../../support/eventually.ts';
import { AccountClient } from '../../support/http/account-client.ts';
import { EventStreamClient } from '../../support/http/event-stream-client.ts';
import { startTestServer } from '../../support/http/http-fixture.ts';
import { WebSocketClient } from '../../support/http/web-socket-client.ts';

const BOARD: GameParametersJson = { game: 'go', size: 9, komi: 0, ko: 'positional', suicide: 'allowed' };

const read = async (url: string): Promise<unknown> => (await fetch(url)).json();

describe('a program with a token', () => {
  test('plays a complete game by POST requests and an event stream', async (t) => {
    const { url, port } = await startTestServer(t);
    const robot = await AccountClient.create(url, 'robot');
    const events = await EventStreamClient.open(`${url}/api/events`, robot.bearer);
    t.after(() => events.close());
    assert.deepEqual(await events.any(), { kind: 'you', account: 'robot' });
    assert.deepEqual(await robot.send({ kind: 'enter', name: 'robot', id: 'a' }), {
      kind: 'done',
      id: 'a',
      name: 'robot',
    });
    assert.deepEqual(await robot.send({ kind: 'seek', board: BOARD }), { kind: 'done', waiting: true });
    const bob = await TcpClient.connect(port);
    bob.send('CORE.HELLO~bob', 'CORE.NEWGAME~9');
    assert.deepEqual(await bob.lines(2), ['CORE.HELLO', 'CORE.MATCH~WHITE~9~robot']);
    assert.equal((await events.next('game')).state.white.name, 'bob');
    assert.deepEqual(await robot.send({ kind: 'play', point: { x: 0, y: 0 } }), { kind: 'done' });
    assert.deepEqual(await robot.send({ kind: 'pass' }), { kind: 'refused', why: 'not-your-turn' });
    assert.equal(await bob.line(), 'CORE.MOVE~0');
    bob.send('CORE.PASS');
    assert.deepEqual((await events.next('played')).point, { x: 0, y: 0 });
    assert.equal((await events.next('passed')).color, 'white');
    await robot.send({ kind: 'pass' });
    const { winner, score } = await events.next('ended');
    assert.deepEqual([winner, score], ['black', { black: 81, white: 0 }]);
  });

  test('is the same client as its owner in a browser', async (t) => {
    const { url, port } = await startTestServer(t);
    const robot = await AccountClient.create(url, 'robot');
    const events = await EventStreamClient.open(`${url}/api/events`, robot.bearer);
    t.after(() => events.close());
    const tab = await WebSocketClient.open(port, undefined, { Cookie: robot.cookie });
    assert.deepEqual([tab.opened.resumed, (await tab.next('you')).account], [true, 'robot']);
    await tab.send({ kind: 'enter', name: 'robot' });
    while ((await events.next('you')).name !== 'robot');
    assert.deepEqual(await robot.send({ kind: 'enter', name: 'robot' }), { kind: 'refused', why: 'entered-already' });
  });

  test('stays present without an event stream, and a new stream begins with its current state', async (t) => {
    const { url } = await startTestServer(t);
    const robot = await AccountClient.create(url, 'robot');
    const first = await EventStreamClient.open(`${url}/api/events`, robot.bearer);
    await robot.send({ kind: 'enter', name: 'robot' });
    await robot.send({ kind: 'seek', board: BOARD });
    first.close();
    assert.deepEqual(
      lobby.parse(await read(`${url}/api/lobby`)).seeks.map(({ host }) => host),
      ['robot'],
    );
    const again = await EventStreamClient.open(`${url}/api/events`, robot.bearer);
    t.after(() => again.close());
    assert.deepEqual(await again.any(), { kind: 'you', name: 'robot', account: 'robot', seek: { board: BOARD } });
  });

  test('whose token is revoked can neither receive nor send', async (t) => {
    const { url } = await startTestServer(t);
    const robot = await AccountClient.create(url, 'robot');
    const events = await EventStreamClient.open(`${url}/api/events`, robot.bearer);
    await events.next('you');
    await robot.revoke();
    assert.equal(await events.any(), undefined);
    assert.equal((await fetch(`${url}/api/events`, { headers: robot.bearer })).status, 401);
  });

  test('may have at most eight event streams at once', async (t) => {
    const { url } = await startTestServer(t);
    const robot = await AccountClient.create(url, 'robot');
    const streams = [];
    for (let count = 0; count < 8; count++)
      streams.push(await EventStreamClient.open(`${url}/api/events`, robot.bearer));
    assert.equal((await fetch(`${url}/api/events`, { headers: robot.bearer })).status, 429);
    assert.equal((await fetch(`${url}/api/events`, { method: 'HEAD', headers: robot.bearer })).status, 200);
    for (const stream of streams) stream.close();
  });

  test('receives goodbye when the server stops', async (t) => {
    const { url, stop } = await startTestServer(t);
    const robot = await AccountClient.create(url, 'robot');
    const events = await EventStreamClient.open(`${url}/api/events`, robot.bearer);
    await events.next('you');
    const stopped = stop();
    assert.deepEqual(await events.any(), { kind: 'goodbye', why: 'stops' });
    assert.equal(await events.any(), undefined);
    await stopped;
  });
});

describe('a client without an account', () => {
  test('sees the players, the seeks and the games', async (t) => {
    const { url, port } = await startTestServer(t);
    const [alice, bob, dora] = [
      await TcpClient.connect(port),
      await TcpClient.connect(port),
      await TcpClient.connect(port),
    ];
    alice.send('CORE.HELLO~alice', 'CORE.NEWGAME~9');
    assert.equal(await alice.line(), 'CORE.HELLO');
    bob.send('GO bob 9');
    await bob.lines(2);
    dora.send('HELO dora', 'CREATE');
    await dora.line();
    await TcpClient.connect(port);
    const { players, seeks, games } = lobby.parse(await read(`${url}/api/lobby`));
    assert.deepEqual(players.map(({ name, protocol, game }) => [name, protocol, game]).sort(), [
      ['alice', 'nu6', 1],
      ['bob', 'nedap', 1],
      ['dora', 'daigo', undefined],
    ]);
    assert.deepEqual(
      seeks.map(({ host, board }) => [host, board.size]),
      [['dora', 9]],
    );
    assert.deepEqual(
      games.map(({ game, black, white }) => [game, black.name, white.name]),
      [[1, 'alice', 'bob']],
    );
  });

  test('follows a game to its end', async (t) => {
    const { url, port } = await startTestServer(t);
    const [alice, bob] = [await TcpClient.connect(port), await TcpClient.connect(port)];
    alice.send('CORE.HELLO~alice', 'CORE.NEWGAME~9');
    assert.equal(await alice.line(), 'CORE.HELLO');
    bob.send('GO bob 9');
    await bob.lines(2);
    alice.send('CORE.MOVE~40');
    await bob.line();
    const running = gameResource.parse(await read(`${url}/api/games/1`));
    assert(running.state === 'running');
    assert.deepEqual(running.game.turns, [{ kind: 'play', color: 'black', point: { x: 4, y: 4 } }]);
    const sgf = await fetch(`${url}/api/games/1.sgf`);
    assert.equal(sgf.headers.get('Content-Disposition'), 'attachment; filename="tengen-1.sgf"');
    assert.match(await sgf.text(), /^\(;FF\[4\]GM\[1\].*PB\[alice\]PW\[bob\].*;B\[ee\]\)\n$/s);

    const events = await EventStreamClient.open(`${url}/api/games/1/events`);
    const first = await events.any();
    assert(first?.kind === 'game');
    assert.deepEqual(first.state, running.game);
    bob.send('MOVE 0 0');
    const second = await events.any();
    assert.deepEqual([second?.kind, second?.kind === 'played' && second.point], ['played', { x: 0, y: 0 }]);
    alice.send('CORE.SURRENDER');
    const third = await events.any();
    assert.deepEqual(third?.kind === 'ended' && [third.winner, third.reason], ['white', 'resigned']);
    assert.equal(await events.any(), undefined, 'the stream ends with the game');
    assert.equal((await fetch(`${url}/api/games/1/events`)).status, 404);
    const finished = await waitForArchivedGame(`${url}/api/games/1`);
    assert(finished.state === 'finished');
    assert.deepEqual([finished.game.end.winner, finished.game.record.length], ['white', 2]);
    assert.match(await (await fetch(`${url}/api/games/1.sgf`)).text(), /RE\[W\+R/);
  });

  test('follows the marking of dead stones', async (t) => {
    const { url } = await startTestServer(t);
    const [black, white] = [await AccountClient.create(url, 'ann'), await AccountClient.create(url, 'ben')];
    for (const [player, name] of [
      [black, 'ann'],
      [white, 'ben'],
    ] as const) {
      await player.send({ kind: 'enter', name, marking: true });
      await player.send({ kind: 'seek', board: BOARD });
    }
    const events = await EventStreamClient.open(`${url}/api/games/1/events`);
    await black.send({ kind: 'play', point: { x: 0, y: 0 } });
    await white.send({ kind: 'pass' });
    await black.send({ kind: 'pass' });
    assert.deepEqual((await events.next('marking')).marking.dead, []);
    await white.send({ kind: 'mark', point: { x: 0, y: 0 }, dead: true });
    assert.deepEqual((await events.next('marked')).stones, [{ x: 0, y: 0 }]);
    await white.send({ kind: 'accept-marks' });
    assert.equal((await events.next('accepted')).color, 'white');
    await black.send({ kind: 'resume-play' });
    assert.equal((await events.next('resumed')).color, 'black');
    events.close();
  });

  test('creates no player by reading the lobby', async (t) => {
    const { url, port } = await startTestServer(t);
    const alice = await WebSocketClient.open(port);
    await alice.send({ kind: 'enter', name: 'alice' });
    await alice.send({ kind: 'observe' });
    for (let count = 0; count < 3; count++) await read(`${url}/api/lobby`);
    assert.equal(alice.received.filter(({ kind }) => kind === 'changes').length, 0);
  });
});

/** The archived game. The archive gets it soon after the end of the game. */
async function waitForArchivedGame(url: string) {
  return await eventually(`an answer at ${url}`, async () => {
    const answer = await fetch(url);
    if (answer.status === 200) return gameResource.parse(await answer.json());
    assert.equal(answer.status, 404);
    return undefined;
  });
}
