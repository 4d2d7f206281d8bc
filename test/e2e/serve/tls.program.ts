import assert from 'node:assert/strict';
import { once } from 'node:events';
import { copyFileSync, writeFileSync } from 'node:fs';
import { get, type RequestOptions, request } from 'node:https';
import { after, before, describe, test } from 'node:test';
import { WebSocket } from 'ws';
import { certificate } from '../../support/server/test-certificate.ts';
import { refusal, Tengen, temporaryFolder } from './server-process.ts';
import { TcpClient } from './tcp-client.ts';
import { connectTls, connectTlsClient } from './tls-client.ts';

const { cert, key, ca } = certificate('first');
const WITH_TLS = ['--durability', 'none', '--tls-cert', cert, '--tls-key', key] as const;

/** How each protocol is begun, and the first that it answers, in hex where it is no line. */
const OPENINGS = [
  ['remastered', 'go 0.1.0\n', 'ok 0.1.0\n'],
  ['nu6', 'CORE.HELLO~nora\n', 'CORE.HELLO\n'],
  ['daigo', 'HELO dora\n', 'OK\n'],
  ['nedap', 'GO ned 9\n', 'WAITING\n'],
  ['gomokurs', '\n\0\0\0\x050.1.0', '\0'],
] as const;

describe('TLS', () => {
  let tengen: Tengen;
  let port: number;
  let pinned: number;

  before(async () => {
    const listen = ['--listen', 'nu6://127.0.0.1:0', '--log-level', 'error'];
    tengen = new Tengen('serve', '--port', '0', ...listen, ...WITH_TLS);
    [port = 0, pinned = 0] = await tengen.ports(2);
  });

  after(async () => {
    assert.equal(await tengen.end('SIGTERM'), 0);
    assert.equal(tengen.stderr, '', 'whatever went wrong in a handshake is nobody else’s concern');
  });

  test('a whole game between one inside and one outside', async () => {
    const [alice, bob] = [await connectTlsClient(port), await TcpClient.connect(port)];
    alice.send('CORE.HELLO~alice', 'CORE.NEWGAME~5');
    assert.equal(await alice.line(), 'CORE.HELLO');
    bob.send('GO bob 5');
    assert.deepEqual(await bob.lines(2), ['WAITING', 'READY white alice 5']);
    assert.equal(await alice.line(), 'CORE.MATCH~BLACK~5~bob');
    alice.send('CORE.MOVE~12');
    assert.deepEqual([await alice.line(), await bob.line()], ['CORE.MOVE~12', 'VALID black 2 2']);
    bob.send('MOVE 1 0');
    assert.deepEqual([await alice.line(), await bob.line()], ['CORE.MOVE~1', 'VALID white 1 0']);
    alice.send('CORE.PASS');
    assert.deepEqual([await alice.line(), await bob.line()], ['CORE.PASS', 'PASSED black']);
    bob.send('PASS');
    assert.deepEqual(await alice.lines(2), ['CORE.PASS', 'CORE.GAMEOVER~DRAW~1~1']);
    assert.deepEqual(await bob.lines(2), ['PASSED white', 'END 1.0 1.0']);
  });

  test('every protocol is told apart inside as outside', async () => {
    for (const [name, opening, answer] of OPENINGS) {
      for (const peer of [await connectTlsClient(port), await TcpClient.connect(port)]) {
        peer.socket.write(Buffer.from(opening, 'latin1'));
        assert.equal((await peer.bytes(answer.length)).toString('latin1'), answer, name);
        peer.socket.destroy();
        await once(peer.socket, 'close');
      }
    }
  });

  test('is spoken on a listener of one protocol, too, and not asked for', async () => {
    for (const [index, peer] of [await connectTlsClient(pinned), await TcpClient.connect(pinned)].entries()) {
      peer.send(`CORE.HELLO~pinned${index}`);
      assert.equal(await peer.line(), 'CORE.HELLO');
    }
  });

  test('has nothing but what is spoken here inside it', async () => {
    const peer = await connectTlsClient(port);
    peer.socket.write(Buffer.from([0x16, 0x03, 0x01, 0x02]));
    assert.match((await peer.readToEnd()).toString(), /^tengen speaks /);
  });

  /** An answer over HTTPS. */
  async function ask(path: string, options: RequestOptions = {}, body?: string) {
    const asked = request({ host: '127.0.0.1', port, path, ca, agent: false, ...options });
    asked.end(body);
    const [answer] = await once(asked, 'response');
    const chunks: Buffer[] = await answer.toArray();
    return { status: answer.statusCode, headers: answer.headers, text: Buffer.concat(chunks).toString() };
  }

  test('the API and the page are there by HTTPS, as they are by HTTP', async () => {
    const secure = await ask('/api/lobby');
    const plain = await fetch(`http://127.0.0.1:${port}/api/lobby`);
    assert.deepEqual([secure.status, plain.status], [200, 200]);
    assert.deepEqual(Object.keys(JSON.parse(secure.text)), Object.keys(JSON.parse(await plain.text())));
    assert.match((await ask('/')).headers['content-type'] ?? '', /^text\//);
  });

  test('a browser is told to send the cookie by HTTPS only, where it came by that', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ name: 'cook', password: 'correct horse' });
    const secure = await ask('/api/accounts', { method: 'POST', headers }, body);
    assert.equal(secure.status, 201);
    assert.match(String(secure.headers['set-cookie']), /; Secure/);
    const plain = await fetch(`http://127.0.0.1:${port}/api/session`, { method: 'POST', headers, body });
    assert.equal(plain.status, 200);
    assert.doesNotMatch(String(plain.headers.get('set-cookie')), /; Secure/);
  });

  test('a WebSocket of the page, with an origin of https', async () => {
    const origin = `https://127.0.0.1:${port}`;
    const socket = new WebSocket(`wss://127.0.0.1:${port}/api/socket`, { ca, origin });
    await once(socket, 'open');
    socket.send('{"kind":"open"}');
    const [said] = await once(socket, 'message');
    assert.equal(JSON.parse(said).kind, 'opened');
    socket.close();
  });

  test('offers HTTP 1.1, and no version before 1.2', async () => {
    const socket = await connectTls(port, { ALPNProtocols: ['h2', 'http/1.1'] });
    assert.equal(socket.alpnProtocol, 'http/1.1');
    socket.destroy();
    assert.equal((await connectTls(port, { maxVersion: 'TLSv1.2' })).getProtocol(), 'TLSv1.2');
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    await assert.rejects(connectTls(port, old), /version/i);
  });

  test('a handshake that fails, or ends in the middle, costs nobody else anything', async () => {
    for (const bytes of [`1603010004${'00'.repeat(4)}`, `160301ffff${'ff'.repeat(2000)}`]) {
      const broken = await TcpClient.connect(port);
      broken.socket.write(Buffer.from(bytes, 'hex'));
      await broken.readToEnd();
    }
    for (const bytes of ['16', '160301', '1603010200']) {
      const gone = await TcpClient.connect(port);
      gone.socket.write(Buffer.from(bytes, 'hex'));
      gone.socket.resetAndDestroy();
    }
    const peer = await connectTlsClient(port);
    peer.send('HELO dora');
    assert.equal(await peer.line(), 'OK');
  });

  test('who says all it has to say and ends its side still gets its answers', async () => {
    const peer = await connectTlsClient(port);
    peer.socket.end('HELO quick\nLIST\nPLAY\n');
    assert.equal((await peer.readToEnd()).toString(), 'OK\nGAMES\nERROR 2\n');
  });

  test('who never reads is dropped', async () => {
    const peer = await connectTlsClient(port);
    peer.send('HELO deaf');
    assert.equal(await peer.line(), 'OK');
    peer.socket.pause();
    const packet = 'STONE\n'.repeat(1000);
    for (let sent = 0; sent < 64 << 20 && !peer.closed; sent += packet.length) {
      await peer.write(packet);
    }
    peer.socket.resume();
    await peer.readToEnd();
  });

  test('10,000 messages in one packet are all answered, in order', async () => {
    const peer = await connectTlsClient(port);
    peer.send('CORE.HELLO~flood');
    assert.equal(await peer.line(), 'CORE.HELLO');
    peer.socket.write('CORE.MOVE~x\n'.repeat(10_000));
    assert.deepEqual(await peer.lines(10_000), Array(10_000).fill('CORE.ERROR~PROTOCOL~CORE.MOVE~x'));
    peer.socket.destroy();
  });
});

