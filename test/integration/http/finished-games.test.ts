import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TcpClient } from '../../e2e/serve/tcp-client.ts';
import { FakeBrowser } from '../../support/http/fake-browser.ts';
import { served } from '../../support/http/http-fixture.ts';
import { WebSocketClient } from '../../support/http/web-socket-client.ts';

const THIEF = '127.0.0.2';

/** Alice at her browser, and somebody elsewhere who is signed in as her, too. */
async function stolen(url: string): Promise<{ alice: FakeBrowser; thief: Record<string, string> }> {
  const alice = new FakeBrowser(url);
  await alice.reserve('alice');
  const other = new FakeBrowser(url);
  await other.signIn('alice');
  return { alice, thief: { Cookie: other.cookie ?? '' } };
}

const changePassword = async (alice: FakeBrowser): Promise<void> => {
  const body = { current: 'correct horse', password: 'battery staple' };
  assert.equal((await alice.ask('PUT', '/api/password', body)).status, 200);
};

describe('a sign-in that has ended', () => {
  test('opens nothing by a socket that was there before, and had not said open', async (t) => {
    const { url, port } = await served(t);
    const { alice, thief } = await stolen(url);
    const waiting = await WebSocketClient.silent(port, thief, THIEF);
    await changePassword(alice);
    waiting.raw('{"kind":"open"}');
    assert.equal(await waiting.end(), 4001);
    const again = await WebSocketClient.open(port, undefined, thief, THIEF);
    assert.deepEqual(await again.next('you'), { kind: 'you' }, 'as nobody in particular');
    const hers = await WebSocketClient.open(port, undefined, { Cookie: alice.cookie ?? '' });
    assert.equal((await hers.next('you')).account, 'alice');
  });

  test('says nothing by a socket that does not listen when it is closed', async (t) => {
    const { url, port } = await served(t);
    const { alice, thief } = await stolen(url);
    const bob = await WebSocketClient.open(port);
    await bob.say({ kind: 'enter', name: 'bob' });
    const deaf = await WebSocketClient.open(port, undefined, thief, THIEF);
    await deaf.say({ kind: 'enter', name: 'alice' });
    deaf.socket.pause();
    await changePassword(alice);
    deaf.raw('{"kind":"chat","to":"everyone","text":"still here"}');
    deaf.socket.resume();
    assert.equal(await deaf.end(), 4001);
    await bob.say({ kind: 'chat', to: 'everyone', text: 'nobody else' });
    assert.equal((await bob.next('chat')).text, 'nobody else');
  });

  test('makes no token by a request whose body comes later', async (t) => {
    const { url, port } = await served(t);
    const { alice, thief } = await stolen(url);
    const slow = await TcpClient.connect(port, THIEF);
    const body = '{"label":"mine"}';
    slow.socket.write(
      [
        'POST /api/tokens HTTP/1.1',
        `Host: 127.0.0.1:${port}`,
        `Cookie: ${thief['Cookie']}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        'Expect: 100-continue',
        'Connection: close',
        '\r\n',
      ].join('\r\n'),
    );
    assert.equal(await slow.line(), 'HTTP/1.1 100 Continue\r');
    await changePassword(alice);
    slow.socket.write(body);
    assert.match((await slow.readToEnd()).toString(), /HTTP\/1\.1 401 .*sign in first/s);
    assert.deepEqual((await alice.ask('GET', '/api/tokens')).said, { tokens: [] });
  });
});
