import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { BANNER } from '../../../src/protocols/igs/banner.ts';
import { FakeBrowser } from '../../support/http/fake-browser.ts';
import { Tengen, temporaryFolder } from './server-process.ts';
import { TcpClient } from './tcp-client.ts';

const FIRST = 'abc-plugh-def';
const SECOND = 'a-longer-password-plugh';

/** Signs in as a client of CGOS. `answer` is the line that the client sends as its password. */
async function signIn(port: number, name: string, answer: string): Promise<TcpClient> {
  const peer = await TcpClient.connect(port);
  assert.equal(await peer.line(), 'protocol genmove_analyze');
  peer.send('e1 a test');
  assert.equal(await peer.line(), 'username');
  peer.send(name);
  assert.equal(await peer.line(), 'password');
  peer.send(answer);
  return peer;
}

test('a first password over CGOS reserves the name, and a longer one signs in on the page', async (t) => {
  const files = temporaryFolder(t)('');
  const tengen = new Tengen(
    ...['serve', '--port', '0', '--listen', 'cgos://127.0.0.1:0', '--listen', 'igs://127.0.0.1:0'],
    ...['--data', join(files, 'journal.db')],
    ...['--durability', 'os', '--log-level', 'trace'],
  );
  t.after(() => tengen.end('SIGKILL'));
  const [plain = 0, port = 0, igs = 0] = await tengen.ports(3);
  const page = new FakeBrowser(`http://127.0.0.1:${plain}`);

  const bob = await TcpClient.connect(plain);
  bob.send('CORE.HELLO~bob', 'CORE.NEWGAME~9');
  assert.equal(await bob.line(), 'CORE.HELLO');
  const ray = await signIn(port, 'ray', FIRST);
  assert.equal(await ray.line(), 'setup 1 9 7.0 300000 ray(1500?) bob(1500?)');
  assert.equal(await bob.line(), 'CORE.MATCH~BLACK~9~ray');

  assert.equal(await (await signIn(port, 'RAY', 'wrong-plugh')).line(), 'Error: wrong name or password');
  // The owner's new connection replaces the old one.
  const again = await signIn(port, 'ray', FIRST);
  assert.match(await ray.line(), /^info another login/);
  assert.equal(await again.line(), 'setup 1 9 7.0 300000 ray(1500?) bob(1500?)');
  const refused = await page.signIn('ray', FIRST);
  assert.equal(refused.status, 403);
  assert.match(refused.body.error, /^this password works only in the protocol in which it was set/);

  const overIgs = await TcpClient.connect(igs);
  overIgs.send('ray', FIRST);
  const answered = (await overIgs.lines(4)).map((line) => line.trimEnd());
  assert.deepEqual(answered, [BANNER, 'Login:', '1 1', '5 Invalid password.']);
  assert.match(await overIgs.line(), /^9 this password works only in the protocol in which it was set/);

  again.send('quit');
  assert.equal(await bob.line(), 'CORE.GAMEOVER~BLACK~0~7~DISCONNECT');
  bob.send('CORE.BYE');
  // No client uses the name now, but it is reserved.
  const thief = await TcpClient.connect(plain, '127.0.0.2');
  thief.send('CORE.HELLO~ray');
  assert.equal(await thief.line(), 'CORE.ERROR~NAMETAKEN');

  const changed = await signIn(port, 'ray', `${FIRST} ${SECOND}`);
  changed.send('quit');
  assert.equal((await changed.readToEnd()).toString(), '');
  assert.equal((await page.signIn('ray', SECOND)).status, 200);
  assert.equal(await (await signIn(port, 'ray', FIRST)).line(), 'Error: wrong name or password');

  const conversation = await (await fetch(`http://127.0.0.1:${plain}/api/games/1/conversation`)).text();
  assert.match(conversation, /"is ray"/);
  assert.equal(await tengen.end('SIGTERM'), 0);
  const stored = globSync('*', { cwd: files }).map((name) => readFileSync(join(files, name)).toString('latin1'));
  assert.ok(stored.some((bytes) => bytes.includes('ray')));
  for (const text of [conversation, tengen.stderr, tengen.stdout, ...stored]) assert.ok(!text.includes('plugh'));
});
