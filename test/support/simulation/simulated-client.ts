import { DaigoClient } from '../clients/daigo.ts';
import { GoClient } from '../clients/go-client.ts';
import { GomokursClient } from '../clients/gomokurs.ts';
import { IgsClient } from '../clients/igs.ts';
import { NedapClient } from '../clients/nedap.ts';
import { Nu6Client } from '../clients/nu6.ts';
import { pick, type RandomInt } from '../clients/random.ts';
import { playOutOfTurn, playRandomMove } from '../clients/random-move.ts';
import { type GameClient, type ReturningClient, TRAITS } from '../clients/returning-client.ts';
import { WebClient } from '../clients/web.ts';
import type { InMemoryServer } from '../server/in-memory-server.ts';
import type { BusyClients } from './busy-clients.ts';
import { sendRandomRequest } from './random-requests.ts';
import { RecordCheck } from './record-check.ts';
import { SimulatedConnection } from './simulated-connection.ts';
import type { SimulatedDisk } from './simulated-disk.ts';

const TEMPER = { wrong: 15, resigns: 8 };
const PIECES = [1, 2, 7, 40, 1000, 1_000_000] as const;
/** The largest numbers of unread bytes for a client. Some are small, so that the limit is reached. */
const UNREAD = [2000, 20_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000] as const;
const RECIPIENTS = ['emma0', 'Nobody', 'guest-1', 'anna-0'] as const;
const WORDS = ['hoi', 'a~b', 'Łódź 天元', 'a  b', 'x'.repeat(300), 'ack\tyourturn', '👋'] as const;

/** The parts of a simulation that all clients share. */
interface SimulationContext {
  readonly server: InMemoryServer;
  readonly disk: SimulatedDisk;
  readonly traffic: BusyClients;
  readonly randomInt: RandomInt;
  /** Whether the disk may be full or the server may drain. */
  readonly isShort: () => boolean;
  /** The number of copies of each client. With more copies, each sends messages to all players less often. */
  readonly copies: number;
}

/** A person of the simulation, with one connection after another. */
export class SimulatedClient {
  #client: GameClient | undefined;
  readonly person: ReturningClient;
  readonly #server: InMemoryServer;
  readonly #traffic: BusyClients;
  readonly #randomInt: RandomInt;
  readonly #isShort: () => boolean;
  readonly #copies: number;
  readonly #note: (bytes: Uint8Array) => void;
  /** Receives all bytes at once. The check then finds a message that was sent before its event was stored. */
  readonly #isNear: boolean;
  /** The client does not read for a while. */
  #isReadingPaused = false;
  #arrivals = 0;
  #wire: SimulatedConnection | undefined;
  #previousClient: GameClient | undefined;
  /** Connections whose end the server has not noticed. */
  #abandoned: SimulatedConnection[] = [];
  /** Connections that the client has half closed: the server still receives the sent bytes. */
  #finishing: SimulatedConnection[] = [];
  readonly #recordCheck: RecordCheck;
  #hasReceived = false;

  constructor(
    person: ReturningClient,
    { server, disk, traffic, randomInt, isShort, copies }: SimulationContext,
    note: (bytes: Uint8Array) => void,
  ) {
    this.person = person;
    this.#server = server;
    this.#recordCheck = new RecordCheck(person, disk);
    this.#traffic = traffic;
    this.#randomInt = randomInt;
    this.#isShort = isShort;
    this.#copies = copies;
    this.#note = note;
    this.#isNear = randomInt(2) === 0;
  }

