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

/** For each protocol: the first message of a client, and the answer of the server. */
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
    assert.equal(tengen.stderr, '', 'a failed handshake is not logged as an error');
  });

  test('a client with TLS plays a whole game against one without TLS', async () => {
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

  test('every protocol is detected with TLS and without', async () => {
    for (const [name, opening, answer] of OPENINGS) {
      for (const peer of [await connectTlsClient(port), await TcpClient.connect(port)]) {
        peer.socket.write(Buffer.from(opening, 'latin1'));
        assert.equal((await peer.bytes(answer.length)).toString('latin1'), answer, name);
        peer.socket.destroy();
        await once(peer.socket, 'close');
      }
    }
  });

  test('a listener of one protocol accepts clients with and without TLS', async () => {
    for (const [index, peer] of [await connectTlsClient(pinned), await TcpClient.connect(pinned)].entries()) {
      peer.send(`CORE.HELLO~pinned${index}`);
      assert.equal(await peer.line(), 'CORE.HELLO');
    }
  });

  test('TLS inside TLS is not detected as a protocol', async () => {
    const peer = await connectTlsClient(port);
    peer.socket.write(Buffer.from([0x16, 0x03, 0x01, 0x02]));
    assert.match((await peer.readToEnd()).toString(), /^tengen speaks /);
  });

  /** Sends a request over HTTPS. */
  async function ask(path: string, options: RequestOptions = {}, body?: string) {
    const message = request({ host: '127.0.0.1', port, path, ca, agent: false, ...options });
    message.end(body);
    const [answer] = await once(message, 'response');
    const chunks: Buffer[] = await answer.toArray();
    return { status: answer.statusCode, headers: answer.headers, text: Buffer.concat(chunks).toString() };
  }

  test('the API and the page are served over HTTPS as over HTTP', async () => {
    const secure = await ask('/api/lobby');
    const plain = await fetch(`http://127.0.0.1:${port}/api/lobby`);
    assert.deepEqual([secure.status, plain.status], [200, 200]);
    assert.deepEqual(Object.keys(JSON.parse(secure.text)), Object.keys(JSON.parse(await plain.text())));
    assert.match((await ask('/')).headers['content-type'] ?? '', /^text\//);
  });

  test('the session cookie is marked as Secure over HTTPS, and not over HTTP', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ name: 'cook', password: 'correct horse' });
    const secure = await ask('/api/accounts', { method: 'POST', headers }, body);
    assert.equal(secure.status, 201);
    assert.match(String(secure.headers['set-cookie']), /; Secure/);
    const plain = await fetch(`http://127.0.0.1:${port}/api/session`, { method: 'POST', headers, body });
    assert.equal(plain.status, 200);
    assert.doesNotMatch(String(plain.headers.get('set-cookie')), /; Secure/);
  });

  test('a WebSocket of the page opens with an origin of https', async () => {
    const origin = `https://127.0.0.1:${port}`;
    const socket = new WebSocket(`wss://127.0.0.1:${port}/api/socket`, { ca, origin });
    await once(socket, 'open');
    socket.send('{"kind":"open"}');
    const [message] = await once(socket, 'message');
    assert.equal(JSON.parse(message).kind, 'opened');
    socket.close();
  });

  test('offers HTTP 1.1, and no TLS version before 1.2', async () => {
    const socket = await connectTls(port, { ALPNProtocols: ['h2', 'http/1.1'] });
    assert.equal(socket.alpnProtocol, 'http/1.1');
    socket.destroy();
    assert.equal((await connectTls(port, { maxVersion: 'TLSv1.2' })).getProtocol(), 'TLSv1.2');
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    await assert.rejects(connectTls(port, old), /version/i);
  });

  test('a handshake that fails or is interrupted does not affect other clients', async () => {
    for (const bytes of [`1603010004${'00'.repeat(4)}`, `160301ffff${'ff'.repeat(2000)}`]) {
      const broken = await TcpClient.connect(port);
      broken.socket.write(Buffer.from(bytes, 'hex'));
      await broken.readToEnd();
    }
    for (const bytes of ['16', '160301', '1603010200']) {
      const interrupted = await TcpClient.connect(port);
      interrupted.socket.write(Buffer.from(bytes, 'hex'));
      interrupted.socket.resetAndDestroy();
    }
    const peer = await connectTlsClient(port);
    peer.send('HELO dora');
    assert.equal(await peer.line(), 'OK');
  });

  test('a client that ends its side of the connection still receives all answers', async () => {
    const peer = await connectTlsClient(port);
    peer.socket.end('HELO quick\nLIST\nPLAY\n');
    assert.equal((await peer.readToEnd()).toString(), 'OK\nGAMES\nERROR 2\n');
  });

  test('a client that never reads is disconnected', async () => {
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

test('SIGHUP: new connections get the new certificate, open connections stay, and a broken file changes nothing', async (t) => {
  const file = temporaryFolder(t);
  const [inUse, keyInUse] = [file('cert.pem'), file('key.pem')];
  const second = certificate('second');
  copyFileSync(cert, inUse);
  copyFileSync(key, keyInUse);
  const files = ['--tls-cert', inUse, '--tls-key', keyInUse];
  const tengen = new Tengen('serve', '--port', '0', '--durability', 'none', '--log-level', 'info', ...files);
  t.after(() => tengen.end('SIGKILL'));
  const [port = 0] = await tengen.ports();

  /** Waits for a new log line with this text. */
  const nextLogLine = async (text: string): Promise<Record<string, unknown>> => {
    const line = await tengen.waitForLog(text);
    tengen.stderr = '';
    return JSON.parse(line);
  };
  const certificateName = async (): Promise<string> => {
    const socket = await connectTls(port);
    const { CN } = socket.getPeerCertificate().subject;
    socket.destroy();
    return String(CN);
  };

  const early = await connectTlsClient(port);
  early.send('HELO early');
  assert.equal(await early.line(), 'OK');
  assert.equal(await certificateName(), 'tengen test only first');

  copyFileSync(second.cert, inUse);
  copyFileSync(second.key, keyInUse);
  tengen.child.kill('SIGHUP');
  await nextLogLine('config.reloaded');
  assert.equal(await certificateName(), 'tengen test only second');

  for (const broken of ['', 'no certificate', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n']) {
    writeFileSync(inUse, broken);
    tengen.child.kill('SIGHUP');
    const { error } = await nextLogLine('config.rejected');
    assert.match(String(error), /cert\.pem/);
    assert.equal(await certificateName(), 'tengen test only second');
  }
  early.send('LIST');
  assert.equal(await early.line(), 'GAMES');

  assert.equal(await tengen.end('SIGTERM'), 0);
  await early.readToEnd();
});

test('clients with TLS receive a goodbye message, and unfinished handshakes do not delay the stop', async (t) => {
  const tengen = new Tengen('serve', '--port', '0', '--log-level', 'error', ...WITH_TLS);
  t.after(() => tengen.end('SIGKILL'));
  const [port = 0] = await tengen.ports();
  const peer = await connectTlsClient(port);
  peer.send('CORE.HELLO~alice');
  assert.equal(await peer.line(), 'CORE.HELLO');
  for (const bytes of [[], [0x16], [0x16, 0x03, 0x01]])
    (await TcpClient.connect(port)).socket.write(Uint8Array.from(bytes));
  assert.equal(await tengen.end('SIGTERM'), 0);
  assert.equal((await peer.readToEnd()).toString(), 'CORE.BYE~👋\n');
  await assert.rejects(once(get(`https://127.0.0.1:${port}/`, { ca }), 'response'), /ECONNREFUSED/);
});

test('files that cannot be used are reported in one line, with exit code 2', async () => {
  const other = certificate('second').key;
  for (const [files, message] of [
    [['--tls-cert', 'nowhere.pem', '--tls-key', key], /certificate nowhere\.pem cannot be read/],
    [['--tls-cert', cert, '--tls-key', 'nowhere.pem'], /key nowhere\.pem cannot be read/],
    [['--tls-cert', cert, '--tls-key', other], /first\.crt .*second\.key .*cannot be used/],
    [['--tls-cert', cert], /--tls-cert needs --tls-key/],
  ] as const) {
    assert.match(await refusal('serve', '--port', '0', '--durability', 'none', ...files), message);
  }
});
