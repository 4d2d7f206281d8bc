import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runPlayerAsPiskvorkEngine } from '../../../src/bot/player-as-piskvork-engine.ts';
import { systemClock } from '../../../src/clock.ts';
import { openExternalEngine } from '../../../src/engines/open-external-engine.ts';
import { type ManagerAction, parseManagerAction } from '../../../src/protocols/gomokurs/messages.ts';
import { VERSIONS, type Version } from '../../../src/protocols/gomokurs/protocol-version.ts';
import type { Point } from '../../../src/rules/point.ts';
import { eventually, inTime } from '../../support/eventually.ts';
import { playerBytes } from '../../support/protocols/gomokurs-action-text.ts';

const program = fileURLToPath(new URL('./as-piskvork-program.ts', import.meta.url));

/** A program, as a Piskvork manager uses it. */
interface Program {
  readonly input: Writable;
  readonly output: Readable;
  stderr(): string;
  stop(): void;
  /** Resolves with the exit code when the output is complete. */
  readonly ended: Promise<number | null>;
}

/** Starts the program as a process. */
function startProcess(context: TestContext, ...args: readonly string[]): Program {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  context.after(() => child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  return {
    input: child.stdin,
    output: child.stdout,
    stderr: () => stderr,
    stop: () => void child.kill('SIGTERM'),
    ended: once(child, 'close').then(() => child.exitCode),
  };
}

/** Starts the program inside this process, which is faster. */
function startInProcess(url: string, listen = false, moveTime = 10_000): Program {
  const input = new PassThrough();
  const output = new PassThrough();
  const stopping = new AbortController();
  let stderr = '';
  const report = (line: string): void => {
    stderr += `tengen: ${line}\n`;
    output.emit('reported');
  };
  const options = { url, listen, clock: systemClock, report, moveTime };
  const ended = runPlayerAsPiskvorkEngine(options, input, output, stopping.signal);
  void ended.then(() => output.end());
  return { input, output, stderr: () => stderr, stop: () => stopping.abort(), ended };
}

/** A Piskvork manager. */
class Manager {
  readonly #program: Program;
  readonly #lines: AsyncIterator<string>;

  constructor(program: Program) {
    this.#program = program;
    this.#lines = createInterface({ input: program.output })[Symbol.asyncIterator]();
    program.input.on('error', () => {});
  }

  get stderr(): string {
    return this.#program.stderr();
  }

  send(...lines: readonly string[]): void {
    this.#program.input.write(lines.map((line) => `${line}\r\n`).join(''));
  }

  closeInput(): void {
    this.#program.input.end();
  }

  stop(): void {
    this.#program.stop();
  }

  /** The next line of the program, or `nothing` at the end. */
  async line(): Promise<string> {
    const next = await inTime('the next line', this.#lines.next());
    return next.done === true ? 'nothing' : next.value;
  }

  async ask(command: string): Promise<string> {
    this.send(command);
    return await this.line();
  }

  /** Waits for the port on which the program waits for a player. */
  async port(): Promise<number> {
    return await eventually('the port', () => {
      const [, port] = /:(\d+)\n/.exec(this.stderr) ?? [];
      return port !== undefined && Number(port);
    });
  }

  async ended(): Promise<number | null> {
    return await this.#program.ended;
  }

  /** Waits until the program ends with this code. Returns the one line on standard error. */
  async expectFailure(code: number): Promise<string> {
    assert.equal(await this.ended(), code, this.stderr);
    assert.match(this.stderr, /^tengen: [^\n]+\n$/);
    return this.stderr.slice('tengen: '.length, -1);
  }
}

/** A Gomokurs player that accepts every game and plays these stones in order, such as `7 7`. */
class Player {
  readonly received: string[] = [];
  readonly #version: Version;
  readonly #stones: string[];
  readonly #socket: Socket;
  #unread: Uint8Array = new Uint8Array(0);
  readonly closed: Promise<unknown>;

  constructor(socket: Socket, version: Version, stones: readonly string[]) {
    this.#socket = socket;
    this.#version = version;
    this.#stones = [...stones];
    this.closed = once(socket, 'close');
    socket.on('error', () => {});
    socket.on('data', (bytes) => this.#receive(bytes));
    this.#send('VERSION');
  }

  hangUp(): void {
    this.#socket.destroy();
  }

  #send(messages: string): void {
    this.#socket.write(playerBytes(messages, this.#version));
  }

  #receive(bytes: Uint8Array): void {
    this.#unread = Buffer.concat([this.#unread, bytes]);
    for (;;) {
      const read = parseManagerAction(this.#unread, this.#version);
      if (read.kind === 'more') return;
      assert.ok(read.kind === 'message' && read.message.kind !== 'malformed');
      this.#unread = this.#unread.subarray(read.length);
      this.#onAction(read.message);
    }
  }

  #onAction(action: ManagerAction): void {
    this.received.push(action.kind);
    if (action.kind === 'start' || action.kind === 'restart') this.#send('READY');
    if (action.kind === 'about') this.#send('DESCRIPTION name="Pig" version="7"');
    if (!['begin', 'turn', 'board'].includes(action.kind)) return;
    const stone = this.#stones.shift();
    if (stone === 'hang up') this.hangUp();
    else if (stone !== undefined) this.#send(`MESSAGE here, PLAY ${stone}`);
  }
}

/** A listener that accepts connections. Each connection is a player with these stones. */
class ListeningPlayers {
  readonly #server: Server;
  readonly port: number;
  readonly players: Player[] = [];

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.port = port;
  }

  static async open(context: TestContext, version: Version, stones: readonly string[]): Promise<ListeningPlayers> {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      listening.players.push(new Player(socket, version, stones));
    });
    context.after(() => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const bound = server.address();
    assert.ok(bound !== null && typeof bound !== 'string');
    const listening: ListeningPlayers = new ListeningPlayers(server, bound.port);
    return listening;
  }

  get url(): string {
    return `gomokurs://127.0.0.1:${this.port}`;
  }

  /** Stops accepting connections. */
  async close(): Promise<void> {
    this.#server.close();
    await once(this.#server, 'close');
  }
}

