import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Roll } from '../../support/clients/random.ts';
import { takeTurn } from '../../support/clients/random-move.ts';
import type { Person, Player } from '../../support/clients/returning-client.ts';
import { WebSocketLine } from './web-socket-line.ts';

/** Milliseconds between two looks at what there is to do. */
const HASTE = 8;

const TEMPER = { wrong: 3, resigns: 3 };

/** Where people of the page come in. */
export const WEB_SOCKET = 'websocket';

function dial({ listener, address }: Person, ports: ReadonlyMap<string, number>): Duplex {
  const port = ports.get(listener) ?? 0;
  if (listener === WEB_SOCKET) return new WebSocketLine(port, address);
  return connect({ host: '127.0.0.1', port, localAddress: address, noDelay: true });
}

/** A game as a client knows it. */
type Known = NonNullable<Player['game']>;

/** One connection of one person's. */
interface Visit {
  readonly client: Player;
  readonly socket: Duplex;
  readonly over: Promise<unknown>;
}

/** People at a real server, over real sockets, who play as fast as they are answered. */
export class Crowd {
  readonly people: readonly Person[];
  /** Everybody only sits down, and takes no turn. */
  isCalm = true;
  /** How many turns its people have taken. */
  turns = 0;
  readonly #roll: Roll;
  readonly #visits = new Map<Person, Visit>();
  readonly #records = new Map<Person, Set<Known>>();
  #ports: ReadonlyMap<string, number> = new Map();
  #open = false;
  #failure: unknown;
  #timer: NodeJS.Timeout | undefined;

  constructor(people: readonly Person[], roll: Roll) {
    this.people = people;
    this.#roll = roll;
  }

  /** Everybody comes, or comes back; `ports` by listener. */
  enter(ports: ReadonlyMap<string, number>): void {
    this.#ports = ports;
    this.#open = true;
    this.#records.clear();
    for (const person of this.people) this.#visit(person);
    this.#timer = setInterval(() => this.#live(), HASTE);
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
  records(): ReadonlyMap<Person, ReadonlySet<Known>> {
    return this.#records;
  }

  /** The last client of everybody's. */
  clients(): Map<Person, Player> {
    return new Map([...this.#visits].map(([person, { client }]) => [person, client]));
  }

  /** Fails if somebody was told what may not be told. */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Everybody hangs up. */
  leave(): void {
    this.#open = false;
    clearInterval(this.#timer);
    for (const { socket } of this.#visits.values()) socket.destroy();
  }

  #visit(person: Person): void {
    const before = this.#visits.get(person)?.client;
    // Who knows that the game was over, and wanted no other yet, comes as if for the first time.
    const isDone = before?.game !== undefined && before.playing === undefined && !before.isSeeking;
    const client = person.arrive(isDone ? undefined : before);
    const socket = dial(person, this.#ports);
    socket.on('error', () => {});
    socket.on('data', (bytes) => this.#guard(() => this.#hear(person, client, socket, bytes)));
    socket.on('end', () => socket.end());
    const over = new Promise<void>((resolve) => {
      socket.on('close', () => {
        if (this.#open) this.#guard(() => this.#sentAway(person, client));
        resolve();
      });
    });
    this.#visits.set(person, { client, socket, over });
    client.seek(person.size);
    this.#flush(client, socket);
  }

  #hear(person: Person, client: Player, socket: Duplex, bytes: Uint8Array): void {
    client.receive(bytes);
    if (client.game !== undefined) this.#records.set(person, (this.#records.get(person) ?? new Set()).add(client.game));
    // Not every answer comes at the next look: some turns meet while others are being written.
    if (this.#open && this.#roll(2) === 0) this.#takeTurn(client);
    this.#flush(client, socket);
  }

  #live(): void {
    for (const { client, socket } of this.#visits.values()) {
      if (socket.closed) continue;
      this.#guard(() => {
        if (!this.#takeTurn(client)) this.#seekOrPoll(client);
        this.#flush(client, socket);
      });
    }
  }

  /** Whether there was one to take. */
  #takeTurn(client: Player): boolean {
    if (this.isCalm || !client.isOnTurn) return false;
    takeTurn(client, TEMPER, this.#roll);
    this.turns++;
    return true;
  }

  #seekOrPoll(client: Player): void {
    const person = this.people.find((each) => this.#visits.get(each)?.client === client);
    const isFree = client.playing === undefined && !client.isSeeking && !client.closed;
    // Clients whose connection ends with the game are done.
    const isDone = person?.protocol === 'remastered' || person?.protocol === 'gomokurs';
    if (isFree && !isDone) client.seek(person?.size ?? 9);
    else client.poll();
  }

  #sentAway(person: Person, client: Player): void {
    client.hungUp();
    this.#visit(person);
  }

  #flush(client: Player, socket: Duplex): void {
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
