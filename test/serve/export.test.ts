import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJson } from '../../src/rules/records/json.ts';
import { parseSgf } from '../../src/rules/records/sgf.ts';
import { Peer } from './peer.ts';
import { folder, serve, Tengen } from './process.ts';

test('games come out of the database of a running server, as SGF and as JSON', async (t) => {
  const file = folder(t);
  const [port = 0] = await serve(t, '--data', file('a.db')).ports();
  const [alice, bob] = [await Peer.to(port), await Peer.to(port)];
  alice.say('CORE.HELLO~al]ice', 'CORE.NEWGAME~9');
  assert.equal(await alice.line(), 'CORE.HELLO');
  bob.say('GO bob 9');
  assert.equal(await alice.line(), 'CORE.MATCH~BLACK~9~bob');
  alice.say('CORE.MOVE~40');
  assert.equal(await alice.line(), 'CORE.MOVE~40');
  bob.say('PASS');
  assert.equal(await alice.line(), 'CORE.PASS');
  alice.say('CORE.PASS', 'CORE.NEWGAME~53');
  assert.deepEqual(await alice.lines(2), ['CORE.PASS', 'CORE.GAMEOVER~BLACK~81~0']);
  bob.say('GO bob 53');
  assert.equal(await alice.line(), 'CORE.MATCH~BLACK~53~bob');

  const sgf = new Tengen('export', '--data', file('a.db'));
  assert.equal(await sgf.ended(), 1);
  assert.match(sgf.stderr, /^tengen: game 2: 53x53 is more than SGF can hold[^\n]*\n$/);
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

  const unread = new Tengen('export', '--json', '--data', file('a.db'));
  unread.child.stdout?.destroy();
  assert.deepEqual([await unread.ended(), unread.stderr], [0, '']);
});

test('what cannot be exported is one line', async (t) => {
  const file = folder(t);
  for (const [args, code] of [
    [['1'], 2],
    [['--sgf', '--json'], 2],
    [['one'], 2],
  ] as const) {
    const tengen = new Tengen('export', '--data', file('none.db'), ...args);
    assert.equal(await tengen.ended(), code);
    assert.match(tengen.stderr, /^tengen: [^\n]+\n$/);
  }
});