for (const version of VERSIONS) {
  describe(`a Gomokurs player of ${version} as a Piskvork program`, () => {
    test('plays a game when the program connects to the player', async (context) => {
      const listening = await ListeningPlayers.open(context, version, ['7 7', '6 6', '5 5']);
      const manager = new Manager(startProcess(context, listening.url));
      assert.equal(await manager.ask('ABOUT'), 'name="Gomokurs player"');
      assert.equal(await manager.ask('START 15'), 'OK');
      manager.send('INFO timeout_turn 5000', 'INFO time_left 60000');
      assert.equal(await manager.ask('BEGIN'), 'MESSAGE here');
      assert.equal(await manager.line(), '7,7');
      assert.equal(await manager.ask('ABOUT'), 'name="Pig" version="7"');
      assert.equal(await manager.ask('TURN 8,8'), 'MESSAGE here');
      assert.equal(await manager.line(), '6,6');
      assert.equal(await manager.ask('TURN 8,8'), 'ERROR 8,8 is on a stone');
      assert.equal(await manager.ask('RESTART'), 'OK');
      manager.send('BOARD', '1,1,1', '2,2,2', 'DONE');
      assert.deepEqual([await manager.line(), await manager.line()], ['MESSAGE here', '5,5']);
      manager.send('END');
      assert.equal(await manager.line(), 'nothing');
      assert.equal(await manager.ended(), 0);
      assert.equal(manager.stderr, '');
      await listening.players[0]?.closed;
      const restart = version === '0.1.0' ? ['start'] : ['result', 'restart'];
      assert.deepEqual(listening.players[0]?.received, [
        ...['compatible', 'start', 'begin', 'info', 'info', 'about', 'turn', ...restart, 'board', 'end'],
      ]);
    });

    test('plays a game when the player connects to the program', async (context) => {
      const manager = new Manager(startInProcess('gomokurs://127.0.0.1:0', true));
      manager.send('START 20', 'TURN 1,1');
      const port = await manager.port();
      assert.match(manager.stderr, /^tengen: waiting for a player on 127\.0\.0\.1:\d+\n$/);
      const player = new Player(connect(port, '127.0.0.1'), version, ['2 2']);
      context.after(() => player.hangUp());
      assert.deepEqual(
        [await manager.line(), await manager.line(), await manager.line()],
        ['OK', 'MESSAGE here', '2,2'],
      );
      manager.closeInput();
      assert.equal(await manager.ended(), 0);
      await player.closed;
      assert.deepEqual(player.received, ['compatible', 'start', 'turn', 'end']);
    });
  });
}