test('SIGHUP: who comes next sees the new certificate, who is here plays on, and a broken file changes nothing', async (t) => {
  const place = temporaryFolder(t);
  const [inUse, keyInUse] = [place('cert.pem'), place('key.pem')];
  const second = certificate('second');
  copyFileSync(cert, inUse);
  copyFileSync(key, keyInUse);
  const files = ['--tls-cert', inUse, '--tls-key', keyInUse];
  const tengen = new Tengen('serve', '--port', '0', '--durability', 'none', '--log-level', 'info', ...files);
  t.after(() => tengen.end('SIGKILL'));
  const [port = 0] = await tengen.ports();

  /** The log's next line with these words. */
  const logged = async (words: string): Promise<Record<string, unknown>> => {
    const line = await tengen.waitForLog(words);
    tengen.stderr = '';
    return JSON.parse(line);
  };
  const shown = async (): Promise<string> => {
    const socket = await connectTls(port);
    const { CN } = socket.getPeerCertificate().subject;
    socket.destroy();
    return String(CN);
  };

  const early = await connectTlsClient(port);
  early.send('HELO early');
  assert.equal(await early.line(), 'OK');
  assert.equal(await shown(), 'tengen test only first');

  copyFileSync(second.cert, inUse);
  copyFileSync(second.key, keyInUse);
  tengen.child.kill('SIGHUP');
  await logged('config.reloaded');
  assert.equal(await shown(), 'tengen test only second');

  for (const broken of ['', 'no certificate', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n']) {
    writeFileSync(inUse, broken);
    tengen.child.kill('SIGHUP');
    const { error } = await logged('config.rejected');
    assert.match(String(error), /cert\.pem/);
    assert.equal(await shown(), 'tengen test only second');
  }
  early.send('LIST');
  assert.equal(await early.line(), 'GAMES');

  assert.equal(await tengen.end('SIGTERM'), 0);
  await early.readToEnd();
});

test('goodbyes are said inside, and who is still at the handshake keeps nobody from stopping', async (t) => {
  const tengen = new Tengen('serve', '--port', '0', '--log-level', 'error', ...WITH_TLS);
  t.after(() => tengen.end('SIGKILL'));
  const [port = 0] = await tengen.ports();
  const peer = await connectTlsClient(port);
  peer.send('CORE.HELLO~alice');
  assert.equal(await peer.line(), 'CORE.HELLO');
  for (const begun of [[], [0x16], [0x16, 0x03, 0x01]])
    (await TcpClient.connect(port)).socket.write(Uint8Array.from(begun));
  assert.equal(await tengen.end('SIGTERM'), 0);
  assert.equal((await peer.readToEnd()).toString(), 'CORE.BYE~👋\n');
  await assert.rejects(once(get(`https://127.0.0.1:${port}/`, { ca }), 'response'), /ECONNREFUSED/);
});

test('files that cannot be used are one clear line, and exit 2', async () => {
  const other = certificate('second').key;
  for (const [files, words] of [
    [['--tls-cert', 'nowhere.pem', '--tls-key', key], /certificate nowhere\.pem cannot be read/],
    [['--tls-cert', cert, '--tls-key', 'nowhere.pem'], /key nowhere\.pem cannot be read/],
    [['--tls-cert', cert, '--tls-key', other], /first\.crt .*second\.key .*cannot be used/],
    [['--tls-cert', cert], /--tls-cert needs --tls-key/],
  ] as const) {
    assert.match(await refusal('serve', '--port', '0', '--durability', 'none', ...files), words);
  }
});
