import { createServer } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { type ConnectionHandlers, type Dial, dialTcp, type TcpConnection, writerOf } from '../client/tcp-connection.ts';
import type { Clock } from '../clock.ts';
import type {
  BridgedPlayerTimeouts,
  PiskvorkBridgeOutput,
  PiskvorkManagerBridge,
} from '../protocols/piskvork-manager-bridge.ts';
import { PROTOCOLS } from '../protocols/protocol-list.ts';
import { addressText, DEFAULT_PORT, parseProtocolUrl } from '../protocols/protocol-url.ts';
import { ok, problem, type Result } from '../result.ts';

export interface PlayerAsPiskvorkEngineOptions {
  /** `PROTOCOL://HOST:PORT`: the address of the player, or the address to listen on. */
  readonly url: string;
  /** True if the player connects to this program. */
  readonly listen: boolean;
  readonly clock: Clock;
  /** Called with one line for the user: an error, or the address to which the player can connect. */
  readonly report: (line: string) => void;
  /** The time of the player for one move, in milliseconds. Tests set a short one. */
  readonly moveTime?: BridgedPlayerTimeouts['moveTime'];
}

/** The time for a player's answers, in milliseconds. */
const ANSWER_TIMEOUT = 10_000;
/** The default time of a player for one move, in milliseconds. */
const MOVE_TIME = 60_000;
/** The maximum number of bytes that a manager may leave unread. */
const LONGEST_UNREAD = 1 << 20;

/**
 * Answers a Piskvork manager on `input` and `output` with the moves of the player at the URL, until manager or player
 * disconnects or `signal` aborts. Resolves to the exit code: 0 for a normal end, 1 if the player failed, 2 for a wrong URL
 * or if no player is there.
 */
export async function runPlayerAsPiskvorkEngine(
  options: PlayerAsPiskvorkEngineOptions,
  input: Readable,
  output: Writable,
  signal: AbortSignal,
): Promise<number> {
  const player = await resolvePlayer(options);
  if (player.ok) return await new PlayerAsPiskvorkEngine(options, player.value, input, output).run(signal);
  options.report(player.problem);
  return 2;
}

/** The address of the player, and the bridge to its protocol. */
interface PlayerAddress {
  readonly host: string;
  readonly port: number;
  readonly bridge: PiskvorkManagerBridge;
  /** The URL without its settings, for messages. */
  readonly text: string;
}

/** Reads `PROTOCOL://HOST[:PORT]?setting=value`. When listening, port 0 is any free port. */
async function resolvePlayer(options: PlayerAsPiskvorkEngineOptions): Promise<Result<PlayerAddress>> {
  const { url: text, listen, moveTime = MOVE_TIME } = options;
  const bridged = PROTOCOLS.flatMap(({ name, engineBridge }) =>
    engineBridge === undefined ? [] : { name, engineBridge },
  );
  const url = parseProtocolUrl(text, bridged);
  if (!url.ok) return url;
  const { protocol, host, port = DEFAULT_PORT, settings } = url.value;
  if (port === 0 && !listen) return problem(`${JSON.stringify(text)}: a server cannot have port 0`);
  const open = (await protocol.engineBridge())(settings);
  if (!open.ok) return problem(`${JSON.stringify(text)}: ${open.problem}`);
  const bridge = open.value({ answerTimeout: ANSWER_TIMEOUT, moveTime });
  return ok({ host, port, bridge, text: `${protocol.name}://${addressText(host, port)}` });
}

class PlayerAsPiskvorkEngine {
  readonly #options: PlayerAsPiskvorkEngineOptions;
  readonly #player: PlayerAddress;
  readonly #input: Readable;
  readonly #output: Writable;
  #connection: TcpConnection | undefined;
  #hasConnected = false;
  #isConnected = true;
  #cancelTimer: () => void = () => {};
  #code: number | undefined;
  #resolve: (code: number) => void = () => {};

  constructor(options: PlayerAsPiskvorkEngineOptions, player: PlayerAddress, input: Readable, output: Writable) {
    this.#options = options;
    this.#player = player;
    this.#input = input;
    this.#output = output;
  }

