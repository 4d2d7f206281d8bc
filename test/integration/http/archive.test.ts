import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { unzipSync } from 'fflate';
import {
  failure,
  found,
  gameResource,
  imported,
  playerResource,
  ranking,
  ratingClasses,
} from '../../../src/protocols/api/resource-schemas.ts';
import { TcpClient } from '../../e2e/serve/tcp-client.ts';
import { databaseKinds } from '../../support/database/test-databases.ts';
import { eventually } from '../../support/eventually.ts';
import { AccountClient } from '../../support/http/account-client.ts';
import { startTestServer } from '../../support/http/http-fixture.ts';
import { waitForArchivedGames } from '../../support/http/wait-for-archived-games.ts';
import { CuttableRelay } from '../../support/server/cuttable-relay.ts';

/** Plays a game between nu6 (black) and nedap (white). White flips the table after two moves, an early end, or after six. */
async function playGame(port: number, moves: 2 | 6 = 2, [black, white] = ['Alice', 'bob']): Promise<void> {
  const [alice, bob] = [await TcpClient.connect(port), await TcpClient.connect(port)];
  alice.send(`CORE.HELLO~${black}`, 'CORE.NEWGAME~9');
  assert.equal(await alice.line(), 'CORE.HELLO');
  bob.send(`GO ${white} 9`);
  assert.equal(await alice.line(), `CORE.MATCH~BLACK~9~${white}`);
  alice.send('CORE.MOVE~40');
  assert.equal(await alice.line(), 'CORE.MOVE~40');
  bob.send('MOVE 0 0');
  assert.equal(await alice.line(), 'CORE.MOVE~0');
  for (let row = 1; row <= moves / 2 - 1; row++) {
    alice.send(`CORE.MOVE~${40 + row}`);
    assert.equal(await alice.line(), `CORE.MOVE~${40 + row}`);
    bob.send(`MOVE 0 ${row}`);
    assert.match(await alice.line(), /^CORE\.MOVE~\d+$/);
  }
  bob.send('TABLEFLIP');
  assert.match(await alice.line(), /^CORE\.GAMEOVER~BLACK.*SURRENDER$/);
  bob.send('EXIT');
}

const sgf = (headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer>): RequestInit => ({
  method: 'POST',
  headers: { ...headers, 'Content-Type': 'application/x-go-sgf' },
  body,
});

const [, postgres] = await databaseKinds();

