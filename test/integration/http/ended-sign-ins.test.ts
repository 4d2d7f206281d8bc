import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TcpClient } from '../../e2e/serve/tcp-client.ts';
import { FakeBrowser } from '../../support/http/fake-browser.ts';
import { startTestServer } from '../../support/http/http-fixture.ts';
import { WebSocketClient } from '../../support/http/web-socket-client.ts';

const THIEF = '127.0.0.2';

/** The browser of Alice, and the cookie of another browser that is signed in as her. */
async function signInTwice(url: string): Promise<{ alice: FakeBrowser; thief: Record<string, string> }> {
  const alice = new FakeBrowser(url);
  await alice.reserve('alice');
  const other = new FakeBrowser(url);
  await other.signIn('alice');
  return { alice, thief: { Cookie: other.cookie ?? '' } };
}

const changePassword = async (alice: FakeBrowser): Promise<void> => {
  const body = { current: 'correct horse', password: 'battery staple' };
  assert.equal((await alice.request('PUT', '/api/password', body)).status, 200);
};

describe('a sign-in that has ended', () => {
  test('does not identify a socket that was connected before and had not sent open', async (t) => {
    const { url, port } = await startTestServer(t);
    const { alice, thief } = await signInTwice(url);
    const waiting = await WebSocketClient.connect(port, thief, THIEF);
    await changePassword(alice);
    waiting.sendText('{"kind":"open"}');
    assert.equal(await waiting.closeCode(), 4001);
    const again = await WebSocketClient.open(port, undefined, thief, THIEF);
    assert.deepEqual(await again.next('you'), { kind: 'you' }, 'without an account');
    const hers = await WebSocketClient.open(port, undefined, { Cookie: alice.cookie ?? '' });
    assert.equal((await hers.next('you')).account, 'alice');
  });

  test('sends nothing by a socket whose client does not read the close', async (t) => {
    const { url, port } = await startTestServer(t);
    const { alice, thief } = await signInTwice(url);
    const bob = await WebSocketClient.open(port);
    await bob.send({ kind: 'enter', name: 'bob' });
    const deaf = await WebSocketClient.open(port, undefined, thief, THIEF);
    await deaf.send({ kind: 'enter', name: 'alice' });
    deaf.socket.pause();
    await changePassword(alice);
    deaf.sendText('{"kind":"chat","to":"everyone","text":"still here"}');
    deaf.socket.resume();
    assert.equal(await deaf.closeCode(), 4001);
    await bob.send({ kind: 'chat', to: 'everyone', text: 'nobody else' });
    assert.equal((await bob.next('chat')).text, 'nobody else');
  });

  test('creates no token by a request whose body arrives later', async (t) => {
    const { url, port } = await startTestServer(t);
    const { alice, thief } = await signInTwice(url);
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
    assert.deepEqual((await alice.request('GET', '/api/tokens')).body, { tokens: [] });
  });
});