  run(signal: AbortSignal): Promise<number> {
    return new Promise((resolve) => {
      this.#resolve = resolve;
      const listener: ConnectionHandlers = {
        connected: () => this.#onConnected(),
        received: (bytes) => this.#carryOut(this.#player.bridge.receiveFromPlayer(bytes, this.#now)),
        closed: (problem) => this.#onClosed(problem),
      };
      const { host, port } = this.#player;
      const dial = this.#options.listen ? acceptTcp(host, port, this.#options.report) : dialTcp(host, port);
      this.#connection = dial(listener);
      this.#input.on('data', (bytes: Buffer) =>
        this.#carryOut(this.#player.bridge.receiveFromManager(bytes, this.#now)),
      );
      this.#input.on('end', () => this.#carryOut(this.#player.bridge.managerClosed(this.#now)));
      // The manager has closed one of the streams.
      for (const stream of [this.#input, this.#output]) stream.on('error', () => this.#stop());
      signal.addEventListener('abort', () => this.#stop(), { once: true });
      if (signal.aborted) this.#stop();
    });
  }

  get #now(): number {
    return this.#options.clock.now();
  }

  #stop(): void {
    this.#carryOut(this.#player.bridge.stop(this.#now));
  }

  #onConnected(): void {
    this.#hasConnected = true;
    this.#carryOut(this.#player.bridge.playerConnected(this.#now));
  }

  #onClosed(problem: string | undefined): void {
    this.#isConnected = false;
    if (this.#hasConnected) this.#carryOut(this.#player.bridge.playerDisconnected(this.#now));
    else if (this.#code === undefined) {
      const text = `${this.#player.text}: ${problem ?? 'the connection was not made'}`;
      this.#output.write(`ERROR ${text}\r\n`);
      this.#end(2, text);
    }
    this.#finish();
  }

  #carryOut({ toManager, toPlayer, end }: PiskvorkBridgeOutput): void {
    for (const bytes of toPlayer) this.#connection?.send(bytes);
    for (const bytes of toManager) this.#output.write(bytes);
    this.#setTimer();
    if (end !== undefined) this.#end(end.problem === undefined ? 0 : 1, end.problem);
    else if (this.#output.writableLength > LONGEST_UNREAD) this.#stop();
  }

  #setTimer(): void {
    this.#cancelTimer();
    const { deadline } = this.#player.bridge;
    this.#cancelTimer =
      deadline === undefined
        ? () => {}
        : this.#options.clock.at(deadline, () => this.#carryOut(this.#player.bridge.tick(this.#now)));
  }

  #end(code: number, problem?: string): void {
    if (this.#code !== undefined) return;
    this.#code = code;
    this.#cancelTimer();
    if (problem !== undefined) this.#options.report(problem);
    // A paused standard input would continue to read and keep the process alive.
    this.#input.destroy();
    this.#connection?.close();
    this.#finish();
  }

  /** Called after the player and the manager were notified of the end. */
  #finish(): void {
    const code = this.#code;
    if (code === undefined || this.#isConnected) return;
    if (this.#output.writable && !this.#output.errored) this.#output.write('', () => this.#resolve(code));
    else this.#resolve(code);
  }
}

/** Listens on a port, accepts one connection, and stops listening. Reports the address with the real port in one line. */
const acceptTcp =
  (host: string, port: number, report: (line: string) => void): Dial =>
  (handlers) => {
    let accepted: TcpConnection | undefined;
    const server = createServer({ noDelay: true }, (socket) => {
      if (accepted !== undefined) {
        socket.destroy();
        return;
      }
      socket.on('data', (bytes) => handlers.received(bytes));
      socket.on('error', () => {});
      socket.once('close', () => handlers.closed());
      accepted = writerOf(socket);
      server.close();
      handlers.connected();
    });
    server.on('error', (error: NodeJS.ErrnoException) => handlers.closed(error.message));
    server.listen(port, host, () => {
      const bound = server.address();
      const at = bound === null || typeof bound === 'string' ? port : bound.port;
      report(`waiting for a player on ${addressText(host, at)}`);
    });
    return {
      send: (bytes) => accepted?.send(bytes),
      close() {
        if (accepted === undefined) server.close(() => handlers.closed());
        else accepted.close();
      },
    };
  };
