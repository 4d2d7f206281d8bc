import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJson } from '../../../src/rules/records/json-record-codec.ts';
import { parseSgf } from '../../support/rules/parse-sgf.ts';
import { serve, Tengen, temporaryFolder } from './server-process.ts';
import { TcpClient } from './tcp-client.ts';

test('tengen export reads games of a running server, as SGF and as JSON', async (t) => {
  const file = temporaryFolder(t);
  const [port = 0] = await serve(t, '--data', file('a.db')).ports();
  const [alice, bob] = [await TcpClient.connect(port), await TcpClient.connect(port)];
  alice.send('CORE.HELLO~al]ice', 'CORE.NEWGAME~9');
  assert.equal(await alice.line(), 'CORE.HELLO');
  bob.send('GO bob 9');
  assert.equal(await alice.line(), 'CORE.MATCH~BLACK~9~bob');
  alice.send('CORE.MOVE~40');
  assert.equal(await alice.line(), 'CORE.MOVE~40');
  bob.send('PASS');
  assert.equal(await alice.line(), 'CORE.PASS');
  alice.send('CORE.PASS', 'CORE.NEWGAME~53');
  assert.deepEqual(await alice.lines(2), ['CORE.PASS', 'CORE.GAMEOVER~BLACK~81~0']);
  bob.send('GO bob 53');
  assert.equal(await alice.line(), 'CORE.MATCH~BLACK~53~bob');

  const sgf = new Tengen('export', '--data', file('a.db'));
  assert.equal(await sgf.ended(), 1);
  assert.match(sgf.stderr, /^tengen: game 2: 53x53 is too large for SGF[^\n]*\n$/);
  assert.match(sgf.stdout, /PB\[al\\\]ice\]/);
  const [game] = (
    parseSgf(sgf.stdout) as { value: readonly { black?: string; white?: string; moves: readonly object[] }[] }
  ).value;
  assert.deepEqual([game?.black, game?.white, game?.moves.length], ['al]ice', 'bob', 3]);
  assert.deepEqual(Reflect.get(game ?? {}, 'result'), { kind: 'won', winner: 'black', by: 'score', margin: 81 });

  const json = new Tengen('export', '--json', '--data', file('a.db'));
  assert.equal(await json.ended(), 0, json.stderr);
  const games = json.stdout.trimEnd().split('\n').map(parseJson);
  assert.deepEqual(
    games.map((each) => each.ok && [each.value.size.width, each.value.moves.length]),
    [
      [9, 3],
      [53, 0],
    ],
  );

  const one = new Tengen('export', '1', '--data', file('a.db'));
  assert.equal(await one.ended(), 0, one.stderr);
  assert.equal(one.stdout, sgf.stdout);

  const closedOutput = new Tengen('export', '--json', '--data', file('a.db'));
  closedOutput.child.stdout?.destroy();
  assert.deepEqual([await closedOutput.ended(), closedOutput.stderr], [0, '']);
});

test('tengen export prints imported games, and their original texts byte for byte', async (t) => {
  const file = temporaryFolder(t);
  const [port = 0] = await serve(t, '--data', file('a.db')).ports();
  const url = `http://127.0.0.1:${port}/api`;
  const account = { method: 'POST', body: '{"name":"carol","password":"correct horse"}' };
  const signedIn = await fetch(`${url}/accounts`, { ...account, headers: { 'Content-Type': 'application/json' } });
  const headers = {
    Cookie: signedIn.headers.get('Set-Cookie')?.split(';')[0] ?? '',
    'Content-Type': 'application/x-go-sgf',
  };
  const text = Buffer.concat([
    Buffer.from('(;FF[4]GM[1]SZ[9]CA[GB2312]PB['),
    Buffer.from('ccecd4aa', 'hex'),
    Buffer.from('];B[aa]C[here])\n\n(;SZ[9]EV[x]AB[cc];W[bb](;B[dd])(;B[ee])) \n'),
  ]);
  assert.equal((await fetch(`${url}/archive`, { method: 'POST', headers, body: text })).status, 200);

  const original = new Tengen('export', '--original', '--data', file('a.db'));
  original.child.stdout?.setEncoding('latin1');
  assert.equal(await original.ended(), 0, original.stderr);
  assert.equal(Buffer.from(original.stdout, 'latin1').toString('hex'), text.toString('hex'));

  const sgf = new Tengen('export', '--data', file('a.db'));
  assert.equal(await sgf.ended(), 0, sgf.stderr);
  const read = parseSgf(sgf.stdout);
  assert.ok(read.ok);
  assert.deepEqual(
    read.value.map(({ black, details, setup, moves }) => [black, details?.event, setup.length, moves.length]),
    [
      ['天元', undefined, 0, 1],
      [undefined, 'x', 1, 2],
    ],
  );
  const json = new Tengen('export', '--json', '2', '--data', file('a.db'));
  assert.equal(await json.ended(), 0, json.stderr);
  assert.deepEqual(parseJson(json.stdout), { ok: true, value: read.value[1] });

  const none = new Tengen('export', '--original', '3', '--data', file('a.db'));
  assert.deepEqual([await none.ended(), none.stdout], [1, '']);
  assert.equal(none.stderr, 'tengen: game 3: it has no original text\n');
});

test('a request that cannot be fulfilled is refused in one line', async (t) => {
  const file = temporaryFolder(t);
  for (const [args, code] of [
    [['1'], 2],
    [['--sgf', '--json'], 2],
    [['--sgf', '--original'], 2],
    [['--original', '--database', file('none.db')], 2],
    [['one'], 2],
  ] as const) {
    const tengen = new Tengen('export', '--data', file('none.db'), ...args);
    assert.equal(await tengen.ended(), code);
    assert.match(tengen.stderr, /^tengen: [^\n]+\n$/);
  }
});
