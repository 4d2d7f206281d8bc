import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TcpClient } from '../../e2e/serve/tcp-client.ts';
import { FakeBrowser } from '../../support/http/fake-browser.ts';
import { served } from '../../support/http/http-fixture.ts';
import { WebSocketClient } from '../../support/http/web-socket-client.ts';

/** An address of this machine that no browser of these tests has. */
const STRANGER = '127.0.0.2';

describe('a reserved name', () => {
  /** What a client of each protocol is told who comes from `address` and calls itself alice. */
  async function enter(port: number, address: string) {
    const say = async (line: string, count = 1) => {
      const peer = await TcpClient.connect(port, address);
      peer.send(line);
      const said = await peer.lines(count);
      peer.socket.destroy();
      return said.join();
    };
    return {
      nu6: await say('CORE.HELLO~Alice'),
      nedap: await say('GO alice 9'),
      later: await say('PLAYER alice\nGO 9'),
      daigo: await say('HELO ALICE'),
    };
  }

  test('is refused over every protocol, but not where its owner has signed in', async (t) => {
    const { url, port } = await served(t);
    await new FakeBrowser(url).reserve('alice');
    assert.deepEqual(await enter(port, STRANGER), {
      nu6: 'CORE.ERROR~NAMETAKEN',
      nedap: 'WARNING that name is taken',
      later: 'WARNING that name is taken',
      daigo: 'ERROR 8',
    });
    const nu6 = await TcpClient.connect(port);
    nu6.send('CORE.HELLO~Alice');
    assert.equal(await nu6.line(), 'CORE.HELLO');
  });

  test('is refused over every protocol however it is disguised, and so is a banned one', async (t) => {
    const { url, port } = await served(t, { admin: ['root'] });
    await new FakeBrowser(url).reserve('alice');
    const root = new FakeBrowser(url);
    await root.reserve('root');
    const ban = { name: ' troll', hours: 1 };
    assert.equal((await root.ask('POST', '/api/administration/bans', ban)).said.name, 'troll');
    for (const [said, heard] of [
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
      peer.send(said);
      assert.equal(await peer.line(), heard, said);
      peer.socket.destroy();
    }
    for (const name of [' alice', 'alice\u2800', '\u0430lice', 'tr0ll ']) {
      const tab = await WebSocketClient.open(port, undefined, {}, STRANGER);
      const answer = await tab.say({ kind: 'enter', name });
      assert.equal(answer.kind === 'refused' ? answer.why : answer.name, 'name-reserved', name);
      tab.cut();
    }
    const { status, said } = await new FakeBrowser(url).ask('POST', '/api/accounts', {
      name: '\u0430lice',
      password: 'correct horse',
    });
    assert.deepEqual([status, said.error], [409, 'this name cannot be reserved']);
  });

  test("is refused to the page, too, and is its owner's wherever that is", async (t) => {
    const { url, port } = await served(t);
    const browser = new FakeBrowser(url);
    await browser.reserve('alice');
    const { said } = await browser.ask('POST', '/api/tokens', { label: 'bot' });
    const entering = async (headers: Record<string, string>) => {
      const tab = await WebSocketClient.open(port, undefined, headers, STRANGER);
      const answer = await tab.say({ kind: 'enter', name: 'alice' });
      tab.cut();
      return answer.kind === 'refused' ? answer.why : answer.name;
    };
    assert.equal(await entering({}), 'name-reserved');
    assert.equal(await entering({ Authorization: `Bearer ${said.secret}` }), 'alice');
  });

  test('can be the one that its owner bears as nobody in particular, who goes on under it', async (t) => {
    const { url, port } = await served(t);
    const before = await WebSocketClient.open(port);
    await before.say({ kind: 'enter', name: 'alice' });
    const browser = new FakeBrowser(url);
    assert.equal((await browser.reserve('alice')).status, 201);
    before.cut();
    const lobby = async () => (await browser.ask('GET', '/api/lobby')).said.players.length;
    assert.equal(await lobby(), 1);
    const { key } = before.opened;
    const after = await WebSocketClient.open(port, key, { Cookie: browser.cookie ?? '' });
    const { name, account } = await after.next('you');
    assert.deepEqual([name, account], [undefined, 'alice']);
    assert.deepEqual(await after.say({ kind: 'enter', name: 'alice' }), { kind: 'done', id: '1', name: 'alice' });
    assert.equal(await lobby(), 1);
  });

  test('can be reserved in the middle of a game, which goes on, in every tab, until it is over', async (t) => {
    const { url, port } = await served(t);
    const [before, bob] = [await WebSocketClient.open(port), await TcpClient.connect(port)];
    await before.say({ kind: 'enter', name: 'alice' });
    const board = { game: 'go', size: 9, komi: 0, ko: 'positional', suicide: 'allowed' } as const;
    assert.equal((await before.say({ kind: 'seek', board })).kind, 'done');
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
    assert.equal((await after.say({ kind: 'play', point: { x: 0, y: 0 } })).kind, 'done');
    await after.say({ kind: 'resign' });
    for (const tab of [after, another]) tab.cut();
    const { account } = await (await WebSocketClient.open(port, key, headers)).next('you');
    assert.equal(account, 'alice');
  });

  test('does not come into being while somebody else bears it', async (t) => {
    const { url, port } = await served(t);
    const stranger = await TcpClient.connect(port, STRANGER);
    stranger.send('GO alice 9');
    await stranger.line();
    const browser = new FakeBrowser(url);
    const { status, said } = await browser.reserve('Alice');
    assert.deepEqual([status, said.error], [409, 'another player uses the name now']);
    stranger.send('GO bob 9');
    await stranger.line();
    assert.equal((await browser.reserve('Alice')).status, 201);
  });
});
