import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { IgsClient } from '../../support/clients/igs.ts';
import { knownMoves } from '../../support/clients/journal-check.ts';
import type { RandomInt } from '../../support/clients/random.ts';
import { playRandomMove } from '../../support/clients/random-move.ts';
import {
  clientsOfAllProtocols,
  type GameClient,
  type ReturningClient,
} from '../../support/clients/returning-client.ts';
import { WebClient } from '../../support/clients/web.ts';
import type { Tengen } from './server-process.ts';
import { WebSocketStream } from './web-socket-stream.ts';

/** Default for the milliseconds between two ticks. In a tick, each client can make one move. */
const MOVE_INTERVAL = 8;
/** When a reconnected client has received no further move for this many milliseconds, it knows its whole game. */
const CATCH_UP_TIME = 500;

const MOVE_ODDS = { wrong: 3, resigns: 3 };
const RESIGN_AT_ONCE = { wrong: 0, resigns: 1000 };

/** The name of the listener for the page's WebSockets; they use the plain port. */
const WEB_SOCKET = 'websocket';

/**
 * Clients of all protocols, and three clients of the page. One plays against clients of other protocols on
 * 9 lines. The other two play against each other on 6 lines.
 */
export const loadClients = (): ReturningClient[] => [...clientsOfAllProtocols(), ...pageClients()];

const pageClients = (): ReturningClient[] =>
  [9, 6, 6].map((size, index) => ({
    name: `tab ${index}`,
    protocol: 'web',
    listener: WEB_SOCKET,
    address: `127.0.2.${index + 1}`,
    size,
    makeClient: () => new WebClient({ name: `tab ${index}` }),
  }));

const ON_PLAIN_PORT: ReadonlySet<string> = new Set(['plain', WEB_SOCKET]);

/** The listeners that these clients need in addition to the plain port. */
const listenersOf = (clients: readonly ReturningClient[]): string[] =>
  [...new Set(clients.map(({ listener }) => listener))].filter((listener) => !ON_PLAIN_PORT.has(listener));

/** The options of `tengen serve` for these listeners. */
export const listenOptions = (clients: readonly ReturningClient[]): string[] =>
  listenersOf(clients).flatMap((listener) => ['--listen', listener.replace(/^\w+/, '$&://127.0.0.1:0')]);

/** Waits for the ports of a server that was started with `listenOptions`. The keys are listeners. */
export async function openPorts(tengen: Tengen, clients: readonly ReturningClient[]): Promise<Map<string, number>> {
  const listeners = listenersOf(clients);
  const [plain = 0, ...others] = await tengen.ports(1 + listeners.length);
  return new Map([
    ...[...ON_PLAIN_PORT].map((listener) => [listener, plain] as const),
    ...listeners.map((listener, index) => [listener, others[index] ?? 0] as const),
  ]);
}

function openSocket({ listener, address }: ReturningClient, { ports }: LoadTarget): Duplex {
  const port = ports.get(listener) ?? 0;
  if (listener === WEB_SOCKET) return new WebSocketStream(port, address);
  return connect({ host: '127.0.0.1', port, localAddress: address, noDelay: true });
}

/** A client's record of one game. */
type KnownGame = NonNullable<GameClient['game']>;

/** A running server. */
export interface LoadTarget {
  /** The keys are listeners. */
  readonly ports: ReadonlyMap<string, number>;
  /** Connections to this server may be lost without a goodbye. */
  readonly mayFail?: boolean;
}

/** One connection of a player. */
interface Connection {
  readonly player: ReturningClient;
  readonly client: GameClient;
  readonly socket: Duplex;
  readonly host: LoadTarget;
  readonly closed: Promise<unknown>;
  /** Set while a reconnected client may not know its whole game yet: how many moves it knows, and since when. */
  catchingUp: { readonly moves: number; readonly since: number } | undefined;
  /** When the client sent a move that the server has not answered yet. */
  moveSentAt: number | undefined;
}

/** In these protocols, a reconnected client receives each earlier move in a line of its own. */
const REPLAYS_EVERY_MOVE: ReadonlySet<ReturningClient['protocol']> = new Set(['nu6', 'nedap', 'igs']);

/** In these protocols, the server does not answer a move. */
const WITHOUT_MOVE_ANSWER: ReadonlySet<ReturningClient['protocol']> = new Set(['gomokurs', 'cgos']);