describe('the archive over HTTP', () => {
  test('contains a game that was played over two other protocols, its players and their ratings', async (t) => {
    const { port, url } = await startTestServer(t);
    await playGame(port, 6);
    // A client that has received the end can read the game at once.
    assert.equal((await fetch(`${url}/api/games/1`)).status, 200);
    const games = await waitForArchivedGames(url, 1);
    const [game] = games;
    assert.deepEqual(
      [game?.black.name, game?.black.protocol, game?.white.name, game?.white.protocol, game?.end.winner, game?.turns],
      ['Alice', 'nu6', 'bob', 'nedap', 'black', 6],
    );
    const one = gameResource.parse(await (await fetch(`${url}/api/games/${game?.game}`)).json());
    assert.equal(one.state, 'finished');
    const text = await (await fetch(`${url}/api/games/${game?.game}.sgf`)).text();
    assert.match(text, /PB\[Alice\]PW\[bob\].*RE\[B\+R\]\n;B\[ee\];W\[aa\];/s);

    const alice = playerResource.parse(await (await fetch(`${url}/api/players/aLICE`)).json());
    assert.deepEqual([alice.name, alice.games, alice.won, alice.reserved], ['Alice', 1, 1, false]);
    assert.equal(alice.here?.protocol, 'nu6');
    const [rating] = alice.ratings;
    assert.deepEqual([rating?.class, rating?.provisional, rating?.rank], ['go-9', true, '4k']);
    const { players, provisional } = ranking.parse(await (await fetch(`${url}/api/ratings/go-9`)).json());
    assert.deepEqual(players, []);
    assert.deepEqual(
      provisional.map(({ name }) => name),
      ['Alice', 'bob'],
    );
    const { classes } = ratingClasses.parse(await (await fetch(`${url}/api/ratings`)).json());
    assert.deepEqual(
      classes.filter((each) => each.provisional > 0),
      [{ class: 'go-9', ranked: 0, provisional: 2 }],
    );
  });

  test('answers 503 while its database is unavailable, and later contains the games of that time', {
    skip: postgres.skip,
  }, async (t) => {
    const place = new URL(await postgres.newPlace());
    const line = await CuttableRelay.open(Number(place.port || 5432));
    t.after(() => line.close());
    place.host = new URL(line.url).host;
    const quiet = { debug: () => {}, info: () => {}, error: () => {} };
    const { port, url } = await startTestServer(t, { database: place.href }, quiet);
    line.cut();
    await playGame(port);
    for (const path of ['archive', 'games/1', 'games/1.sgf', 'players/alice', 'ratings/go-9', 'archive.zip']) {
      const refused = await fetch(`${url}/api/${path}`);
      assert.equal(refused.status, 503, path);
      assert.match(failure.parse(await refused.json()).error, /try again/);
    }
    line.mend();
    await eventually('the game is in the archive', async () => {
      const archive = await fetch(`${url}/api/archive`);
      return archive.ok && found.parse(await archive.json()).games.length === 1;
    });
    await eventually('the conversation is in the archive', async () => {
      const messages = await fetch(`${url}/api/games/1/conversation`);
      return messages.ok && /TABLEFLIP/.test(await messages.text());
    });
  });

  test('is searched by the fields of the query, and malformed queries are refused', async (t) => {
    const { port, url } = await startTestServer(t);
    await playGame(port);
    await waitForArchivedGames(url, 1);
    const search = async (query: string): Promise<number> =>
      found.parse(await (await fetch(`${url}/api/archive?${query}`)).json()).games.length;
    assert.equal(await search('player=ALI&protocol=nedap&game=go&size=9&result=black&from=2000-01-01'), 1);
    for (const query of ['player=carol', 'protocol=web', 'game=gomoku', 'size=19', 'result=none', 'to=2000-01-01'])
      assert.equal(await search(query), 0, query);
    for (const query of ['size=0', 'result=both', 'from=yesterday', 'limit=101', 'before=x']) {
      const refused = await fetch(`${url}/api/archive?${query}`);
      assert.equal(refused.status, 400, query);
      assert.doesNotMatch(failure.parse(await refused.json()).error, /\n/);
    }
    assert.equal((await fetch(`${url}/api/players/carol`)).status, 404);
    assert.equal((await fetch(`${url}/api/ratings/go-10`)).status, 400);
  });

  test('imports SGF from signed-in clients, and exports all games as a zip file', async (t) => {
    const { port, url } = await startTestServer(t);
    await playGame(port);
    await waitForArchivedGames(url, 1);
    const file = '(;GM[1]SZ[9]PB[Shusaku]PW[Gennan]DT[1846-09-11]RE[B+2];B[aa];W[bb])(;SZ[9];B[aa];W[aa])(;GM[2])';
    assert.equal((await fetch(`${url}/api/archive`, sgf({}, file))).status, 401);
    const owner = await AccountClient.create(url, 'carol');
    const answer = await fetch(`${url}/api/archive`, sgf(owner.bearer, file));
    assert.equal(answer.status, 200);
    const taken = imported.parse(await answer.json());
    assert.deepEqual(taken.games, [2]);
    assert.match(taken.problems[0] ?? '', /^game 2: move 2 of white is not legal: occupied$/);
    assert.match(taken.problems[1] ?? '', /^game 3, node 1, line 1: GM\[2\]/);

    const [first] = found.parse(await (await fetch(`${url}/api/archive?player=shu`)).json()).games;
    assert.deepEqual([first?.game, first?.imported, first?.rated], [2, true, false]);
    assert.equal(new Date(first?.ended ?? 0).toISOString().slice(0, 10), '1846-09-11');
    const zip = await fetch(`${url}/api/archive.zip`);
    assert.equal(zip.headers.get('Content-Type'), 'application/zip');
    const files = unzipSync(new Uint8Array(await zip.arrayBuffer()));
    assert.deepEqual(Object.keys(files), ['tengen-2.sgf', 'tengen-1.sgf', 'README.txt']);
    // The next game that is played on the server has the next number.
    await playGame(port, 2, ['dora', 'eve']);
    assert.equal((await waitForArchivedGames(url, 3))[0]?.game, 3);
  });

  test('stores the original text of an imported game, and lists the parts that were not imported', async (t) => {
    const { port, url } = await startTestServer(t);
    const owner = await AccountClient.create(url, 'carol');
    const one =
      '(;FF[4]GM[1]SZ[9]HA[2]AB[cc][gg]PB[Shusaku]BR[4d]RE[W+Resign]EV[Castle game];W[ee]C[here](;B[ce])(;B[ec]))\n';
    const cut = '(;FF[4]GM[1]SZ[9];B[aa]\n';
    const gbk = Buffer.concat([
      Buffer.from('(;GM[1]SZ[9]CA[gb2312]PB['),
      Buffer.from('ccecd4aa', 'hex'),
      Buffer.from('];B[aa])'),
    ]);
    const answer = await fetch(`${url}/api/archive`, sgf(owner.bearer, Buffer.concat([Buffer.from(one + cut), gbk])));
    assert.deepEqual(imported.parse(await answer.json()), {
      games: [1, 2],
      notes: [{ game: 1, notes: ['only in the original text: 1 variation, C'] }],
      problems: ['game 2: the next game begins before this one ends'],
    });
    const read = async (game: number): Promise<[string | null, Buffer]> => {
      const original = await fetch(`${url}/api/games/${game}/original`);
      return [original.headers.get('Content-Type'), Buffer.from(await original.arrayBuffer())];
    };
    assert.deepEqual(await read(1), ['application/x-go-sgf; charset=utf-8', Buffer.from(one)]);
    assert.deepEqual(await read(2), ['application/x-go-sgf; charset=gbk', gbk]);

    const first = gameResource.parse(await (await fetch(`${url}/api/games/1`)).json());
    assert.ok(first.state === 'finished');
    const { details, original, setup, turns, record, end } = first.game;
    assert.deepEqual(details, { result: 'W+Resign', handicap: 2, blackRank: '4d', event: 'Castle game' });
    assert.deepEqual(original, {
      bytes: one.length,
      charset: 'utf-8',
      kept: true,
      notes: ['only in the original text: 1 variation, C'],
    });
    assert.deepEqual(
      setup.map(({ point }) => [point.x, point.y]),
      [
        [2, 2],
        [6, 6],
      ],
    );
    assert.deepEqual([turns, record.length, end], [2, 2, { winner: 'white', reason: 'resigned' }]);
    const text = await (await fetch(`${url}/api/games/1.sgf`)).text();
    assert.match(text, /HA\[2\].*RE\[W\+Resign\]EV\[Castle game\]BR\[4d\]AB\[cc\]\[gg\]\n;W\[ee\];B\[ce\]\)/s);

    await playGame(port);
    await waitForArchivedGames(url, 3);
    for (const path of ['games/3/original', 'games/99/original']) {
      const none = await fetch(`${url}/api/${path}`);
      assert.equal(none.status, 404, path);
      assert.match(failure.parse(await none.json()).error, /no original text/);
    }
    const played = gameResource.parse(await (await fetch(`${url}/api/games/3`)).json());
    assert.ok(played.state === 'finished' && played.game.original === undefined && played.game.details === undefined);
  });

  test('reads a text in the encoding that the request names', async (t) => {
    const { url } = await startTestServer(t);
    const { bearer } = await AccountClient.create(url, 'carol');
    const send = (charset: string) => {
      const request = sgf(bearer, '(;SZ[9]CA[GB2312]PB[天元];B[aa])');
      return fetch(`${url}/api/archive`, {
        ...request,
        headers: { ...bearer, 'Content-Type': `application/x-go-sgf; charset=${charset}` },
      });
    };
    assert.equal((await send('utf-8')).status, 200);
    assert.equal((await waitForArchivedGames(url, 1))[0]?.black.name, '天元');
    assert.equal((await send('klingon')).status, 400);
  });

  test('refuses files without a game and files that are too long', async (t) => {
    const { url } = await startTestServer(t);
    const { bearer } = await AccountClient.create(url, 'carol');
    for (const [body, status, error] of [
      ['', 400, /there is no game/],
      ['{"moves":[]}', 400, /there is no game/],
      [new Uint8Array([0xff, 0xfe, 0x29]), 400, /there is no game/],
      ['(;SZ[9];B[aa])'.repeat(1001), 400, /more than 1000 games/],
      [' '.repeat(3_500_000), 400, /there is no game/],
      [' '.repeat(4 * 1024 * 1024 + 1), 413, /longer than 4194304 bytes/],
    ] as const) {
      const refused = await fetch(`${url}/api/archive`, sgf(bearer, body));
      assert.equal(refused.status, status);
      assert.match(failure.parse(await refused.json()).error, error);
    }
    assert.deepEqual(await waitForArchivedGames(url, 0), []);
  });
});
