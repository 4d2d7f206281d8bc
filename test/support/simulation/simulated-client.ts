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
import { followWhim } from './random-requests.ts';
import { RecordCheck } from './record-check.ts';
import { SimulatedConnection } from './simulated-connection.ts';
import type { SimulatedDisk } from './simulated-disk.ts';

const TEMPER = { wrong: 15, resigns: 8 };
const PIECES = [1, 2, 7, 40, 1000, 1_000_000] as const;
/** Bytes that wait for a client at most; some buffers are small, so that it happens. */
const UNREAD = [2000, 20_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000] as const;
const RECIPIENTS = ['emma0', 'Nobody', 'guest-1', 'anna-0'] as const;
const WORDS = ['hoi', 'a~b', 'Łódź 天元', 'a  b', 'x'.repeat(300), 'ack\tyourturn', '👋'] as const;

/** What the people of a simulation have in common. */
interface Surroundings {
  readonly server: InMemoryServer;
  readonly disk: SimulatedDisk;
  readonly traffic: BusyClients;
  readonly roll: RandomInt;
  /** The disk may be full, or the server drain. */
  readonly isShort: () => boolean;
  /** How many others there are like each: who talks to everybody does it as much less often. */
  readonly copies: number;
}

/** One of the people of a simulation, with one connection after another. */
export class SimulatedClient {
  #client: GameClient | undefined;
  readonly person: ReturningClient;
  readonly #server: InMemoryServer;
  readonly #traffic: BusyClients;
  readonly #roll: RandomInt;
  readonly #isShort: () => boolean;
  readonly #copies: number;
  readonly #note: (bytes: Uint8Array) => void;
  /** Hears everything at once, so that nobody can be told what is not kept at that very moment. */
  readonly #isNear: boolean;
  /** Reads nothing for a while. */
  #isDozing = false;
  #arrivals = 0;
  #wire: SimulatedConnection | undefined;
  #before: GameClient | undefined;
  /** Wires whose end the server has not noticed. */
  #abandoned: SimulatedConnection[] = [];
  /** Wires on which the server still hears what was said. */
  #finishing: SimulatedConnection[] = [];
  readonly #recordCheck: RecordCheck;
  #hasHeard = false;

  constructor(
    person: ReturningClient,
    { server, disk, traffic, roll, isShort, copies }: Surroundings,
    note: (bytes: Uint8Array) => void,
  ) {
    this.person = person;
    this.#server = server;
    this.#recordCheck = new RecordCheck(person, disk);
    this.#traffic = traffic;
    this.#roll = roll;
    this.#isShort = isShort;
    this.#copies = copies;
    this.#note = note;
    this.#isNear = roll(2) === 0;
  }