/** Undefined once a reconnected client knows its whole game. */
function remainingCatchUp(
  { runningGame }: GameClient,
  { moves, since }: NonNullable<Connection['catchingUp']>,
): Connection['catchingUp'] {
  const known = runningGame === undefined ? -1 : knownMoves(runningGame).length;
  if (known !== moves) return { moves: known, since: Date.now() };
  return known === -1 || Date.now() - since < CATCH_UP_TIME ? { moves, since } : undefined;
}

export interface ClientLoadOptions {
  /** The least number of milliseconds between two moves of a client, unless it moves as an immediate answer. */
  readonly moveInterval?: number;
  /** The server may postpone moves and new games. */
  readonly mayBePostponed?: boolean;
  /** Called when a server has answered a move: how many milliseconds that took. */
  readonly onAnswer?: (host: LoadTarget, milliseconds: number) => void;
}

/** Random clients that play over real sockets, as fast as the servers answer. */
export class ClientLoad {
  readonly players: readonly ReturningClient[];
  /** While true, the clients connect and seek games, and make no moves. */
  isPaused = true;
  /** While true, each client resigns when it is to move, and seeks no other game. */
  isResigning = false;
  /** How many moves the clients have made. */
  moves = 0;
  lostConnections = 0;
  readonly #randomInt: RandomInt;
  readonly #options: ClientLoadOptions;
  readonly #connections = new Map<ReturningClient, Connection>();
  readonly #records = new Map<ReturningClient, Set<KnownGame>>();
  /** Players without a server, each with its last client. */
  readonly #waiting = new Map<ReturningClient, GameClient | undefined>();
  #hostOf: (player: ReturningClient) => LoadTarget | undefined = () => undefined;
  #isRunning = false;
  #failure: unknown;
  #timer: NodeJS.Timeout | undefined;

  constructor(players: readonly ReturningClient[], randomInt: RandomInt, options: ClientLoadOptions = {}) {
    this.players = players;
    this.#randomInt = randomInt;
    this.#options = options;
  }

  /**
   * Connects all clients, and reconnects them when they lose the connection. `hostOf` chooses the server; while it
   * returns undefined, it is called in each tick.
   */
  start(hostOf: (player: ReturningClient) => LoadTarget | undefined): void {
    this.#hostOf = hostOf;
    this.#isRunning = true;
    this.#records.clear();
    for (const player of this.players) this.#connect(player);
    this.#timer = setInterval(() => this.#tick(), this.#options.moveInterval ?? MOVE_INTERVAL);
  }

  /** Waits until the clients have made so many further moves. */
  async waitForMoves(count: number, timeout: number): Promise<void> {
    const target = this.moves + count;
    const deadline = Date.now() + timeout;
    while (this.moves < target) {
      this.check();
      if (Date.now() > deadline) throw new Error(`only ${count - target + this.moves} of ${count} moves were made`);
      await delay(1);
    }
  }

