import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { gnugoPath } from '../../support/engines/gnugo-path.ts';
import { eventually } from '../../support/eventually.ts';
import { serve, Tengen, temporaryFolder } from '../serve/server-process.ts';
import { TcpClient } from '../serve/tcp-client.ts';
import { WebSocketStream } from '../serve/web-socket-stream.ts';
import { CommandProcess } from './command-process.ts';

const installed = gnugoPath();
const withGnugo = installed === undefined ? { skip: 'gnugo is not installed' } : {};

function startGnugo(context: TestContext, ...args: readonly string[]): ChildProcess {
  assert.ok(installed !== undefined);
  const child = spawn(installed, ['--mode', 'gtp', '--level', '0', ...args], { stdio: ['pipe', 'pipe', 'ignore'] });
  context.after(() => child.kill('SIGKILL'));
  return child;
}

/** The path of nc, which connects a socket with a terminal or pipe; undefined if it is not installed. */
function nc(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((each) => join(each, 'nc')).find((path) => existsSync(path));
}

/** Starts GNU Go, which connects to the listener. */
const startConnecting = (context: TestContext, port: number | undefined): ChildProcess =>
  startGnugo(context, '--gtp-connect', `127.0.0.1:${port}`);

/** Starts GNU Go and connects its input and output with a socket, like nc or gogui-server -remote. */
function startPiped(context: TestContext, port: number | undefined): ChildProcess {
  const child = startGnugo(context);
  const socket = connect({ host: '127.0.0.1', port: port ?? 0 });
  context.after(() => socket.destroy());
  child.stdout?.pipe(socket);
  if (child.stdin !== null) socket.pipe(child.stdin);
  return child;
}

/** A GTP controller that waits for the answer to each command. */
class Controller {
  readonly #peer: TcpClient;

  private constructor(peer: TcpClient) {
    this.#peer = peer;
  }

  static async to(context: TestContext, port: number | undefined): Promise<Controller> {
    const peer = await TcpClient.connect(port ?? 0);
    context.after(() => peer.socket.destroy());
    return new Controller(peer);
  }

