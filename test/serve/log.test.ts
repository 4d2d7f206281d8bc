import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Peer } from './peer.ts';
import { Tengen } from './process.ts';

test('logs are one JSON object a line: games that begin and end, and the first things that an engine remarks', async (t) => {
  const tengen = new Tengen('serve', '--port', '0', '--durability', 'none');
  t.after(() => tengen.end('SIGKILL'));
  const [port = 0] = await tengen.ports();
  const engine = await Peer.to(port);
  // PROTOCOL VERSION, then ERROR "slow\n" (0F) and UNKNOWN without a payload (0E), 30 times each.
  engine.socket.write(Buffer.from(`0a00000005302e312e30${'0f00000005736c6f770a0e'.repeat(30)}10000000017a`, 'hex'));
  assert.deepEqual(await engine.bytes(1), Buffer.from('00', 'hex'));
  const [alice, bob] = [await Peer.to(port), await Peer.to(port)];
  alice.say('CORE.HELLO~alice', 'CORE.NEWGAME~9');
  assert.equal(await alice.line(), 'CORE.HELLO');
  bob.say('GO bob 9');
  assert.equal(await alice.line(), 'CORE.MATCH~BLACK~9~bob');
  alice.say('CORE.SURRENDER');
  assert.equal(await alice.line(), 'CORE.GAMEOVER~WHITE~0~0~SURRENDER');
  assert.equal(await tengen.end('SIGTERM'), 0);

  const lines = tengen.stderr
    .trimEnd()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line));
  const said = (words: string) => lines.filter(({ msg }) => msg === words);
  assert.deepEqual(
    said('a client remarks').map(({ remark }) => remark),
    Array.from({ length: 10 }, () => ['ERROR slow', 'UNKNOWN']).flat(),
  );
  assert.deepEqual(
    said('game begins').map(({ game, black, white, size }) => [game, black, white, size]),
    [[1, 'alice', 'bob', 9]],
  );
  assert.deepEqual(
    said('game ends').map(({ game, winner, reason }) => [game, winner, reason]),
    [[1, 'white', 'resigned']],
  );
  assert.equal(said('stopping').length, 1);
});
