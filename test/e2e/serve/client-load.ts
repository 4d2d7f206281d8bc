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
const HASTE = 8;
/** Milliseconds without another turn after which a client that has come back has been told its whole game. */
const TOLD_AFTER = 500;

const TEMPER = { wrong: 3, resigns: 3 };
/** Each gives its game up as soon as it is on turn. */
const WEARY = { wrong: 0, resigns: 1000 };

/** Where people of the page come in. */
const WEB_SOCKET = 'websocket';

/** The people of clientsOfAllProtocols() for whom a server has a place, and three in browsers, of whom one plays with all others and two with each other. */
export const people = (): ReturningClient[] => [...clientsOfAllProtocols(), ...atThePage()];

const atThePage = (): ReturningClient[] =>
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

function dial({ listener, address }: ReturningClient, { ports }: Host): Duplex {
  const port = ports.get(listener) ?? 0;
  if (listener === WEB_SOCKET) return new WebSocketStream(port, address);
  return connect({ host: '127.0.0.1', port, localAddress: address, noDelay: true });
}

/** A game as a client knows it. */
type Known = NonNullable<GameClient['game']>;

/** A running server. */
export interface Host {
  /** By listener. */
  readonly ports: ReadonlyMap<string, number>;
  /** It may lose its connections. */
  readonly mayFail?: boolean;
}

/** One connection of one person's. */
interface Visit {
  readonly person: ReturningClient;
  readonly client: GameClient;
  readonly socket: Duplex;
  readonly host: Host;
  readonly over: Promise<unknown>;
  /** It has come back, and may not have been told its whole game yet: how many turns it knows, and since when. */
  returning: { readonly turns: number; readonly since: number } | undefined;
  /** When it took a turn to which nothing has been said yet. */
  askedAt: number | undefined;
}

/** Protocols that tell a client who comes back every turn in a line of its own. */
const RETOLD: ReadonlySet<ReturningClient['protocol']> = new Set(['nu6', 'nedap', 'igs']);

/** These are not answered when they take a turn. */
const UNANSWERED: ReadonlySet<ReturningClient['protocol']> = new Set(['gomokurs', 'cgos']);

/** Undefined once a client that has come back knows its whole game. */
function stillReturning(
  { runningGame }: GameClient,
  { turns, since }: NonNullable<Visit['returning']>,
): Visit['returning'] {
  const known = runningGame === undefined ? -1 : knownMoves(runningGame).length;
  if (known !== turns) return { turns: known, since: Date.now() };
  return known === -1 || Date.now() - since < TOLD_AFTER ? { turns, since } : undefined;
}

export interface CrowdOptions {
  /** Milliseconds between two turns of one client at least. */
  readonly haste?: number;
  /** Moves and new games may be put off. */
  readonly mayBePutOff?: boolean;
  /** A client was answered by a host so many milliseconds after it took a turn. */
  readonly answered?: (host: Host, milliseconds: number) => void;
}

/** People at real servers, over real sockets, who play as fast as they are answered. */
export class Crowd {
  readonly people: readonly ReturningClient[];
  /** Everybody only sits down, and takes no turn. */
  isCalm = true;
  /** Everybody gives up when it is on turn, and begins no other game. */
  isWeary = false;
  /** How many turns its people have taken. */
  turns = 0;
  /** How many connections were lost. */
  losses = 0;
  readonly #roll: RandomInt;
  readonly #options: CrowdOptions;
  readonly #visits = new Map<ReturningClient, Visit>();
  readonly #records = new Map<ReturningClient, Set<Known>>();
  /** They have no server to go to now. */
  readonly #outside = new Map<ReturningClient, GameClient | undefined>();
  #hostOf: (person: ReturningClient) => Host | undefined = () => undefined;
  #open = false;
  #failure: unknown;
  #timer: NodeJS.Timeout | undefined;

  constructor(people: readonly ReturningClient[], roll: RandomInt, options: CrowdOptions = {}) {
    this.people = people;
    this.#roll = roll;
    this.#options = options;
  }

  /** Everybody comes, or comes back. `hostOf` says to which server; if there is none now, it is asked again. */
  enter(hostOf: (person: ReturningClient) => Host | undefined): void {
    this.#hostOf = hostOf;
    this.#open = true;
    this.#records.clear();
    for (const person of this.people) this.#visit(person);
    this.#timer = setInterval(() => this.#live(), this.#options.haste ?? HASTE);
  }

  /** Resolves once its people have taken so many turns more. */
  async hasTaken(turns: number, patience: number): Promise<void> {
    const enough = this.turns + turns;
    const deadline = Date.now() + patience;
    while (this.turns < enough) {
      this.check();
      if (Date.now() > deadline) throw new Error(`only ${turns - enough + this.turns} of ${turns} turns were taken`);
      await delay(1);
    }
  }