  /** Kills the server. The clients receive what the server has sent, and do not reconnect. */
  async killServer(kill: () => Promise<unknown>): Promise<void> {
    this.#isRunning = false;
    clearInterval(this.#timer);
    const closed = [...this.#connections.values()].map((connection) => connection.closed);
    await kill();
    await Promise.all(closed);
    this.check();
  }

  /** The record of every game in which the clients have taken part since `start`. */
  records(): ReadonlyMap<ReturningClient, ReadonlySet<KnownGame>> {
    return this.#records;
  }

  /** The latest client of each player. */
  clients(): Map<ReturningClient, GameClient> {
    return new Map([...this.#connections].map(([player, { client }]) => [player, client]));
  }

  /** Fails if a client has received something that its protocol forbids. */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** The state of each client, for error messages. */
  describe(): string {
    const lines = [...this.#connections.values()].map(({ player, client, socket, host }) => {
      const where = this.#waiting.has(player)
        ? 'without a server'
        : socket.closed
          ? 'disconnected'
          : `at ${host.ports.get('plain')}`;
      const doing = client.runningGame !== undefined ? 'plays' : client.isSeeking ? 'seeks' : 'idle';
      return `${player.name} (${player.protocol}) ${where}, ${doing}, to move: ${client.isReadyToMove}\n${client.dialogue}`;
    });
    return lines.join('\n');
  }

  /** Closes all connections. */
  close(): void {
    this.#isRunning = false;
    clearInterval(this.#timer);
    for (const { socket } of this.#connections.values()) socket.destroy();
  }

  #connect(player: ReturningClient): void {
    const before = this.#connections.get(player)?.client;
    const host = this.#hostOf(player);
    if (host === undefined) {
      this.#waiting.set(player, before);
      return;
    }
    this.#waiting.delete(player);
    // A client whose game has ended, and which has not sought another game, starts without memory.
    const isDone = before?.game !== undefined && before.runningGame === undefined && !before.isSeeking;
    const client = player.makeClient(isDone ? undefined : before);
    client.mayBePostponed = this.#options.mayBePostponed ?? false;
    const socket = openSocket(player, host);
    socket.on('error', () => {});
    socket.on('end', () => socket.end());
    const closed = new Promise<void>((resolve) => {
      socket.on('close', () => {
        if (this.#isRunning) this.#guard(() => this.#disconnected(connection));
        resolve();
      });
    });
    const isReturning = before !== undefined && !isDone && REPLAYS_EVERY_MOVE.has(player.protocol);
    const catchingUp = isReturning ? { moves: -1, since: 0 } : undefined;
    const connection: Connection = { player, client, socket, host, closed, catchingUp, moveSentAt: undefined };
    socket.on('data', (bytes) => this.#guard(() => this.#receive(connection, bytes)));
    this.#connections.set(player, connection);
    client.seek(player.size);
    this.#flush(client, socket);
  }

  #receive(connection: Connection, bytes: Uint8Array): void {
    const { player, client, socket, host } = connection;
    if (connection.moveSentAt !== undefined) this.#options.onAnswer?.(host, Date.now() - connection.moveSentAt);
    connection.moveSentAt = undefined;
    client.receive(bytes);
    if (client.game !== undefined) this.#records.set(player, (this.#records.get(player) ?? new Set()).add(client.game));
    // Half of the answers are sent at once and not in the next tick, so that some moves cross on the way.
    if (this.#isRunning && this.#randomInt(2) === 0) this.#move(connection);
    this.#flush(client, socket);
  }

  #tick(): void {
    for (const player of [...this.#waiting.keys()]) this.#connect(player);
    for (const connection of this.#connections.values()) {
      const { client, socket } = connection;
      if (socket.closed) continue;
      this.#guard(() => {
        if (!this.#move(connection)) this.#seekOrPoll(connection);
        this.#flush(client, socket);
      });
    }
  }

  /** Makes a move. Returns false if the client cannot move now. */
  #move(connection: Connection): boolean {
    const { client, player } = connection;
    // A client that is still receiving the earlier moves of its game would take an old position for the current one.
    connection.catchingUp &&= this.isPaused ? undefined : remainingCatchUp(client, connection.catchingUp);
    if (this.isPaused || connection.catchingUp !== undefined || !client.isReadyToMove) return false;
    playRandomMove(client, this.isResigning ? RESIGN_AT_ONCE : MOVE_ODDS, this.#randomInt);
    this.moves++;
    if (!WITHOUT_MOVE_ANSWER.has(player.protocol)) connection.moveSentAt ??= Date.now();
    return true;
  }

  #seekOrPoll({ client, player }: Connection): void {
    const isFree = client.runningGame === undefined && !client.isSeeking && !client.closed;
    // In these protocols, the connection ends with the game.
    const isDone = player.protocol === 'remastered' || player.protocol === 'gomokurs';
    if ((client instanceof IgsClient || client instanceof WebClient) && client.isMarking) this.#acceptMarks(client);
    else if (isFree && !isDone && !this.isResigning) client.seek(player.size);
    else client.poll();
  }

  /** Sometimes accepts the marks of dead stones that the server proposes. */
  #acceptMarks(client: IgsClient | WebClient): void {
    if (this.#randomInt(10) > 0) return;
    if (client instanceof IgsClient) client.acceptMarks();
    else client.request({ kind: 'accept-marks' });
  }

  #disconnected({ player, client, host }: Connection): void {
    try {
      client.hungUp();
    } catch (error) {
      if (host.mayFail !== true) throw error;
      this.lostConnections++;
    }
    if (!this.isResigning) this.#connect(player);
  }

  #flush(client: GameClient, socket: Duplex): void {
    const bytes = client.output();
    if (bytes.length > 0 && socket.writable) socket.write(bytes);
  }

  #guard(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#failure ??= error;
    }
  }
}
