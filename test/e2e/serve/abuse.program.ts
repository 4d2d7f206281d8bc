import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { Nu6Game } from './nu6-game.ts';
import { serve, Tengen, temporaryFolder } from './server-process.ts';
import { TcpClient } from './tcp-client.ts';

/** For each text protocol: how a client enters, an invalid message, and the answer to it. */
const TEXT_PROTOCOLS = [
  {
    name: 'nu6',
    hello: 'CORE.HELLO~abuser',
    welcome: ['CORE.HELLO'],
    invalid: 'CORE.MOVE~1e9',
    answer: 'CORE.ERROR~PROTOCOL~CORE.MOVE~1e9',
  },
  { name: 'daigo', hello: 'HELO abuser', welcome: ['OK'], invalid: 'STONE', answer: 'ERROR -1' },
  { name: 'nedap', hello: 'GO abuser 5', welcome: ['WAITING'], invalid: 'HOW', answer: 'WARNING keyword HOW unknown' },
] as const;

describe('a client that abuses its protocol', () => {
  let tengen: Tengen;
  /** A game between two correct clients, which other clients must not disturb. */
  let undisturbedGame: Nu6Game;
  let port: number;

  before(async () => {
    tengen = new Tengen('serve', '--port', '0', '--durability', 'none', '--log-level', 'error');
    [port = 0] = await tengen.ports();
    undisturbedGame = await Nu6Game.start(port);
  });

  after(async () => {
    assert.equal(await tengen.end('SIGTERM'), 0);
    assert.equal(tengen.stderr, '');
  });

  for (const { name, hello, welcome, invalid, answer } of TEXT_PROTOCOLS) {
    describe(name, () => {
      test('10,000 messages in one packet are all answered, in order', async () => {
        const peer = await TcpClient.connect(port);
        peer.send(hello);
        assert.deepEqual(await peer.lines(welcome.length), welcome);
        peer.socket.write(`${invalid}\n`.repeat(10_000));
        assert(await undisturbedGame.move());
        assert.deepEqual(await peer.lines(10_000), Array(10_000).fill(answer));
        peer.socket.destroy();
        assert(await undisturbedGame.move());
      });

      test('a line of 1 MiB ends the connection', async () => {
        const peer = await TcpClient.connect(port);
        peer.send(hello);
        peer.socket.write('x'.repeat(1 << 20));
        await peer.readToEnd();
        assert(await undisturbedGame.move());
      });

      test('a client that never reads is disconnected', async () => {
        const peer = await TcpClient.connect(port);
        peer.send(hello);
        await peer.lines(welcome.length);
        peer.socket.pause();
        const packet = `${invalid}\n`.repeat(1000);
        // Much more than the buffers of both sockets and the server's own limit of 1 MB can hold.
        for (let sent = 0; sent < 64 << 20 && !peer.closed; sent += packet.length) {
          await peer.write(packet);
          if (sent % (packet.length * 50) === 0) assert(await undisturbedGame.move());
        }
        peer.socket.resume();
        await peer.readToEnd();
        assert(await undisturbedGame.move());
      });

      test('binary data and parts of messages do not disturb other clients', async () => {
        const peer = await TcpClient.connect(port);
        peer.send(hello);
        await peer.lines(welcome.length);
        peer.socket.write(Buffer.from([0, 0xff, 0xc3, 0x28, 0x0a]));
        await peer.line();
        peer.socket.write(invalid.slice(0, 3));
        assert(await undisturbedGame.move());
        peer.socket.destroy();
        assert(await undisturbedGame.move());
      });
    });
  }

  test('remastered: a malformed line ends the connection, and the lines after it are dropped', async () => {
    const peer = await TcpClient.connect(port);
    peer.send('go 0.1.0');
    await peer.lines(4);
    peer.socket.write(`ack\n${'place 1e9 0\n'.repeat(10_000)}`);
    assert.equal((await peer.readToEnd()).toString(), 'ready\nclose\n');
    assert(await undisturbedGame.move());
  });

  test('gomokurs: a payload that is too long, an unknown action, and 10,000 actions at once end the connection', async () => {
    for (const bytes of [
      '0a00ffffff',
      '0a00000005302e312e30ff',
      `0a00000005302e312e30${'1000000000'.repeat(10_000)}ff`,
    ]) {
      const peer = await TcpClient.connect(port);
      peer.socket.write(Buffer.from(bytes, 'hex'));
      assert.match((await peer.readToEnd()).toString('hex'), /^(00)?09000000/);
      assert(await undisturbedGame.move());
    }
  });

  test('a client of an unknown protocol receives a line with the protocols of the server', async () => {
    for (const bytes of ['EHLO example.org\r\n', 'x'.repeat(256), '\u0000\u0001\u0002\n', '\n'.repeat(256)]) {
      const peer = await TcpClient.connect(port);
      peer.socket.write(bytes);
      assert.match((await peer.readToEnd()).toString(), /^tengen speaks [^\n]*nu6[^\n]*\n$/);
    }
    const tls = await TcpClient.connect(port);
    tls.socket.write(Buffer.from([0x16, 0x03, 0x01, 0x02]));
    assert.match((await tls.readToEnd()).toString(), /^tengen speaks /);
    assert(await undisturbedGame.move());
  });

  test('a client that ends its side of the connection still receives all answers', async () => {
    const peer = await TcpClient.connect(port);
    peer.socket.end('HELO quick\nLIST\nPLAY\n');
    assert.equal((await peer.readToEnd()).toString(), 'OK\nGAMES\nERROR 2\n');
    const waiting = await TcpClient.connect(port);
    waiting.send('HELO host', 'CREATE');
    assert.deepEqual(await waiting.lines(2), ['OK', 'OK']);
    const joining = await TcpClient.connect(port);
    joining.socket.end('HELO quick\nJOIN host\nPLAY\n');
    assert.equal((await joining.readToEnd()).toString(), 'OK\nOK\nWAIT host\n');
    waiting.send('PLAY');
    assert.equal(await waiting.line(), 'DISCONNECT');
  });
});

