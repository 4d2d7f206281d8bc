import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardPreviews } from '../../../src/protocols/api/resource-schemas.ts';
import { TcpClient } from '../../e2e/serve/tcp-client.ts';
import { startTestServer } from '../../support/http/http-fixture.ts';

test('the stones of running games are sent, but not of games that have not changed', async (t) => {
  const { url, port } = await startTestServer(t);
  const boards = async (games: string) =>
    boardPreviews.parse(await (await fetch(`${url}/api/boards?games=${games}`)).json()).boards;
  const [alice, bob] = [await TcpClient.connect(port), await TcpClient.connect(port)];
  alice.send('CORE.HELLO~alice', 'CORE.NEWGAME~5');
  await alice.line();
  bob.send('CORE.HELLO~bob', 'CORE.NEWGAME~5');
  await bob.lines(2);
  await alice.line();
  assert.deepEqual(await boards('1'), [{ game: 1, version: 0, turns: 0, stones: '.'.repeat(25) }]);
  // Black captures the white stone in the corner.
  for (const [player, move] of [
    [alice, '1'],
    [bob, '0'],
    [alice, '5'],
  ] as const) {
    player.send(`CORE.MOVE~${move}`);
    for (const each of [alice, bob]) assert.equal(await each.line(), `CORE.MOVE~${move}`);
  }
  const stones = '.b...b'.padEnd(25, '.');
  assert.deepEqual(await boards('2,1:2'), [{ game: 1, version: 3, turns: 3, stones, last: { x: 0, y: 1 } }]);
  assert.deepEqual(await boards('1:3'), []);
  bob.send('CORE.PASS');
  for (const each of [alice, bob]) assert.equal(await each.line(), 'CORE.PASS');
  assert.deepEqual(await boards('1:3'), [{ game: 1, version: 4, turns: 4, stones }]);
  alice.send('CORE.SURRENDER');
  assert.match(await bob.line(), /^CORE\.GAMEOVER/);
  assert.deepEqual(await boards('1:4'), [], 'a game that is over has no preview');
});

test('a malformed request for boards is refused, and so is one for too many', async (t) => {
  const { url } = await startTestServer(t);
  const status = async (query: string): Promise<number> => (await fetch(`${url}/api/boards${query}`)).status;
  assert.equal(await status('?games=1,2,3:4'), 200);
  assert.equal(await status(`?games=${Array.from({ length: 12 }, (_, index) => index + 1)}`), 200);
  for (const query of ['', '?games=', '?games=0', '?games=1,', '?games=a', '?games=1:-1', '?games=1:2:3'])
    assert.equal(await status(query), 400, query);
  assert.equal(await status(`?games=${Array.from({ length: 13 }, (_, index) => index + 1)}`), 400);
});
