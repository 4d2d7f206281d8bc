import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Archive } from '../../../src/archive/archive.ts';
import { openDatabase } from '../../../src/database/database.ts';
import { gameToArchive } from '../../support/archive/game-fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import { FakeBrowser } from '../../support/http/fake-browser.ts';
import { refusal, serve, Tengen, temporaryFolder } from './server-process.ts';
import { TcpClient } from './tcp-client.ts';

test('tengen ratings prints ratings and a cross table, as text and as JSON', async (t) => {
  const file = temporaryFolder(t)('archive.db');
  const database = await openDatabase(file);
  const won = { end: { winner: 'black', reason: 'resigned' }, turns: 6 } as const;
  await new Archive(database).addAll([
    ...[1, 2, 3].map((game) => gameToArchive(game, { ...won, white: '囲碁' })),
    gameToArchive(4, { ...won, black: '囲碁', white: 'alice' }),
  ]);
  await database.destroy();

  const text = new Tengen('ratings', '--database', file);
  assert.equal(await text.ended(), 0, text.stderr);
  const lines = text.stdout.split('\n');
  assert.equal(lines[0], 'go-9: 4 rated games of 2 players');
  assert.match(text.stdout, /^1 +alice +\d+ +\d+ +4 +3 +1 +0 +\d+ +\d+$/m);
  assert.match(text.stdout, /^2 +囲碁 +\d+ +\d+ +4 +1 +3 +0 +\d+ +\d+$/m);
  assert.match(text.stdout, /^White's advantage: -\d+ ± \d+\. Draws between equal players: 0 %\./m);
  assert.match(text.stdout, /^1 +alice +\. +3-1-0\n2 +囲碁 +1-3-0 +\.\n$/m);

  const json = new Tengen('ratings', '--class', 'go-9', '--json', '--database', file);
  assert.equal(await json.ended(), 0, json.stderr);
  const report = JSON.parse(json.stdout);
  assert.deepEqual([report.class, report.games, report.players.length], ['go-9', 4, 2]);
  assert.deepEqual(report.crossTable, [
    [null, [3, 1, 0]],
    [[1, 3, 0], null],
  ]);

  const none = new Tengen('ratings', '--class', 'go-19', '--database', file);
  assert.equal(await none.ended(), 1);
  assert.deepEqual([none.stdout, none.stderr], ['', 'tengen: there are no rated games\n']);
});

test('the page and a CGOS client show the same ratings, also the provisional ones', async (t) => {
  const file = temporaryFolder(t)('archive.db');
  const database = await openDatabase(file);
  const games = Array.from({ length: 40 }, (_, game) => {
    const winner = game % 4 === 0 ? 'white' : 'black';
    // Carol plays only the first game and game 21.
    const [black, white] = game % 20 === 0 ? (['carol', 'bob'] as const) : (['alice', 'bob'] as const);
    return gameToArchive(game + 1, {
      black,
      white,
      end: { winner, reason: 'resigned' },
      turns: 6,
      began: Date.now() - 3_600_000,
    });
  });
  await new Archive(database).addAll(games);
  await database.destroy();
  const tengen = serve(
    t,
    '--listen',
    'cgos://127.0.0.1:0?size=9',
    '--data',
    temporaryFolder(t)('journal.db'),
    '--database',
    file,
  );
  const [plain = 0, port = 0] = await tengen.ports(2);

  const page = new FakeBrowser(`http://127.0.0.1:${plain}`);
  const { body } = await page.request('GET', '/api/ratings/go-9');
  const shown = new Map<string, string>();
  for (const { name, rating } of [...body.players, ...body.provisional])
    shown.set(name, `${name}(${Math.round(rating.rating)}${rating.provisional ? '?' : ''})`);
  assert.deepEqual(
    body.provisional.map(({ name }: { name: string }) => name),
    ['carol'],
  );
  assert.deepEqual([...shown.keys()].sort(), ['alice', 'bob', 'carol']);

  for (const [white, black] of [
    ['alice', 'bob'],
    ['carol', 'alice'],
  ] as const) {
    const clients = [];
    for (const name of [black, white]) clients.push(await cgosClient(port, name));
    const setup = await clients[0]!.line();
    assert.equal(await clients[1]!.line(), setup);
    assert.match(setup, /^setup \d+ 9 /);
    assert.deepEqual(setup.split(' ').slice(-2), [shown.get(white), shown.get(black)]);
    for (const client of clients) client.send('quit');
    await eventually('the end of the game', async () => {
      const lobby = await page.request('GET', '/api/lobby');
      return lobby.body.players.length === 0 || undefined;
    });
  }
});

async function cgosClient(port: number, name: string): Promise<TcpClient> {
  const peer = await TcpClient.connect(port);
  peer.send('e1 a test', name, 'a-good-password');
  assert.deepEqual(await peer.lines(3), ['protocol genmove_analyze', 'username', 'password']);
  return peer;
}

test('a wrong value of an option is refused in one line', async (t) => {
  const file = temporaryFolder(t)('archive.db');
  await (await openDatabase(file)).destroy();
  const where = ['--database', file];
  assert.match(
    await refusal('ratings', '--class', 'chess', ...where),
    /^tengen: --class: "chess" is not one of go-9, /,
  );
  assert.match(
    await refusal('ratings', '--from', 'monday', ...where),
    /^tengen: --from: "monday" is not a day such as /,
  );
  assert.match(await refusal('ratings', '--database', `${file}x`), /archive\.dbx does not exist$/m);
});