  async ask(command: string): Promise<string> {
    this.#peer.send(command);
    const lines = [await this.#peer.line()];
    for (let line = await this.#peer.line(); line !== ''; line = await this.#peer.line()) lines.push(line);
    return lines.join('\n');
  }

  /** Passes until the end of the game. Returns the score. */
  async passUntilEnd(own: 'b' | 'w', opponent: 'b' | 'w'): Promise<string> {
    for (let move = 0; move < 200; move++) {
      const answer = await this.ask(`genmove ${opponent}`);
      if (answer === '? game over') break;
      assert.match(answer, /^= (?:[A-J][1-9]|pass)$/);
      const passed = await this.ask(`play ${own} pass`);
      if (passed === '? game over') break;
      assert.equal(passed, '=');
    }
    return await this.ask('final_score');
  }
}

const LISTENERS = ['as=engine', 'as=controller&name=gnu&size=9'].flatMap((settings) => [
  '--listen',
  `gtp://127.0.0.1:0?${settings}`,
]);
const SERVE = ['--log-level', 'info', '--durability', 'none', '--house-wait', '0', ...LISTENERS];

describe('GTP over TCP', withGnugo, () => {
  test('tengen bot is a controller of each colour and plays clients of the server', {
    timeout: 120_000,
  }, async (context) => {
    const server = serve(context, ...SERVE);
    const [plain, engine] = await server.ports(2);
    for (const color of ['black', 'white']) {
      const bot = (url: string): CommandProcess =>
        new CommandProcess(context, 'bot', url, '--engine', `${installed} --mode gtp --level 0`, '--games', '1');
      const bots = [bot(`nu6://127.0.0.1:${plain}?size=5`), bot(`gtp://127.0.0.1:${engine}?size=5&color=${color}`)];
      for (const { code, stderr } of await Promise.all(bots.map((each) => each.ended()))) {
        assert.equal(code, 0, stderr);
        assert.match(stderr, /the game is over: (?:black|white) wins/);
      }
    }
  });

  test('gnugo --gtp-connect plays a whole game against a client of another protocol', {
    timeout: 120_000,
  }, async (context) => {
    const server = serve(context, ...SERVE);
    const [plain, , controller] = await server.ports(3);
    startConnecting(context, controller);
    await server.waitForLog('player.entered');
    const player = new CommandProcess(context, 'play', `nu6://127.0.0.1:${plain}?size=9`);
    player.type('E5', 'pass', 'pass', 'pass', 'pass', 'pass', 'pass', 'pass', 'pass', 'resign');
    assert.match((await player.ended()).stdout, /white wins/);
  });

  test('a controller plays an engine with piped input and output, with handicap and a clock', {
    timeout: 120_000,
  }, async (context) => {
    const server = serve(context, ...SERVE);
    const [, engine, port] = await server.ports(3);
    startPiped(context, port);
    await server.waitForLog('player.entered');
    const controller = await Controller.to(context, engine);
    for (const command of ['boardsize 9', 'clear_board', 'komi 0.5', 'time_settings 600 0 0'])
      assert.equal(await controller.ask(command), '=');
    assert.equal(await controller.ask('fixed_handicap 4'), '= C3 G7 C7 G3');
    assert.match(await controller.passUntilEnd('b', 'w'), /^= [BW]\+\d+\.5$/);
    // The next game on the same connections, with the other colour.
    assert.equal(await controller.ask('clear_board'), '=');
    assert.equal(await controller.ask('time_settings 0 1 0'), '=');
    assert.match(await controller.passUntilEnd('w', 'b'), /^= B\+80\.5$/);
    assert.equal(await controller.ask('quit'), '=');
  });

  test('commands typed into nc play against GNU Go behind nc', {
    timeout: 120_000,
    skip: nc() === undefined ? 'nc is not installed' : false,
  }, async (context) => {
    const server = serve(context, ...SERVE);
    const [, engine, port] = await server.ports(3);
    // As in the documentation: a named pipe carries the commands of the server to the engine.
    const pipe = join(temporaryFolder(context)(''), 'pipe');
    const line = `mkfifo ${pipe} && ${nc()} 127.0.0.1 ${port} < ${pipe} | ${installed} --mode gtp --level 0 > ${pipe}`;
    const engineShell = spawn('sh', ['-c', line], { stdio: 'ignore', detached: true });
    context.after(() => process.kill(-(engineShell.pid ?? 0), 'SIGKILL'));
    await server.waitForLog('player.entered');
    const controller = spawn(nc() ?? '', ['127.0.0.1', `${engine}`], { stdio: ['pipe', 'pipe', 'ignore'] });
    context.after(() => controller.kill('SIGKILL'));
    let output = '';
    controller.stdout?.on('data', (text) => {
      output += text;
    });
    controller.stdin?.write('1 boardsize 9\n2 clear_board\n3 play b E5\n4 genmove w\n');
    await eventually('the move of the engine', () => (/^=4 [A-J][1-9]\n\n/m.test(output) ? true : undefined));
    controller.stdin?.write('5 play b e5\n6 quit\n');
    await eventually('the goodbye', () => (output.includes('=6\n\n') ? true : undefined));
    controller.stdin?.end();
    await eventually('the end of nc', () => (controller.exitCode === null ? undefined : true));
    assert.match(output, /^=1\n\n=2\n\n=3\n\n=4 [A-J][1-9]\n\n\?5 illegal move\n\n=6\n\n$/);
  });

  test('GNU Go places its handicap stones, and receives the stones that the page has placed', {
    timeout: 120_000,
  }, async (context) => {
    const server = serve(context, ...SERVE);
    const [plain = 0, , port] = await server.ports(3);
    startConnecting(context, port);
    await server.waitForLog('player.entered');
    const page = await Page.open(context, plain, 'anne');
    await page.seek({ handicap: 4, placement: 'free', color: 'white' });
    const placed: string[] = [];
    while (placed.length < 4) {
      const { color, point } = await page.next('played');
      assert.equal(color, 'black');
      placed.push(`${point.x},${point.y}`);
    }
    assert.equal(new Set(placed).size, 4);
    const free = ['2,0', '0,2', '8,6', '6,8'].find((each) => !placed.includes(each)) ?? '';
    const [x, y] = free.split(',').map(Number);
    page.send({ kind: 'play', point: { x, y } });
    assert.equal((await page.next('played')).color, 'white');
    assert.equal((await page.next('played')).color, 'black');
    const running = await (await fetch(`http://127.0.0.1:${plain}/api/games/1.sgf`)).text();
    assert.match(running, /HA\[4\]/);
    assert.match(running, /AB(?:\[[a-i]{2}\]){4}/);
    page.send({ kind: 'resign' });
    await page.next('ended');

    await page.seek({ handicap: 2, placement: 'free', color: 'black' });
    for (const [x, y] of [
      [0, 0],
      [1, 0],
    ]) {
      page.send({ kind: 'play', point: { x, y } });
      assert.equal((await page.next('played')).color, 'black');
    }
    assert.equal((await page.next('played')).color, 'white');
    page.send({ kind: 'resign' });
    await page.next('ended');
    const sgf = await (await fetch(`http://127.0.0.1:${plain}/api/games/2.sgf`)).text();
    assert.match(sgf, /AB\[aa\]\[ba\]/);
    const conversation = await (await fetch(`http://127.0.0.1:${plain}/api/games/1/conversation`)).text();
    assert.match(conversation, /place_free_handicap 4/);
    assert.match(
      await (await fetch(`http://127.0.0.1:${plain}/api/games/2/conversation`)).text(),
      /set_free_handicap A9 B9/,
    );
  });
});

describe('tengen check, with GNU Go', withGnugo, () => {
  test('as an engine that listens, which keeps every clause', { timeout: 300_000 }, async (context) => {
    // GNU Go itself accepts only one connection.
    const listener = createServer((socket) => {
      const child = startGnugo(context);
      socket.on('error', () => {});
      socket.on('close', () => child.kill('SIGKILL'));
      child.stdout?.pipe(socket);
      if (child.stdin !== null) socket.pipe(child.stdin.on('error', () => {}));
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    context.after(() => listener.close());
    const bound = listener.address();
    assert.ok(bound !== null && typeof bound === 'object');
    const { code, stdout, stderr } = await new CommandProcess(
      context,
      'check',
      `gtp://127.0.0.1:${bound.port}`,
      '--patience',
      '20',
    ).ended();
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, / 0 broken, 0 not reached\n$/);
  });

  test('as an engine that connects, which keeps every clause', { timeout: 300_000 }, async (context) => {
    const check = new Tengen('check', '--client', 'gtp', '--port', '0', '--patience', '20');
    context.after(() => check.end('SIGKILL'));
    const port = await eventually('the port of the check', () => /:(\d+)/.exec(check.stdout + check.stderr)?.[1]);
    for (let script = 0; script < 2; script++) await once(startConnecting(context, Number(port)), 'exit');
    assert.equal(await check.ended(), 0, check.stdout + check.stderr);
    assert.match(check.stdout, / 0 broken, 0 not reached\n$/);
  });
});

interface ServerMessage {
  readonly kind: string;
  readonly color: string;
  readonly point: { readonly x: number; readonly y: number };
}

/** A client of the page's protocol, without a browser. */
class Page {
  readonly #peer: TcpClient<WebSocketStream>;

  private constructor(line: WebSocketStream) {
    this.#peer = new TcpClient(line);
  }

  static async open(context: TestContext, port: number, name: string): Promise<Page> {
    const line = new WebSocketStream(port, '127.0.0.1');
    context.after(() => line.destroy());
    const page = new Page(line);
    page.send({ kind: 'enter', name, marking: true });
    await page.next('you');
    return page;
  }

  send(message: object): void {
    this.#peer.send(JSON.stringify(message));
  }

  /** Seeks a game on 9 lines against a computer player. */
  async seek({ color, ...board }: { color: string; handicap?: number; placement?: string }): Promise<void> {
    this.send({ kind: 'seek', board: { game: 'go', size: 9, suicide: 'forbidden', ...board }, color, computer: true });
    await this.next('game');
  }

  /** The next message of this kind. Other messages are skipped. */
  async next(kind: string): Promise<ServerMessage> {
    for (;;) {
      const message: ServerMessage = JSON.parse(await this.#peer.line());
      assert.notEqual(message.kind, 'refused', JSON.stringify(message));
      if (message.kind === kind) return message;
    }
  }
}
