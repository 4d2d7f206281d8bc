import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Tengen } from './server-process.ts';
import { TcpClient } from './tcp-client.ts';

type Line = Readonly<Record<string, unknown>>;

/** What the log has told: one JSON object a line. */
const linesOf = (tengen: Tengen): Line[] =>
  tengen.stderr
    .trimEnd()
    .split('\n')
    .map((line): Line => JSON.parse(line));

/** Lines without what differs from run to run. */
const stripped = (lines: readonly Line[]): Line[] =>
  lines.map(({ time: _, pid: __, hostname: ___, level: ____, connection: _____, peer: ______, ...told }) => told);

/** Alice, over nu6, waits; Bob, over nedap, meets her; she gives up, and says goodbye. */
async function playGame(port: number): Promise<TcpClient> {
  const [alice, bob] = [await TcpClient.connect(port), await TcpClient.connect(port, '127.0.0.2')];
  bob.send('GO bob 9');
  assert.equal(await bob.line(), 'WAITING');
  alice.send('CORE.HELLO~alice', 'CORE.NEWGAME~9');
  assert.deepEqual(await alice.lines(2), ['CORE.HELLO', 'CORE.MATCH~WHITE~9~bob']);
  alice.send('CORE.SURRENDER');
  assert.equal(await alice.line(), 'CORE.GAMEOVER~BLACK~0~0~SURRENDER');
  alice.send('CORE.BYE');
  await alice.readToEnd();
  return bob;
}

/** Comes to the page by a WebSocket, and goes; the secret key by which the same visit is found again. */
async function visit(url: string): Promise<string> {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  socket.send('{"kind":"open"}');
  const [message]: unknown[] = await once(socket, 'message');
  assert(message instanceof MessageEvent);
  const { key } = JSON.parse(String(message.data));
  assert.match(key, /^.{20}/);
  socket.close();
  await once(socket, 'close');
  return key;
}

test('at info, the log tells who came, what was played, who left, and the first things that an engine remarks', async (t) => {
  const tengen = new Tengen('serve', '--port', '0', '--durability', 'none');
  t.after(() => tengen.end('SIGKILL'));
  const [port = 0] = await tengen.ports();
  const engine = await TcpClient.connect(port);
  // PROTOCOL VERSION, then ERROR "slow\n" (0F) and UNKNOWN without a payload (0E), 30 times each.
  engine.socket.write(Buffer.from(`0a00000005302e312e30${'0f00000005736c6f770a0e'.repeat(30)}10000000017a`, 'hex'));
  assert.deepEqual(await engine.bytes(1), Buffer.from('00', 'hex'));
  await playGame(port);
  assert.equal(await tengen.end('SIGTERM'), 0);

  const lines = linesOf(tengen);
  const told = stripped(lines);
  const remarks = told.filter(({ msg }) => msg === 'client.remark');
  assert.deepEqual(
    remarks.map(({ remark }) => remark),
    Array.from({ length: 10 }, () => ['ERROR slow', 'UNKNOWN']).flat(),
  );
  const ofEngine = (line: Line): boolean => line['protocol'] === 'gomokurs' || line['player'] === 'guest-1';
  assert.deepEqual(
    told.filter((line) => !remarks.includes(line) && !ofEngine(line)),
    [
      { player: 'bob', protocol: 'nedap', address: '127.0.0.2', msg: 'player.entered' },
      { player: 'alice', protocol: 'nu6', address: '127.0.0.1', msg: 'player.entered' },
      { game: 1, black: 'bob', white: 'alice', protocols: ['nedap', 'nu6'], size: 9, msg: 'game.started' },
      { game: 1, color: 'black', msg: 'player.seated' },
      { game: 1, color: 'white', msg: 'player.seated' },
      { game: 1, winner: 'black', reason: 'resigned', msg: 'game.ended' },
      { player: 'alice', msg: 'player.left' },
      { msg: 'server.stopping' },
      { player: 'bob', msg: 'player.left' },
    ],
  );
  // One connection is followed by its one name, and so is one game.
  const [entered, left] = ['player.entered', 'player.left'].map((msg) =>
    lines.find((l) => l['player'] === 'alice' && l['msg'] === msg),
  );
  const seated = lines.find(({ msg, color }) => msg === 'player.seated' && color === 'white');
  assert.match(String(entered?.['connection']), /^[0-9a-z]{6}-[0-9a-z]+$/);
  assert.deepEqual([left?.['connection'], seated?.['connection']], [entered?.['connection'], entered?.['connection']]);
  assert.equal(lines.filter(({ game }) => game === 1).length, 4);
});

test('at debug, one name follows a connection from its first moment to its last, over HTTP too, and nothing secret is told', async (t) => {
  const tengen = new Tengen('serve', '--port', '0', '--durability', 'none', '--log-level', 'debug');
  t.after(() => tengen.end('SIGKILL'));
  const [port = 0] = await tengen.ports();
  await playGame(port);
  const where = `127.0.0.1:${port}`;
  const headers = { Authorization: 'Bearer tengen_nobodys' };
  assert.equal((await fetch(`http://${where}/api/session?secret=of-the-query`, { headers })).status, 401);
  const key = await visit(`ws://${where}/api/socket`);
  assert.equal(await tengen.end('SIGTERM'), 0);

  const lines = linesOf(tengen);
  const life = (connection: unknown) => stripped(lines.filter((line) => line['connection'] === connection));
  const nameOf = (isMeant: (line: Line) => boolean): unknown => lines.find(isMeant)?.['connection'];
  assert.deepEqual(life(nameOf(({ player, msg }) => player === 'alice' && msg === 'player.entered')), [
    { msg: 'connection.opened' },
    { protocol: 'nu6', listener: 'plain', address: '127.0.0.1', msg: 'connection.protocol' },
    { player: 'alice', protocol: 'nu6', address: '127.0.0.1', msg: 'player.entered' },
    { game: 1, color: 'white', msg: 'player.seated' },
    { player: 'alice', msg: 'player.left' },
    { msg: 'connection.closed' },
  ]);
  assert.deepEqual(life(nameOf(({ path }) => path !== undefined)).slice(0, 2), [
    { msg: 'connection.opened' },
    { address: '127.0.0.1', method: 'GET', path: '/api/session', status: 401, msg: 'request.answered' },
  ]);
  // The conversation of the page has a name of its own, and a line that leads from one to the other.
  const visited = lines.find(({ msg }) => msg === 'visit.joined');
  assert.equal(life(visited?.['visit'])[0]?.['msg'], 'connection.protocol');
  assert.equal(life(visited?.['connection'])[0]?.['msg'], 'connection.opened');
  for (const unsaid of ['tengen_nobodys', 'of-the-query', key]) assert(!tengen.stderr.includes(unsaid), unsaid);
});
