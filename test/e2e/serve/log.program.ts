import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Tengen } from './server-process.ts';
import { TcpClient } from './tcp-client.ts';

type Line = Readonly<Record<string, unknown>>;

/** The lines of the log, which are JSON objects. */
const linesOf = (tengen: Tengen): Line[] =>
  tengen.stderr
    .trimEnd()
    .split('\n')
    .map((line): Line => JSON.parse(line));

/** Log lines without the fields that differ from run to run. */
const stripped = (lines: readonly Line[]): Line[] =>
  lines.map(({ time: _, pid: __, hostname: ___, level: ____, connection: _____, peer: ______, ...fields }) => fields);

/** Alice (nu6) plays Bob (nedap). She surrenders and disconnects. Returns Bob's client. */
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

/** Opens and closes a WebSocket of the page. Returns the secret key with which the visit can be resumed. */
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

test('at level info, the log has players, games, and the first 20 remarks of a client', async (t) => {
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
  const comparable = stripped(lines);
  const remarks = comparable.filter(({ msg }) => msg === 'client.remark');
  assert.deepEqual(
    remarks.map(({ remark }) => remark),
    Array.from({ length: 10 }, () => ['ERROR slow', 'UNKNOWN']).flat(),
  );
  const ofEngine = (line: Line): boolean => line['protocol'] === 'gomokurs' || line['player'] === 'guest-1';
  assert.deepEqual(
    comparable.filter((line) => !remarks.includes(line) && !ofEngine(line)),
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
  // All lines about one connection have the same id, and so have the lines about one game.
  const [entered, left] = ['player.entered', 'player.left'].map((msg) =>
    lines.find((l) => l['player'] === 'alice' && l['msg'] === msg),
  );
  const seated = lines.find(({ msg, color }) => msg === 'player.seated' && color === 'white');
  assert.match(String(entered?.['connection']), /^[0-9a-z]{6}-[0-9a-z]+$/);
  assert.deepEqual([left?.['connection'], seated?.['connection']], [entered?.['connection'], entered?.['connection']]);
  assert.equal(lines.filter(({ game }) => game === 1).length, 4);
});

test('at level debug, all lines about a connection have one id, also over HTTP, and the log has no secret', async (t) => {
  const tengen = new Tengen('serve', '--port', '0', '--durability', 'none', '--log-level', 'debug');
  t.after(() => tengen.end('SIGKILL'));
  const [port = 0] = await tengen.ports();
  await playGame(port);
  const address = `127.0.0.1:${port}`;
  const headers = { Authorization: 'Bearer tengen_nobodys' };
  assert.equal((await fetch(`http://${address}/api/session?secret=of-the-query`, { headers })).status, 401);
  const key = await visit(`ws://${address}/api/socket`);
  assert.equal(await tengen.end('SIGTERM'), 0);

  const lines = linesOf(tengen);
  const linesAbout = (connection: unknown) => stripped(lines.filter((line) => line['connection'] === connection));
  const connectionOf = (isMatch: (line: Line) => boolean): unknown => lines.find(isMatch)?.['connection'];
  assert.deepEqual(linesAbout(connectionOf(({ player, msg }) => player === 'alice' && msg === 'player.entered')), [
    { msg: 'connection.opened' },
    { protocol: 'nu6', listener: 'plain', address: '127.0.0.1', msg: 'connection.protocol' },
    { player: 'alice', protocol: 'nu6', address: '127.0.0.1', msg: 'player.entered' },
    { game: 1, color: 'white', msg: 'player.seated' },
    { player: 'alice', msg: 'player.left' },
    { msg: 'connection.closed' },
  ]);
  assert.deepEqual(linesAbout(connectionOf(({ path }) => path !== undefined)).slice(0, 2), [
    { msg: 'connection.opened' },
    { address: '127.0.0.1', method: 'GET', path: '/api/session', status: 401, msg: 'request.answered' },
  ]);
  // The session of the page has an id of its own. The line visit.joined has this id and that of the connection.
  const joined = lines.find(({ msg }) => msg === 'visit.joined');
  assert.equal(linesAbout(joined?.['visit'])[0]?.['msg'], 'connection.protocol');
  assert.equal(linesAbout(joined?.['connection'])[0]?.['msg'], 'connection.opened');
  for (const secret of ['tengen_nobodys', 'of-the-query', key]) assert(!tengen.stderr.includes(secret), secret);
});