test('a full server refuses a client of a listener in the protocol of the listener', async (t) => {
  const config = temporaryFolder(t)('tengen.toml');
  writeFileSync(config, '[limits]\nconnections = 1\n');
  const listeners = ['--listen', 'gomokurs://127.0.0.1:0', '--listen', 'nu6://127.0.0.1:0'];
  const tengen = serve(t, '--durability', 'none', '--config', config, ...listeners);
  const [port = 0, gomokurs = 0, nu6 = 0] = await tengen.ports(3);
  const alice = await TcpClient.connect(port);
  alice.send('HELO alice');
  assert.equal(await alice.line(), 'OK');
  const why = 'tengen is full: try again later';
  // ERROR in the numbering of version 0.1.0, and the length of its text in four bytes.
  const error = Buffer.concat([Uint8Array.of(0x09, 0, 0, 0, why.length), Buffer.from(why)]);
  assert.deepEqual(await (await TcpClient.connect(gomokurs)).readToEnd(), error);
  assert.equal((await (await TcpClient.connect(nu6)).readToEnd()).toString(), `${why}\n`);
});

test('a full server refuses a client, and accepts one when another has left', async (t) => {
  const config = temporaryFolder(t)('tengen.toml');
  writeFileSync(config, '[limits]\nconnections = 2\n');
  const tengen = serve(t, '--durability', 'none', '--config', config);
  const [port = 0] = await tengen.ports();
  const [alice, bob] = [await TcpClient.connect(port), await TcpClient.connect(port)];
  for (const peer of [alice, bob]) {
    peer.send('CORE.PASS');
    assert.equal(await peer.line(), 'CORE.ERROR~PROTOCOL~CORE.PASS');
  }
  const carol = await TcpClient.connect(port);
  assert.equal((await carol.readToEnd()).toString(), 'tengen is full: try again later\n');
  bob.socket.end();
  await bob.readToEnd();
  const dora = await TcpClient.connect(port);
  dora.send('HELO dora');
  assert.equal(await dora.line(), 'OK');
});
