import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { serve, Tengen, temporaryFolder } from './server-process.ts';
import { TcpClient } from './tcp-client.ts';

/** One game between two well-behaved clients, which must not notice anything that others do. */
class Bystanders {
  readonly #black: TcpClient;
  readonly #white: TcpClient;
  #moves = 0;

  private constructor(black: TcpClient, white: TcpClient) {
    this.#black = black;
    this.#white = white;
  }

  static async sitDown(port: number): Promise<Bystanders> {
    const [black, white] = [await TcpClient.connect(port), await TcpClient.connect(port)];
    black.send('CORE.HELLO~black', 'CORE.NEWGAME~131');
    assert.equal(await black.line(), 'CORE.HELLO');
    white.send('CORE.HELLO~white', 'CORE.NEWGAME~131');
    assert.equal(await white.line(), 'CORE.HELLO');
    assert.equal(await black.line(), 'CORE.MATCH~BLACK~131~white');
    assert.equal(await white.line(), 'CORE.MATCH~WHITE~131~black');
    return new Bystanders(black, white);
  }

  /** The next move is told to both, and nothing else has been. */
  async playOn(): Promise<void> {
    const mover = this.#moves % 2 === 0 ? this.#black : this.#white;
    // Stones that never touch: every second point of every second row.
    const move = `CORE.MOVE~${(this.#moves % 65) * 2 + Math.floor(this.#moves / 65) * 262}`;
    this.#moves++;
    mover.send(move);
    assert.deepEqual([await this.#black.line(), await this.#white.line()], [move, move]);
  }
}

/** Every protocol: how one gets in, what nonsense is there, and how each answer begins. */
const TEXT_PROTOCOLS = [
  {
    name: 'nu6',
    hello: 'CORE.HELLO~abuser',
    welcome: ['CORE.HELLO'],
    nonsense: 'CORE.MOVE~1e9',
    answer: 'CORE.ERROR~PROTOCOL~CORE.MOVE~1e9',
  },
  { name: 'daigo', hello: 'HELO abuser', welcome: ['OK'], nonsense: 'STONE', answer: 'ERROR -1' },
  { name: 'nedap', hello: 'GO abuser 5', welcome: ['WAITING'], nonsense: 'HOW', answer: 'WARNING keyword HOW unknown' },
] as const;

describe('bad manners', () => {
  let tengen: Tengen;
  let bystanders: Bystanders;
  let port: number;

  before(async () => {
    tengen = new Tengen('serve', '--port', '0', '--durability', 'none', '--log-level', 'error');
    [port = 0] = await tengen.ports();
    bystanders = await Bystanders.sitDown(port);
  });

  after(async () => {
    assert.equal(await tengen.end('SIGTERM'), 0);
    assert.equal(tengen.stderr, '');
  });

  for (const { name, hello, welcome, nonsense, answer } of TEXT_PROTOCOLS) {
    describe(name, () => {
      test('10,000 messages in one packet are all answered, in order', async () => {
        const peer = await TcpClient.connect(port);
        peer.send(hello);
        assert.deepEqual(await peer.lines(welcome.length), welcome);
        peer.socket.write(`${nonsense}\n`.repeat(10_000));
        await bystanders.playOn();
        assert.deepEqual(await peer.lines(10_000), Array(10_000).fill(answer));
        peer.socket.destroy();
        await bystanders.playOn();
      });

      test('a line too long to be one ends the connection', async () => {
        const peer = await TcpClient.connect(port);
        peer.send(hello);
        peer.socket.write('x'.repeat(1 << 20));
        await peer.readToEnd();
        await bystanders.playOn();
      });

      test('a client that never reads is dropped', async () => {
        const peer = await TcpClient.connect(port);
        peer.send(hello);
        await peer.lines(welcome.length);
        peer.socket.pause();
        const packet = `${nonsense}\n`.repeat(1000);
        // Far more than the sockets of both sides and the server's own megabyte can hold.
        for (let sent = 0; sent < 64 << 20 && !peer.closed; sent += packet.length) {
          await peer.write(packet);
          if (sent % (packet.length * 50) === 0) await bystanders.playOn();
        }
        peer.socket.resume();
        await peer.readToEnd();
        await bystanders.playOn();
      });

      test('binary and halves of messages hurt nobody', async () => {
        const peer = await TcpClient.connect(port);
        peer.send(hello);
        await peer.lines(welcome.length);
        peer.socket.write(Buffer.from([0, 0xff, 0xc3, 0x28, 0x0a]));
        await peer.line();
        peer.socket.write(nonsense.slice(0, 3));
        await bystanders.playOn();
        peer.socket.destroy();
        await bystanders.playOn();
      });
    });
  }

  test('remastered closes on a malformed line, and drops what follows', async () => {
    const peer = await TcpClient.connect(port);
    peer.send('go 0.1.0');
    await peer.lines(4);
    peer.socket.write(`ack\n${'place 1e9 0\n'.repeat(10_000)}`);
    assert.equal((await peer.readToEnd()).toString(), 'ready\nclose\n');
    await bystanders.playOn();
  });

  test('gomokurs: a payload larger than any, an action that there is not, and 10,000 actions at once', async () => {
    for (const bytes of [
      '0a00ffffff',
      '0a00000005302e312e30ff',
      `0a00000005302e312e30${'1000000000'.repeat(10_000)}ff`,
    ]) {
      const peer = await TcpClient.connect(port);
      peer.socket.write(Buffer.from(bytes, 'hex'));
      assert.match((await peer.readToEnd()).toString('hex'), /^(00)?09000000/);
      await bystanders.playOn();
    }
  });

  test('whoever speaks nothing known is told what is spoken here', async () => {
    for (const words of ['EHLO example.org\r\n', 'x'.repeat(256), '\u0000\u0001\u0002\n', '\n'.repeat(256)]) {
      const peer = await TcpClient.connect(port);
      peer.socket.write(words);
      assert.match((await peer.readToEnd()).toString(), /^tengen speaks [^\n]*nu6[^\n]*\n$/);
    }
    const tls = await TcpClient.connect(port);
    tls.socket.write(Buffer.from([0x16, 0x03, 0x01, 0x02]));
    assert.match((await tls.readToEnd()).toString(), /^tengen speaks /);
    await bystanders.playOn();
  });

  test('a client that says all it has to say and hangs up still gets its answers', async () => {
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

test('whoever finds no room on a listener is told so in its protocol', async (t) => {
  const config = temporaryFolder(t)('tengen.toml');
  writeFileSync(config, '[limits]\nconnections = 1\n');
  const listeners = ['--listen', 'gomokurs://127.0.0.1:0', '--listen', 'nu6://127.0.0.1:0'];
  const tengen = serve(t, '--durability', 'none', '--config', config, ...listeners);
  const [port = 0, gomokurs = 0, nu6 = 0] = await tengen.ports(3);
  const alice = await TcpClient.connect(port);
  alice.send('HELO alice');
  assert.equal(await alice.line(), 'OK');
  const why = 'tengen is full: try again later';
  // ERROR, by the first numbering, and the length of its text in four bytes.
  const error = Buffer.concat([Uint8Array.of(0x09, 0, 0, 0, why.length), Buffer.from(why)]);
  assert.deepEqual(await (await TcpClient.connect(gomokurs)).readToEnd(), error);
  assert.equal((await (await TcpClient.connect(nu6)).readToEnd()).toString(), `${why}\n`);
});

test('whoever finds no room is told so, and finds some once somebody has gone', async (t) => {
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