  /** The server dies now: whatever it has said is still heard, and then everybody is gone. */
  async outlive(kill: () => Promise<unknown>): Promise<void> {
    this.#open = false;
    clearInterval(this.#timer);
    const over = [...this.#visits.values()].map((visit) => visit.over);
    await kill();
    await Promise.all(over);
    this.check();
  }

  /** Every game that anybody has heard of since they came, as they know it. */
  records(): ReadonlyMap<ReturningClient, ReadonlySet<Known>> {
    return this.#records;
  }

  /** The last client of everybody's. */
  clients(): Map<ReturningClient, GameClient> {
    return new Map([...this.#visits].map(([person, { client }]) => [person, client]));
  }

  /** Fails if somebody was told what may not be told. */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** What each of its people is doing, for a developer who looks for what went wrong. */
  describe(): string {
    const lines = [...this.#visits.values()].map(({ person, client, socket, host }) => {
      const where = this.#outside.has(person) ? 'outside' : socket.closed ? 'gone' : `at ${host.ports.get('plain')}`;
      const doing = client.runningGame !== undefined ? 'plays' : client.isSeeking ? 'seeks' : 'idle';
      return `${person.name} (${person.protocol}) ${where}, ${doing}, on turn: ${client.isReadyToMove}\n${client.dialogue}`;
    });
    return lines.join('\n');
  }

  /** Everybody hangs up. */
  leave(): void {
    this.#open = false;
    clearInterval(this.#timer);
    for (const { socket } of this.#visits.values()) socket.destroy();
  }

  #visit(person: ReturningClient): void {
    const before = this.#visits.get(person)?.client;
    const host = this.#hostOf(person);
    if (host === undefined) {
      this.#outside.set(person, before);
      return;
    }
    this.#outside.delete(person);
    // Who knows that the game was over, and wanted no other yet, comes as if for the first time.
    const isDone = before?.game !== undefined && before.runningGame === undefined && !before.isSeeking;
    const client = person.makeClient(isDone ? undefined : before);
    client.mayBePostponed = this.#options.mayBePutOff ?? false;
    const socket = dial(person, host);
    socket.on('error', () => {});
    socket.on('end', () => socket.end());
    const over = new Promise<void>((resolve) => {
      socket.on('close', () => {
        if (this.#open) this.#guard(() => this.#sentAway(visit));
        resolve();
      });
    });
    const isReturning = before !== undefined && !isDone && RETOLD.has(person.protocol);
    const returning = isReturning ? { turns: -1, since: 0 } : undefined;
    const visit: Visit = { person, client, socket, host, over, returning, askedAt: undefined };
    socket.on('data', (bytes) => this.#guard(() => this.#hear(visit, bytes)));
    this.#visits.set(person, visit);
    client.seek(person.size);
    this.#flush(client, socket);
  }

  #hear(visit: Visit, bytes: Uint8Array): void {
    const { person, client, socket, host } = visit;
    if (visit.askedAt !== undefined) this.#options.answered?.(host, Date.now() - visit.askedAt);
    visit.askedAt = undefined;
    client.receive(bytes);
    if (client.game !== undefined) this.#records.set(person, (this.#records.get(person) ?? new Set()).add(client.game));
    // Not every answer comes at the next look: some turns meet while others are being written.
    if (this.#open && this.#roll(2) === 0) this.#takeTurn(visit);
    this.#flush(client, socket);
  }

  #live(): void {
    for (const person of [...this.#outside.keys()]) this.#visit(person);
    for (const visit of this.#visits.values()) {
      const { client, socket } = visit;
      if (socket.closed) continue;
      this.#guard(() => {
        if (!this.#takeTurn(visit)) this.#seekOrPoll(visit);
        this.#flush(client, socket);
      });
    }
  }

  /** Whether there was one to take. */
  #takeTurn(visit: Visit): boolean {
    const { client, person } = visit;
    // In the middle of being told of its game, who comes back would take an old turn for its own.
    visit.returning &&= this.isCalm ? undefined : stillReturning(client, visit.returning);
    if (this.isCalm || visit.returning !== undefined || !client.isReadyToMove) return false;
    playRandomMove(client, this.isWeary ? WEARY : TEMPER, this.#roll);
    this.turns++;
    if (!UNANSWERED.has(person.protocol)) visit.askedAt ??= Date.now();
    return true;
  }

  #seekOrPoll({ client, person }: Visit): void {
    const isFree = client.runningGame === undefined && !client.isSeeking && !client.closed;
    // Clients whose connection ends with the game are done.
    const isDone = person.protocol === 'remastered' || person.protocol === 'gomokurs';
    if ((client instanceof IgsClient || client instanceof WebClient) && client.isMarking) this.#accept(client);
    else if (isFree && !isDone && !this.isWeary) client.seek(person.size);
    else client.poll();
  }

  /** The stones are dead or alive as the server says. */
  #accept(client: IgsClient | WebClient): void {
    if (this.#roll(10) > 0) return;
    if (client instanceof IgsClient) client.acceptMarks();
    else client.request({ kind: 'accept-marks' });
  }

  #sentAway({ person, client, host }: Visit): void {
    try {
      client.hungUp();
    } catch (error) {
      if (host.mayFail !== true) throw error;
      this.losses++;
    }
    if (!this.isWeary) this.#visit(person);
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
