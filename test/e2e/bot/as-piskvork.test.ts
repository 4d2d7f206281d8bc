import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runAsPiskvork } from '../../../src/bot/as-piskvork.ts';
import { systemClock } from '../../../src/clock.ts';
import { openEngine } from '../../../src/engines/open-engine.ts';
import { type ManagerAction, parseManagerAction } from '../../../src/protocols/gomokurs/messages.ts';
import { VERSIONS, type Version } from '../../../src/protocols/gomokurs/protocol-version.ts';
import type { Point } from '../../../src/rules/point.ts';
import { eventually, inTime } from '../../support/eventually.ts';
import { playerBytes } from '../../support/protocols/gomokurs-action-text.ts';

const program = fileURLToPath(new URL('./as-piskvork-program.ts', import.meta.url));

/** What a Piskvork manager has of the program that it runs. */
interface Program {
  readonly input: Writable;
  readonly output: Readable;
  stderr(): string;
  stop(): void;
  /** The exit code, once everything is said. */
  readonly ended: Promise<number | null>;
}

/** A process of its own, and its pipes. */
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

/** The same within this process, which takes no second to start. */
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
  const ended = runAsPiskvork(options, input, output, stopping.signal);
  void ended.then(() => output.end());
  return { input, output, stderr: () => stderr, stop: () => stopping.abort(), ended };
}

/** The Piskvork manager. */
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

  /** The next line that it is told, or `nothing` at the end. */
  async line(): Promise<string> {
    const next = await inTime('the next line', this.#lines.next());
    return next.done === true ? 'nothing' : next.value;
  }

  async ask(command: string): Promise<string> {
    this.send(command);
    return await this.line();
  }

  /** Where it says that it waits for a player. */
  async port(): Promise<number> {
    return await eventually('the port', () => {
      const [, port] = /:(\d+)\n/.exec(this.stderr) ?? [];
      return port !== undefined && Number(port);
    });
  }

  async ended(): Promise<number | null> {
    return await this.#program.ended;
  }

  /** The one line on standard error, after which the program ends with this code. */
  async expectFailure(code: number): Promise<string> {
    assert.equal(await this.ended(), code, this.stderr);
    assert.match(this.stderr, /^tengen: [^\n]+\n$/);
    return this.stderr.slice('tengen: '.length, -1);
  }
}

/** A Gomokurs player that is ready for everything, and plays these stones one after the other: `7 7`. */
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

  #send(words: string): void {
    this.#socket.write(playerBytes(words, this.#version));
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

/** Players who wait to be dialled; each that is dialled plays these stones. */
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
      waiting.players.push(new Player(socket, version, stones));
    });
    context.after(() => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const bound = server.address();
    assert.ok(bound !== null && typeof bound !== 'string');
    const waiting: ListeningPlayers = new ListeningPlayers(server, bound.port);
    return waiting;
  }

  get url(): string {
    return `gomokurs://127.0.0.1:${this.port}`;
  }

  /** Nobody answers from now on. */
  async close(): Promise<void> {
    this.#server.close();
    await once(this.#server, 'close');
  }
}

for (const version of VERSIONS) {
  describe(`a Gomokurs player of ${version} as a Piskvork program`, () => {
    test('a game with one who waits to be dialled', async (context) => {
      const waiting = await ListeningPlayers.open(context, version, ['7 7', '6 6', '5 5']);
      const manager = new Manager(startProcess(context, waiting.url));
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
      await waiting.players[0]?.closed;
      const restart = version === '0.1.0' ? ['start'] : ['result', 'restart'];
      assert.deepEqual(waiting.players[0]?.received, [
        ...['compatible', 'start', 'begin', 'info', 'info', 'about', 'turn', ...restart, 'board', 'end'],
      ]);
    });

    test('a game with one who dials', async (context) => {
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

test('a Gomokurs player is an engine like any other', async (context) => {
  const waiting = await ListeningPlayers.open(context, '0.1.0', ['7 7', '6 6']);
  const command = `"${process.execPath}" "${program}" ${waiting.url}`;
  const engine = await openEngine(command, { game: 'gomoku', log: () => {} });
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
  await waiting.players[0]?.closed;
  assert.equal(waiting.players[0]?.received.at(-1), 'end');
});

describe('what goes wrong with the player of a Piskvork manager', () => {
  test('it hangs up', async (context) => {
    const waiting = await ListeningPlayers.open(context, '0.1.0', ['hang up']);
    const manager = new Manager(startInProcess(waiting.url));
    assert.equal(await manager.ask('START 15'), 'OK');
    assert.equal(await manager.ask('BEGIN'), 'ERROR the player has hung up');
    assert.equal(await manager.expectFailure(1), 'the player has hung up');
  });

  test('it plays on a stone', async (context) => {
    const waiting = await ListeningPlayers.open(context, '0.1.0', ['1 1']);
    const manager = new Manager(startInProcess(waiting.url));
    assert.equal(await manager.ask('START 15'), 'OK');
    assert.equal(await manager.ask('TURN 1,1'), 'MESSAGE here');
    const words = 'the player plays an illegal stone: 1,1 is on a stone';
    assert.equal(await manager.line(), `ERROR ${words}`);
    assert.equal(await manager.expectFailure(1), words);
  });

  test('it does not play', async (context) => {
    const waiting = await ListeningPlayers.open(context, '0.1.0', []);
    const manager = new Manager(startInProcess(waiting.url, false, 50));
    assert.equal(await manager.ask('START 15'), 'OK');
    assert.equal(await manager.ask('BEGIN'), 'ERROR the player does not play');
    assert.equal(await manager.expectFailure(1), 'the player does not play');
  });

  test('nobody is there', async (context) => {
    const waiting = await ListeningPlayers.open(context, '0.1.0', []);
    await waiting.close();
    const manager = new Manager(startInProcess(waiting.url));
    assert.equal(await manager.line(), `ERROR ${waiting.url}: nobody listens there`);
    assert.equal(await manager.expectFailure(2), `${waiting.url}: nobody listens there`);
  });

  test('somebody listens there already', async (context) => {
    const waiting = await ListeningPlayers.open(context, '0.1.0', []);
    const manager = new Manager(startInProcess(waiting.url, true));
    assert.match(await manager.expectFailure(2), new RegExp(`^${waiting.url}: listen EADDRINUSE`));
  });

  test('the URL is wrong', async () => {
    const problems: readonly (readonly [string, RegExp])[] = [
      ['nu6://127.0.0.1:1919', /no protocol "nu6"; there are gomokurs$/],
      ['gomokurs://127.0.0.1:0', /nobody listens on port 0$/],
      ['gomokurs://127.0.0.1:1919?size=15', /gomokurs has no setting "size"; it has about, info$/],
      ['gomokurs://127.0.0.1:1919?info=2', /gomokurs: info is a whole number from 0 to 1, not "2"$/],
    ];
    const managers = problems.map(([url, words]) => ({ words, manager: new Manager(startInProcess(url)) }));
    for (const { words, manager } of managers) assert.match(await manager.expectFailure(2), words);
  });

  test('a signal takes leave of it', async (context) => {
    const waiting = await ListeningPlayers.open(context, '0.2.0', []);
    const manager = new Manager(startProcess(context, waiting.url));
    assert.equal(await manager.ask('START 15'), 'OK');
    manager.stop();
    assert.equal(await manager.ended(), 0);
    await waiting.players[0]?.closed;
    assert.deepEqual(waiting.players[0]?.received, ['compatible', 'start', 'end']);
    assert.equal(manager.stderr, '');
  });
});