test('openExternalEngine runs a Gomokurs player as an engine', async (context) => {
  const listening = await ListeningPlayers.open(context, '0.1.0', ['7 7', '6 6']);
  const command = `"${process.execPath}" "${program}" ${listening.url}`;
  const engine = await openExternalEngine(command, { game: 'gomoku', log: () => {} });
  assert.ok(engine.ok, engine.ok ? '' : engine.problem);
  context.after(() => engine.value.close());
  const point = (x: number, y: number): Point => (y * 15 + x) as Point;
  const situation = { game: 'gomoku', rule: 'freestyle', size: 15, color: 'black', setup: [] } as const;
  const first = { kind: 'play', color: 'black', point: point(7, 7) } as const;
  const second = { kind: 'play', color: 'white', point: point(8, 8) } as const;
  assert.deepEqual(await engine.value.choose({ ...situation, moves: [] }), {
    ok: true,
    value: { kind: 'play', point: point(7, 7) },
  });
  assert.deepEqual(await engine.value.choose({ ...situation, moves: [first, second] }), {
    ok: true,
    value: { kind: 'play', point: point(6, 6) },
  });
  await engine.value.close();
  await listening.players[0]?.closed;
  assert.equal(listening.players[0]?.received.at(-1), 'end');
});

describe('problems with the Gomokurs player', () => {
  test('the player disconnects', async (context) => {
    const listening = await ListeningPlayers.open(context, '0.1.0', ['hang up']);
    const manager = new Manager(startInProcess(listening.url));
    assert.equal(await manager.ask('START 15'), 'OK');
    assert.equal(await manager.ask('BEGIN'), 'ERROR the player has disconnected');
    assert.equal(await manager.expectFailure(1), 'the player has disconnected');
  });

  test('the player plays on a stone', async (context) => {
    const listening = await ListeningPlayers.open(context, '0.1.0', ['1 1']);
    const manager = new Manager(startInProcess(listening.url));
    assert.equal(await manager.ask('START 15'), 'OK');
    assert.equal(await manager.ask('TURN 1,1'), 'MESSAGE here');
    const problem = 'the player plays an illegal stone: 1,1 is on a stone';
    assert.equal(await manager.line(), `ERROR ${problem}`);
    assert.equal(await manager.expectFailure(1), problem);
  });

  test('the player does not move in time', async (context) => {
    const listening = await ListeningPlayers.open(context, '0.1.0', []);
    const manager = new Manager(startInProcess(listening.url, false, 50));
    assert.equal(await manager.ask('START 15'), 'OK');
    assert.equal(await manager.ask('BEGIN'), 'ERROR the player does not play');
    assert.equal(await manager.expectFailure(1), 'the player does not play');
  });

  test('no player listens at the URL', async (context) => {
    const listening = await ListeningPlayers.open(context, '0.1.0', []);
    await listening.close();
    const manager = new Manager(startInProcess(listening.url));
    assert.equal(await manager.line(), `ERROR ${listening.url}: connection refused`);
    assert.equal(await manager.expectFailure(2), `${listening.url}: connection refused`);
  });

  test('the port is in use', async (context) => {
    const listening = await ListeningPlayers.open(context, '0.1.0', []);
    const manager = new Manager(startInProcess(listening.url, true));
    assert.match(await manager.expectFailure(2), new RegExp(`^${listening.url}: listen EADDRINUSE`));
  });

  test('the URL is invalid', async () => {
    const problems: readonly (readonly [string, RegExp])[] = [
      ['nu6://127.0.0.1:1919', /unknown protocol "nu6"; known protocols are gomokurs$/],
      ['gomokurs://127.0.0.1:0', /a server cannot have port 0$/],
      ['gomokurs://127.0.0.1:1919?size=15', /gomokurs has no setting "size"; it has about, info$/],
      ['gomokurs://127.0.0.1:1919?info=2', /gomokurs: info is a whole number from 0 to 1, not "2"$/],
    ];
    const managers = problems.map(([url, message]) => ({ message, manager: new Manager(startInProcess(url)) }));
    for (const { message, manager } of managers) assert.match(await manager.expectFailure(2), message);
  });

  test('after SIGTERM the player receives END', async (context) => {
    const listening = await ListeningPlayers.open(context, '0.2.0', []);
    const manager = new Manager(startProcess(context, listening.url));
    assert.equal(await manager.ask('START 15'), 'OK');
    manager.stop();
    assert.equal(await manager.ended(), 0);
    await listening.players[0]?.closed;
    assert.deepEqual(listening.players[0]?.received, ['compatible', 'start', 'end']);
    assert.equal(manager.stderr, '');
  });
});
