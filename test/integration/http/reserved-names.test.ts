import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TcpClient } from '../../e2e/serve/tcp-client.ts';
import { FakeBrowser } from '../../support/http/fake-browser.ts';
import { startTestServer } from '../../support/http/http-fixture.ts';
import { WebSocketClient } from '../../support/http/web-socket-client.ts';

/** An address of this machine from which no browser of these tests connects. */
const STRANGER = '127.0.0.2';

describe('a reserved name', () => {
  /** The answer of each protocol to a client from `address` that enters as alice. */
  async function enterAsAlice(port: number, address: string) {
    const answerTo = async (line: string, count = 1) => {
      const peer = await TcpClient.connect(port, address);
      peer.send(line);
      const answer = await peer.lines(count);
      peer.socket.destroy();
      return answer.join();
    };
    return {
      nu6: await answerTo('CORE.HELLO~Alice'),
      nedap: await answerTo('GO alice 9'),
      later: await answerTo('PLAYER alice\nGO 9'),
      daigo: await answerTo('HELO ALICE'),
    };
  }

  test('is refused over every protocol, except at addresses where its owner has signed in', async (t) => {
    const { url, port } = await startTestServer(t);
    await new FakeBrowser(url).reserve('alice');
    assert.deepEqual(await enterAsAlice(port, STRANGER), {
      nu6: 'CORE.ERROR~NAMETAKEN',
      nedap: 'WARNING that name is taken',
      later: 'WARNING that name is taken',
      daigo: 'ERROR 8',
    });
    const nu6 = await TcpClient.connect(port);
    nu6.send('CORE.HELLO~Alice');
    assert.equal(await nu6.line(), 'CORE.HELLO');
  });

  test('is refused over every protocol in similar spellings, too, and so is a banned name', async (t) => {
    const { url, port } = await startTestServer(t, { admin: ['root'] });
    await new FakeBrowser(url).reserve('alice');
    const root = new FakeBrowser(url);
    await root.reserve('root');
    const ban = { name: ' troll', hours: 1 };
    assert.equal((await root.request('POST', '/api/administration/bans', ban)).body.name, 'troll');
    for (const [line, answer] of [
      ['CORE.HELLO~ alice', 'CORE.ERROR~NAMETAKEN'],
      ['CORE.HELLO~\u00a0alice\u2003', 'CORE.ERROR~NAMETAKEN'],
      ['CORE.HELLO~alice\u2800', 'CORE.ERROR~NAMETAKEN'],
      ['CORE.HELLO~\u0430lice', 'CORE.ERROR~NAMETAKEN'],
      ['CORE.HELLO~\u1680troll\u2028', 'CORE.ERROR~NAMETAKEN'],
      ['CORE.HELLO~tr\u043ell', 'CORE.ERROR~NAMETAKEN'],
      ['HELO a1ice', 'ERROR 8'],
      ['HELO \uff41lice', 'ERROR 8'],
      ['GO a1ice 9', 'WARNING that name is taken'],
      ['GO tr0ll 9', 'WARNING that name is taken'],
    ] as const) {
      const peer = await TcpClient.connect(port, STRANGER);
      peer.send(line);
      assert.equal(await peer.line(), answer, line);
      peer.socket.destroy();
    }
    for (const name of [' alice', 'alice\u2800', '\u0430lice', 'tr0ll ']) {
      const tab = await WebSocketClient.open(port, undefined, {}, STRANGER);
      const answer = await tab.send({ kind: 'enter', name });
      assert.equal(answer.kind === 'refused' ? answer.why : answer.name, 'name-reserved', name);
      tab.cut();
    }
    const { status, body } = await new FakeBrowser(url).request('POST', '/api/accounts', {
      name: '\u0430lice',
      password: 'correct horse',
    });
    assert.deepEqual([status, body.error], [409, 'this name cannot be reserved']);
  });

  test('is refused to other clients of the page, and accepted from its owner at any address', async (t) => {
    const { url, port } = await startTestServer(t);
    const browser = new FakeBrowser(url);
    await browser.reserve('alice');
    const { body } = await browser.request('POST', '/api/tokens', { label: 'bot' });
    const enter = async (headers: Record<string, string>) => {
      const tab = await WebSocketClient.open(port, undefined, headers, STRANGER);
      const answer = await tab.send({ kind: 'enter', name: 'alice' });
      tab.cut();
      return answer.kind === 'refused' ? answer.why : answer.name;
    };
    assert.equal(await enter({}), 'name-reserved');
    assert.equal(await enter({ Authorization: `Bearer ${body.secret}` }), 'alice');
  });

  test('can be a name that its owner used as a guest, and the owner can continue to use it', async (t) => {
    const { url, port } = await startTestServer(t);
    const before = await WebSocketClient.open(port);
    await before.send({ kind: 'enter', name: 'alice' });
    const browser = new FakeBrowser(url);
    assert.equal((await browser.reserve('alice')).status, 201);
    before.cut();
    const lobby = async () => (await browser.request('GET', '/api/lobby')).body.players.length;
    assert.equal(await lobby(), 1);
    const { key } = before.opened;
    const after = await WebSocketClient.open(port, key, { Cookie: browser.cookie ?? '' });
    const { name, account } = await after.next('you');
    assert.deepEqual([name, account], [undefined, 'alice']);
    assert.deepEqual(await after.send({ kind: 'enter', name: 'alice' }), { kind: 'done', id: '1', name: 'alice' });
    assert.equal(await lobby(), 1);
  });

  test('can be reserved during a game, which continues in every tab until its end', async (t) => {
    const { url, port } = await startTestServer(t);
    const [before, bob] = [await WebSocketClient.open(port), await TcpClient.connect(port)];
    await before.send({ kind: 'enter', name: 'alice' });
    const board = { game: 'go', size: 9, komi: 0, ko: 'positional', suicide: 'allowed' } as const;
    assert.equal((await before.send({ kind: 'seek', board })).kind, 'done');
    bob.send('GO bob 9');
    await before.next('game');
    const browser = new FakeBrowser(url);
    assert.equal((await browser.reserve('alice')).status, 201);
    before.cut();
    const { key } = before.opened;
    const headers = { Cookie: browser.cookie ?? '' };
    const [after, another] = [
      await WebSocketClient.open(port, key, headers),
      await WebSocketClient.open(port, key, headers),
    ];
    for (const tab of [after, another]) {
      assert.deepEqual([tab.opened.key, tab.opened.resumed], [key, true]);
      const { name, seat } = await tab.next('you');
      assert.deepEqual([name, seat?.color], ['alice', 'black']);
    }
    assert.equal((await after.send({ kind: 'play', point: { x: 0, y: 0 } })).kind, 'done');
    await after.send({ kind: 'resign' });
    for (const tab of [after, another]) tab.cut();
    const { account } = await (await WebSocketClient.open(port, key, headers)).next('you');
    assert.equal(account, 'alice');
  });

  test('cannot be reserved while another player uses it', async (t) => {
    const { url, port } = await startTestServer(t);
    const stranger = await TcpClient.connect(port, STRANGER);
    stranger.send('GO alice 9');
    await stranger.line();
    const browser = new FakeBrowser(url);
    const { status, body } = await browser.reserve('Alice');
    assert.deepEqual([status, body.error], [409, 'another player uses the name now']);
    stranger.send('GO bob 9');
    await stranger.line();
    assert.equal((await browser.reserve('Alice')).status, 201);
  });
});