  /** Bytes are on their way, or the end of the connection. */
  get isBusy(): boolean {
    const wire = this.#wire;
    if (wire === undefined) return false;
    return wire.hasForServer || (!this.#isDozing && (wire.hasForClient || wire.isOver || wire.isBroken));
  }

  /** Its connections that the server may think open. */
  get openWires(): SimulatedConnection[] {
    const wires = [...(this.#wire === undefined ? [] : [this.#wire]), ...this.#abandoned, ...this.#finishing];
    return wires.filter((wire) => wire.isOpen);
  }

  /** Some bytes go on, in one direction. */
  carry(): void {
    // Before its first line feed, a part of a line counts as a line if nothing follows for 0.3 s.
    const most = TRAITS[this.person.protocol].acceptsPartialLines ? Number.MAX_SAFE_INTEGER : pick(this.#roll, PIECES);
    const hears = this.#wire?.hasForClient === true && !this.#isDozing;
    if (this.#wire?.hasForServer && (!hears || this.#roll(2) === 0)) this.#wire.toServer(most);
    else this.#receive(most);
    this.#traffic.changed(this);
  }

  /** All bytes go on, in both directions; whether there were any. */
  carryAll(): boolean {
    this.#isDozing = false;
    const moved = this.isBusy;
    this.#wire?.toServer(Number.MAX_SAFE_INTEGER);
    this.#receive(Number.MAX_SAFE_INTEGER);
    this.#traffic.changed(this);
    return moved;
  }

  /** The last dialogue, for whoever looks for what went wrong. */
  get dialogue(): string {
    return `${this.person.name}, ${this.person.listener}\n${(this.#client ?? this.#before)?.dialogue ?? ''}`;
  }

  poll(): void {
    if (this.#client?.closed === false) this.#client.poll();
    this.#flush();
  }

  listen(): void {
    this.#receive(Number.MAX_SAFE_INTEGER);
    this.#traffic.changed(this);
  }

  /** Stops reading, or begins again. */
  doze(): void {
    this.#isDozing = !this.#isDozing && this.#wire !== undefined;
    this.#traffic.changed(this);
  }

  /** Does something, or nothing; it cannot arrive where no server runs. */
  live(canArrive: boolean): void {
    const client = this.#client;
    if (this.#wire === undefined) {
      if (this.#roll(4) === 0 && canArrive) this.#arrive();
      else if (this.#roll(20) === 0) this.#abandoned.shift()?.lose();
      return;
    }
    if (client === undefined || client.closed || this.#isDozing || !this.#wire.isSpeaking) return;
    // In the middle of being told of its game, who comes back would take an old turn for its own.
    if (this.#before !== undefined && this.#wire.hasForClient) return;
    if (client.isReadyToMove && this.#roll(4) > 0) playRandomMove(client, TEMPER, this.#roll);
    else this.#idle(client);
    this.#flush();
  }

  /** Hangs up in one way or another. */
  goAway(): void {
    const client = this.#client;
    const wire = this.#wire;
    if (wire === undefined || client === undefined) return;
    const ways = TRAITS[this.person.protocol].hasNames
      ? (['leaves', 'ends', 'vanishes', 'listens', 'loses'] as const)
      : (['leaves', 'listens', 'loses'] as const);
    switch (pick(this.#roll, ways)) {
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
        // Half of the connection is closed, and the server closes the other half once it has answered.
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

  /** Whatever its client hears from now on, this may have happened. */
  expect(what: 'mayBeDisconnected' | 'gameMayBeStopped' | 'mayBePostponed'): void {
    if (this.#client !== undefined) this.#client[what] = true;
  }

  /** The server is gone, and what it has said arrives, or some of it. */
  outlive(whole: boolean, how: 'cut' | 'lose' = 'cut'): void {
    this.#isDozing = false;
    this.#receive(whole ? Number.MAX_SAFE_INTEGER : this.#roll(200));
    for (const wire of [this.#wire, ...this.#abandoned, ...this.#finishing]) wire?.[how]();
    this.#abandoned = [];
    this.#finishing = [];
    this.#forget();
  }

  /** What the client knows is what the journal knows, all of it; `boards` has those of other seats by game. */
  compare(boards: Map<unknown, string>): void {
    if (this.#client !== undefined) this.#recordCheck.compare(this.#client, boards);
  }

  #arrive(): void {
    const { listener, address, size } = this.person;
    this.#client = this.person.makeClient(this.#before);
    this.#client.mayBePostponed = this.#isShort();
    this.#wire = new SimulatedConnection(this.#server.reception(listener), address, `${address}/${++this.#arrivals}`, {
      longestUnread: pick(this.#roll, UNREAD),
      heard: (bytes) => {
        this.#note(bytes);
        if (this.#isNear) this.#traffic.tells(this);
      },
      changed: () => this.#traffic.changed(this),
      soon: (run) => this.#server.clock.soon(run),
    });
    this.#recordCheck.forget();
    this.#hasHeard = false;
    this.#client.seek(size);
    this.#flush();
  }

  #idle(client: GameClient): void {
    const dice = this.#roll(1000);
    if (client instanceof WebClient && dice < 450) {
      followWhim(client, { texts: WORDS, recipients: RECIPIENTS }, this.#copies, this.#roll);
      return;
    }
    if (client instanceof IgsClient && client.isMarking && dice < 300) {
      this.#mark(client);
      return;
    }
    if (dice < 500) {
      client.poll();
      return;
    }
    const single = this.person.protocol === 'remastered' || this.person.protocol === 'gomokurs';
    if (client.runningGame === undefined && !client.isSeeking && !single) client.seek(this.person.size);
    else if (dice < 530 && this.#roll(this.#copies) === 0) this.#talk(client);
    else if (dice < 533) client.sendNonsense();
    else if (dice < 540 && client instanceof GoClient && client.runningGame && !client.isReadyToMove)
      playOutOfTurn(client);
    else if (dice < 543 && client instanceof Nu6Client && client.runningGame === undefined)
      client.seek(this.person.size);
    else if (dice < 560 && this.#finishing.length > 0) this.#catchUp(client);
  }

  /** Mostly accepts the stones as they are. */
  #mark(client: IgsClient): void {
    const stones =
      client.runningGame?.board.points.filter((point) => client.runningGame?.board.at(point) !== undefined) ?? [];
    const dice = this.#roll(10);
    if (dice < 6 || stones.length === 0) client.acceptMarks();
    else if (dice < 9) client.markDead(pick(this.#roll, stones));
    else client.unmarkAll();
  }

  /** The rest of an earlier connection arrives; a name in it takes the place of whoever bears it and has long been silent. */
  #catchUp(client: GameClient): void {
    client.mayBeDisconnected = true;
    this.#finishing.shift()?.toServer(Number.MAX_SAFE_INTEGER);
  }

  #talk(client: GameClient): void {
    const words = pick(this.#roll, WORDS);
    const lists = this.#roll(2) === 0;
    if (client instanceof Nu6Client) {
      if (!client.isPresent) return;
      if (lists) client.list();
      else client.chat(words, this.#roll(2) === 0 ? undefined : pick(this.#roll, RECIPIENTS));
    } else if (client instanceof NedapClient) client.chat(words);
    else if (client instanceof DaigoClient) client.list();
    else if (client instanceof GomokursClient && client.runningGame !== undefined) client.chat(words);
  }

  #receive(most: number): void {
    const client = this.#client;
    const wire = this.#wire;
    if (client === undefined || wire === undefined) return;
    if (wire.hasForClient) {
      this.#hasHeard = true;
      this.#traffic.hears(this);
      client.receive(wire.toClient(most));
      this.#flush();
      this.#recordCheck.check(client);
    }
    if (wire.isBroken) this.#lose(wire);
    else if (wire.isOver) this.#end(client);
  }

  #end(client: GameClient): void {
    // The plain port waits for an opening for half a minute only.
    if (this.#hasHeard || this.person.listener !== 'plain') client.hungUp();
    this.#forget();
  }

  /** The connection is no more. What the client knows stays, unless its game is over and it has not asked for another, which may have begun. */
  #forget(): void {
    const client = this.#client;
    if (client?.game !== undefined && client.runningGame === undefined && !client.isSeeking) this.#before = undefined;
    else this.#before = client ?? this.#before;
    this.#client = undefined;
    this.#wire = undefined;
    this.#isDozing = false;
    this.#traffic.changed(this);
  }

  #flush(): void {
    const said = this.#client?.output();
    if (said === undefined || said.length === 0) return;
    this.#note(said);
    this.#wire?.say(said);
    this.#traffic.changed(this);
  }
}
