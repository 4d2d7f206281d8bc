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

/** Milliseconds between two looks at what there is to do, unless the crowd has another pace. */
const MOVE_INTERVAL = 8;
/** Milliseconds without another turn after which a client that has come back has been told its whole game. */
const CATCH_UP_TIME = 500;

const MOVE_ODDS = { wrong: 3, resigns: 3 };
/** Each gives its game up as soon as it is on turn. */
const RESIGN_AT_ONCE = { wrong: 0, resigns: 1000 };

/** Where people of the page come in. */
const WEB_SOCKET = 'websocket';

/** The people of clientsOfAllProtocols() for whom a server has a place, and three in browsers, of whom one plays with all others and two with each other. */
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

/** The listeners besides the plain port that these people need. */
const listenersOf = (some: readonly ReturningClient[]): string[] =>
  [...new Set(some.map(({ listener }) => listener))].filter((listener) => !ON_PLAIN_PORT.has(listener));

/** Options of a server at which these people can play. */
export const listenOptions = (some: readonly ReturningClient[]): string[] =>
  listenersOf(some).flatMap((listener) => ['--listen', listener.replace(/^\w+/, '$&://127.0.0.1:0')]);

/** The ports of a server that was started with these options, by listener. */
export async function openPorts(tengen: Tengen, some: readonly ReturningClient[]): Promise<Map<string, number>> {
  const listeners = listenersOf(some);
  const [plain = 0, ...others] = await tengen.ports(1 + listeners.length);
  return new Map([
    ...[...ON_PLAIN_PORT].map((listener) => [listener, plain] as const),
    ...listeners.map((listener, index) => [listener, others[index] ?? 0] as const),
  ]);
}

function openSocket({ listener, address }: ReturningClient, { ports }: Host): Duplex {
  const port = ports.get(listener) ?? 0;
  if (listener === WEB_SOCKET) return new WebSocketStream(port, address);
  return connect({ host: '127.0.0.1', port, localAddress: address, noDelay: true });
}

/** A game as a client knows it. */
type KnownGame = NonNullable<GameClient['game']>;

/** A running server. */
export interface Host {
  /** By listener. */
  readonly ports: ReadonlyMap<string, number>;
  /** It may lose its connections. */
  readonly mayFail?: boolean;
}

/** One connection of one player's. */
interface Connection {
  readonly player: ReturningClient;
  readonly client: GameClient;
  readonly socket: Duplex;
  readonly host: Host;
  readonly over: Promise<unknown>;
  /** It has come back, and may not have been told its whole game yet: how many turns it knows, and since when. */
  catchingUp: { readonly turns: number; readonly since: number } | undefined;
  /** When it took a turn to which nothing has been said yet. */
  moveSentAt: number | undefined;
}

/** Protocols that tell a client who comes back every turn in a line of its own. */
const REPLAYS_EVERY_MOVE: ReadonlySet<ReturningClient['protocol']> = new Set(['nu6', 'nedap', 'igs']);

/** These are not answered when they take a turn. */
const WITHOUT_MOVE_ANSWER: ReadonlySet<ReturningClient['protocol']> = new Set(['gomokurs', 'cgos']);

/** Undefined once a client that has come back knows its whole game. */
function remainingCatchUp(
  { runningGame }: GameClient,
  { turns, since }: NonNullable<Connection['catchingUp']>,
): Connection['catchingUp'] {
  const known = runningGame === undefined ? -1 : knownMoves(runningGame).length;
  if (known !== turns) return { turns: known, since: Date.now() };
  return known === -1 || Date.now() - since < CATCH_UP_TIME ? { turns, since } : undefined;
}

export interface ClientLoadOptions {
  /** Milliseconds between two turns of one client at least. */
  readonly moveInterval?: number;
  /** Moves and new games may be put off. */
  readonly mayBePutOff?: boolean;
  /** A client was answered by a host so many milliseconds after it took a turn. */
  readonly onAnswer?: (host: Host, milliseconds: number) => void;
}

/** People at real servers, over real sockets, who play as fast as they are answered. */
export class ClientLoad {
  readonly players: readonly ReturningClient[];
  /** Everybody only sits down, and takes no turn. */
  isPaused = true;
  /** Everybody gives up when it is on turn, and begins no other game. */
  isResigning = false;
  /** How many turns its people have taken. */
  moves = 0;
  /** How many connections were lost. */
  lostConnections = 0;
  readonly #randomInt: RandomInt;
  readonly #options: ClientLoadOptions;
  readonly #connections = new Map<ReturningClient, Connection>();
  readonly #records = new Map<ReturningClient, Set<KnownGame>>();
  /** They have no server to go to now. */
  readonly #waiting = new Map<ReturningClient, GameClient | undefined>();
  #hostOf: (player: ReturningClient) => Host | undefined = () => undefined;
  #isRunning = false;
  #failure: unknown;
  #timer: NodeJS.Timeout | undefined;