  /** Whether bytes or the end of the connection are in flight. */
  get isBusy(): boolean {
    const wire = this.#wire;
    if (wire === undefined) return false;
    return wire.hasForServer || (!this.#isReadingPaused && (wire.hasForClient || wire.isOver || wire.isBroken));
  }

  /** The connections that the server may consider open. */
  get openWires(): SimulatedConnection[] {
    const wires = [...(this.#wire === undefined ? [] : [this.#wire]), ...this.#abandoned, ...this.#finishing];
    return wires.filter((wire) => wire.isOpen);
  }

  /** Delivers some bytes in one direction. */
  carry(): void {
    // Before its first line feed, a part of a line counts as a line if nothing follows for 0.3 s.
    const most = TRAITS[this.person.protocol].acceptsPartialLines
      ? Number.MAX_SAFE_INTEGER
      : pick(this.#randomInt, PIECES);
    const hears = this.#wire?.hasForClient === true && !this.#isReadingPaused;
    if (this.#wire?.hasForServer && (!hears || this.#randomInt(2) === 0)) this.#wire.toServer(most);
    else this.#receive(most);
    this.#traffic.changed(this);
  }

  /** Delivers all bytes in both directions. Returns whether there were any. */
  carryAll(): boolean {
    this.#isReadingPaused = false;
    const moved = this.isBusy;
    this.#wire?.toServer(Number.MAX_SAFE_INTEGER);
    this.#receive(Number.MAX_SAFE_INTEGER);
    this.#traffic.changed(this);
    return moved;
  }

  /** The messages of the last connection, for the report of a failure. */
  get dialogue(): string {
    return `${this.person.name}, ${this.person.listener}\n${(this.#client ?? this.#previousClient)?.dialogue ?? ''}`;
  }

  poll(): void {
    if (this.#client?.closed === false) this.#client.poll();
    this.#flush();
  }

  receiveAll(): void {
    this.#receive(Number.MAX_SAFE_INTEGER);
    this.#traffic.changed(this);
  }

  /** Stops or resumes reading. */
  doze(): void {
    this.#isReadingPaused = !this.#isReadingPaused && this.#wire !== undefined;
    this.#traffic.changed(this);
  }

  /** Performs a random action, or none. `canArrive`: whether a server accepts connections. */
  act(canArrive: boolean): void {
    const client = this.#client;
    if (this.#wire === undefined) {
      if (this.#randomInt(4) === 0 && canArrive) this.#connect();
      else if (this.#randomInt(20) === 0) this.#abandoned.shift()?.lose();
      return;
    }
    if (client === undefined || client.closed || this.#isReadingPaused || !this.#wire.isSpeaking) return;
    // While a client that has reconnected receives its game, it would take an earlier turn for the current one.
    if (this.#previousClient !== undefined && this.#wire.hasForClient) return;
    if (client.isReadyToMove && this.#randomInt(4) > 0) playRandomMove(client, TEMPER, this.#randomInt);
    else this.#idle(client);
    this.#flush();
  }

  /** Ends the connection in a random way. */
  goAway(): void {
    const client = this.#client;
    const wire = this.#wire;
    if (wire === undefined || client === undefined) return;
    const ways = TRAITS[this.person.protocol].hasNames
      ? (['leaves', 'ends', 'vanishes', 'listens', 'loses'] as const)
      : (['leaves', 'listens', 'loses'] as const);
    switch (pick(this.#randomInt, ways)) {
      case 'leaves':
        if (client.leave()) this.#flush();
        else this.#lose(wire);
        return;
      case 'ends':
        wire.finish();
        this.#finishing.push(wire);
        this.#forget();
        return;
      case 'vanishes':
        wire.vanish();
        this.#abandoned.push(wire);
        this.#forget();
        return;
      case 'listens':
        // The client closes its half of the connection, and the server closes the other half after its answers.
        client.mayBeDisconnected = true;
        wire.finish();
        this.#traffic.changed(this);
        return;
      case 'loses':
        this.#lose(wire);
    }
  }

  #lose(wire: SimulatedConnection): void {
    wire.lose();
    this.#forget();
  }

  /** From now on, the client accepts messages about this event. */
  expect(what: 'mayBeDisconnected' | 'gameMayBeStopped' | 'mayBePostponed'): void {
    if (this.#client !== undefined) this.#client[what] = true;
  }

  /** The server has died. All or some of the bytes that it has sent arrive. */
  onServerDeath(whole: boolean, how: 'cut' | 'lose' = 'cut'): void {
    this.#isReadingPaused = false;
    this.#receive(whole ? Number.MAX_SAFE_INTEGER : this.#randomInt(200));
    for (const wire of [this.#wire, ...this.#abandoned, ...this.#finishing]) wire?.[how]();
    this.#abandoned = [];
    this.#finishing = [];
    this.#forget();
  }

  /** Checks that the client's record is complete and equal to the journal. `boards` has the boards of other clients by game. */
  compare(boards: Map<unknown, string>): void {
    if (this.#client !== undefined) this.#recordCheck.compare(this.#client, boards);
  }

  #connect(): void {
    const { listener, address, size } = this.person;
    this.#client = this.person.makeClient(this.#previousClient);
    this.#client.mayBePostponed = this.#isShort();
    this.#wire = new SimulatedConnection(this.#server.reception(listener), address, `${address}/${++this.#arrivals}`, {
      longestUnread: pick(this.#randomInt, UNREAD),
      onSent: (bytes) => {
        this.#note(bytes);
        if (this.#isNear) this.#traffic.onSent(this);
      },
      changed: () => this.#traffic.changed(this),
      soon: (run) => this.#server.clock.soon(run),
    });
    this.#recordCheck.forget();
    this.#hasReceived = false;
    this.#client.seek(size);
    this.#flush();
  }

  #idle(client: GameClient): void {
    const chance = this.#randomInt(1000);
    if (client instanceof WebClient && chance < 450) {
      sendRandomRequest(client, { texts: WORDS, recipients: RECIPIENTS }, this.#copies, this.#randomInt);
      return;
    }
    if (client instanceof IgsClient && client.isMarking && chance < 300) {
      this.#mark(client);
      return;
    }
    if (chance < 500) {
      client.poll();
      return;
    }
    const single = this.person.protocol === 'remastered' || this.person.protocol === 'gomokurs';
    if (client.runningGame === undefined && !client.isSeeking && !single) client.seek(this.person.size);
    else if (chance < 530 && this.#randomInt(this.#copies) === 0) this.#chat(client);
    else if (chance < 533) client.sendNonsense();
    else if (chance < 540 && client instanceof GoClient && client.runningGame && !client.isReadyToMove)
      playOutOfTurn(client);
    else if (chance < 543 && client instanceof Nu6Client && client.runningGame === undefined)
      client.seek(this.person.size);
    else if (chance < 560 && this.#finishing.length > 0) this.#catchUp(client);
  }

  /** Usually accepts the marks of dead stones. */
  #mark(client: IgsClient): void {
    const stones =
      client.runningGame?.board.points.filter((point) => client.runningGame?.board.at(point) !== undefined) ?? [];
    const chance = this.#randomInt(10);
    if (chance < 6 || stones.length === 0) client.acceptMarks();
    else if (chance < 9) client.markDead(pick(this.#randomInt, stones));
    else client.unmarkAll();
  }

  /** The remaining bytes of an earlier connection arrive. A name in them replaces the player of this name that has long been silent. */
  #catchUp(client: GameClient): void {
    client.mayBeDisconnected = true;
    this.#finishing.shift()?.toServer(Number.MAX_SAFE_INTEGER);
  }

  #chat(client: GameClient): void {
    const words = pick(this.#randomInt, WORDS);
    const lists = this.#randomInt(2) === 0;
    if (client instanceof Nu6Client) {
      if (!client.isPresent) return;
      if (lists) client.list();
      else client.chat(words, this.#randomInt(2) === 0 ? undefined : pick(this.#randomInt, RECIPIENTS));
    } else if (client instanceof NedapClient) client.chat(words);
    else if (client instanceof DaigoClient) client.list();
    else if (client instanceof GomokursClient && client.runningGame !== undefined) client.chat(words);
  }

  #receive(most: number): void {
    const client = this.#client;
    const wire = this.#wire;
    if (client === undefined || wire === undefined) return;
    if (wire.hasForClient) {
      this.#hasReceived = true;
      this.#traffic.onReceived(this);
      client.receive(wire.toClient(most));
      this.#flush();
      this.#recordCheck.check(client);
    }
    if (wire.isBroken) this.#lose(wire);
    else if (wire.isOver) this.#end(client);
  }

  #end(client: GameClient): void {
    // The plain port waits only 30 s for the first message.
    if (this.#hasReceived || this.person.listener !== 'plain') client.hungUp();
    this.#forget();
  }

  /** The connection has ended. The client keeps its record, unless its game is over and it has sent no further seek. */
  #forget(): void {
    const client = this.#client;
    if (client?.game !== undefined && client.runningGame === undefined && !client.isSeeking)
      this.#previousClient = undefined;
    else this.#previousClient = client ?? this.#previousClient;
    this.#client = undefined;
    this.#wire = undefined;
    this.#isReadingPaused = false;
    this.#traffic.changed(this);
  }

  #flush(): void {
    const bytes = this.#client?.output();
    if (bytes === undefined || bytes.length === 0) return;
    this.#note(bytes);
    this.#wire?.send(bytes);
    this.#traffic.changed(this);
  }
}