  constructor(people: readonly ReturningClient[], randomInt: RandomInt, options: ClientLoadOptions = {}) {
    this.players = people;
    this.#randomInt = randomInt;
    this.#options = options;
  }

  /** Everybody comes, or comes back. `hostOf` says to which server; if there is none now, it is asked again. */
  start(hostOf: (player: ReturningClient) => Host | undefined): void {
    this.#hostOf = hostOf;
    this.#isRunning = true;
    this.#records.clear();
    for (const player of this.players) this.#connect(player);
    this.#timer = setInterval(() => this.#tick(), this.#options.moveInterval ?? MOVE_INTERVAL);
  }

  /** Resolves once its people have taken so many turns more. */
  async waitForMoves(turns: number, patience: number): Promise<void> {
    const enough = this.moves + turns;
    const deadline = Date.now() + patience;
    while (this.moves < enough) {
      this.check();
      if (Date.now() > deadline) throw new Error(`only ${turns - enough + this.moves} of ${turns} turns were taken`);
      await delay(1);
    }
  }

  /** The server dies now: whatever it has said is still heard, and then everybody is gone. */
  async killServer(kill: () => Promise<unknown>): Promise<void> {
    this.#isRunning = false;
    clearInterval(this.#timer);
    const over = [...this.#connections.values()].map((connection) => connection.over);
    await kill();
    await Promise.all(over);
    this.check();
  }

  /** Every game that anybody has heard of since they came, as they know it. */
  records(): ReadonlyMap<ReturningClient, ReadonlySet<KnownGame>> {
    return this.#records;
  }

  /** The last client of everybody's. */
  clients(): Map<ReturningClient, GameClient> {
    return new Map([...this.#connections].map(([player, { client }]) => [player, client]));
  }

  /** Fails if somebody was told what may not be told. */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** What each of its people is doing, for a developer who looks for what went wrong. */
  describe(): string {
    const lines = [...this.#connections.values()].map(({ player, client, socket, host }) => {
      const where = this.#waiting.has(player) ? 'outside' : socket.closed ? 'gone' : `at ${host.ports.get('plain')}`;
      const doing = client.runningGame !== undefined ? 'plays' : client.isSeeking ? 'seeks' : 'idle';
      return `${player.name} (${player.protocol}) ${where}, ${doing}, on turn: ${client.isReadyToMove}\n${client.dialogue}`;
    });
    return lines.join('\n');
  }

  /** Everybody hangs up. */
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
    // Who knows that the game was over, and wanted no other yet, comes as if for the first time.
    const isDone = before?.game !== undefined && before.runningGame === undefined && !before.isSeeking;
    const client = player.makeClient(isDone ? undefined : before);
    client.mayBePostponed = this.#options.mayBePutOff ?? false;
    const socket = openSocket(player, host);
    socket.on('error', () => {});
    socket.on('end', () => socket.end());
    const over = new Promise<void>((resolve) => {
      socket.on('close', () => {
        if (this.#isRunning) this.#guard(() => this.#disconnected(connection));
        resolve();
      });
    });
    const isReturning = before !== undefined && !isDone && REPLAYS_EVERY_MOVE.has(player.protocol);
    const returning = isReturning ? { turns: -1, since: 0 } : undefined;
    const connection: Connection = { player, client, socket, host, over, catchingUp: returning, moveSentAt: undefined };
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
    // Not every answer comes at the next look: some turns meet while others are being written.
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

  /** Whether there was one to take. */
  #move(connection: Connection): boolean {
    const { client, player } = connection;
    // In the middle of being told of its game, who comes back would take an old turn for its own.
    connection.catchingUp &&= this.isPaused ? undefined : remainingCatchUp(client, connection.catchingUp);
    if (this.isPaused || connection.catchingUp !== undefined || !client.isReadyToMove) return false;
    playRandomMove(client, this.isResigning ? RESIGN_AT_ONCE : MOVE_ODDS, this.#randomInt);
    this.moves++;
    if (!WITHOUT_MOVE_ANSWER.has(player.protocol)) connection.moveSentAt ??= Date.now();
    return true;
  }

  #seekOrPoll({ client, player }: Connection): void {
    const isFree = client.runningGame === undefined && !client.isSeeking && !client.closed;
    // Clients whose connection ends with the game are done.
    const isDone = player.protocol === 'remastered' || player.protocol === 'gomokurs';
    if ((client instanceof IgsClient || client instanceof WebClient) && client.isMarking) this.#acceptMarks(client);
    else if (isFree && !isDone && !this.isResigning) client.seek(player.size);
    else client.poll();
  }

  /** The stones are dead or alive as the server says. */
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
    const said = client.output();
    if (said.length > 0 && socket.writable) socket.write(said);
  }

  #guard(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#failure ??= error;
    }
  }
}
