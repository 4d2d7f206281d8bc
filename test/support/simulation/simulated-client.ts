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

const FAULT_CHANCES = { wrong: 15, resigns: 8 };
const PIECE_LENGTHS = [1, 2, 7, 40, 1000, 1_000_000] as const;
/** The largest numbers of unread bytes for a client. Some are small, so that the limit is reached. */
const UNREAD_LIMITS = [2000, 20_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000] as const;
const RECIPIENTS = ['emma0', 'Nobody', 'guest-1', 'anna-0'] as const;
const CHAT_TEXTS = ['hoi', 'a~b', 'Łódź 天元', 'a  b', 'x'.repeat(300), 'ack\tyourturn', '👋'] as const;

/** The parts of a simulation that all clients share. */
interface SimulationContext {
  readonly server: InMemoryServer;
  readonly disk: SimulatedDisk;
  readonly busyClients: BusyClients;
  readonly randomInt: RandomInt;
  /** Whether the disk may be full or the server may drain. */
  readonly isRestricted: () => boolean;
  /** The number of copies of each client. With more copies, each sends messages to all players less often. */
  readonly copies: number;
}

/** A player who connects again and again, each time with a new client. */
export class SimulatedClient {
  #client: GameClient | undefined;
  readonly player: ReturningClient;
  readonly #server: InMemoryServer;
  readonly #busyClients: BusyClients;
  readonly #randomInt: RandomInt;
  readonly #isRestricted: () => boolean;
  readonly #copies: number;
  readonly #recordBytes: (bytes: Uint8Array) => void;
  /** Whether bytes arrive without delay. The record check then finds a message that was sent before its event was stored. */
  readonly #receivesAtOnce: boolean;
  /** Whether the client reads nothing for now. */
  #isReadingPaused = false;
  #connections = 0;
  #connection: SimulatedConnection | undefined;
  #previousClient: GameClient | undefined;
  /** Connections whose end the server has not noticed. */
  #abandoned: SimulatedConnection[] = [];
  /** Connections that the client has half closed: the server still receives the sent bytes. */
  #finishing: SimulatedConnection[] = [];
  readonly #recordCheck: RecordCheck;
  #hasReceived = false;

  constructor(
    player: ReturningClient,
    { server, disk, busyClients, randomInt, isRestricted, copies }: SimulationContext,
    recordBytes: (bytes: Uint8Array) => void,
  ) {
    this.player = player;
    this.#server = server;
    this.#recordCheck = new RecordCheck(player, disk);
    this.#busyClients = busyClients;
    this.#randomInt = randomInt;
    this.#isRestricted = isRestricted;
    this.#copies = copies;
    this.#recordBytes = recordBytes;
    this.#receivesAtOnce = randomInt(2) === 0;
  }

  /** Whether bytes or the end of the connection are in flight. */
  get isBusy(): boolean {
    const connection = this.#connection;
    if (connection === undefined) return false;
    return (
      connection.hasForServer ||
      (!this.#isReadingPaused && (connection.hasForClient || connection.isOver || connection.isBroken))
    );
  }

  /** Delivers some bytes in one direction. */
  deliverSome(): void {
    // Before its first line feed, a part of a line counts as a line if nothing follows for 0.3 s.
    const most = TRAITS[this.player.protocol].acceptsPartialLines
      ? Number.MAX_SAFE_INTEGER
      : pick(this.#randomInt, PIECE_LENGTHS);
    const canReceive = this.#connection?.hasForClient === true && !this.#isReadingPaused;
    if (this.#connection?.hasForServer && (!canReceive || this.#randomInt(2) === 0)) this.#connection.toServer(most);
    else this.#receive(most);
    this.#busyClients.update(this);
  }

  /** Delivers all bytes in both directions. Returns whether there were any. */
  deliverAll(): boolean {
    this.#isReadingPaused = false;
    const moved = this.isBusy;
    this.#connection?.toServer(Number.MAX_SAFE_INTEGER);
    this.#receive(Number.MAX_SAFE_INTEGER);
    this.#busyClients.update(this);
    return moved;
  }

  /** The messages of the last connection, for the report of a failure. */
  get dialogue(): string {
    return `${this.player.name}, ${this.player.listener}\n${(this.#client ?? this.#previousClient)?.dialogue ?? ''}`;
  }

  poll(): void {
    if (this.#client?.closed === false) this.#client.poll();
    this.#flush();
  }

  receiveAll(): void {
    this.#receive(Number.MAX_SAFE_INTEGER);
    this.#busyClients.update(this);
  }

  /** Stops or resumes reading. */
  toggleReading(): void {
    this.#isReadingPaused = !this.#isReadingPaused && this.#connection !== undefined;
    this.#busyClients.update(this);
  }

  /** Performs a random action, or none. `canConnect`: whether a server accepts connections. */
  act(canConnect: boolean): void {
    const client = this.#client;
    if (this.#connection === undefined) {
      if (this.#randomInt(4) === 0 && canConnect) this.#connect();
      else if (this.#randomInt(20) === 0) this.#abandoned.shift()?.lose();
      return;
    }
    if (client === undefined || client.closed || this.#isReadingPaused || !this.#connection.canSend) return;
    // While a client that has reconnected receives its game, it would mistake an earlier position for the current one.
    if (this.#previousClient !== undefined && this.#connection.hasForClient) return;
    if (client.isReadyToMove && this.#randomInt(4) > 0) playRandomMove(client, FAULT_CHANCES, this.#randomInt);
    else this.#actBetweenMoves(client);
    this.#flush();
  }

  /** Ends the connection in a random way. */
  disconnect(): void {
    const client = this.#client;
    const connection = this.#connection;
    if (connection === undefined || client === undefined) return;
    const ways = TRAITS[this.player.protocol].hasNames
      ? (['leave', 'finish', 'vanish', 'half-close', 'lose'] as const)
      : (['leave', 'half-close', 'lose'] as const);
    switch (pick(this.#randomInt, ways)) {
      case 'leave':
        if (client.leave()) this.#flush();
        else this.#lose(connection);
        return;
      case 'finish':
        connection.finish();
        this.#finishing.push(connection);
        this.#dropConnection();
        return;
      case 'vanish':
        connection.vanish();
        this.#abandoned.push(connection);
        this.#dropConnection();
        return;
      case 'half-close':
        // The client closes its half of the connection, and the server closes the other half after its answers.
        client.mayBeDisconnected = true;
        connection.finish();
        this.#busyClients.update(this);
        return;
      case 'lose':
        this.#lose(connection);
    }
  }

  #lose(connection: SimulatedConnection): void {
    connection.lose();
    this.#dropConnection();
  }

  /** From now on, the client accepts such an event. */
  expect(what: 'mayBeDisconnected' | 'gameMayBeStopped' | 'mayBePostponed'): void {
    if (this.#client !== undefined) this.#client[what] = true;
  }

  /** The server has died. All or some of the bytes that it has sent arrive. */
  onServerDeath(hasReceivedAll: boolean, how: 'cut' | 'lose' = 'cut'): void {
    this.#isReadingPaused = false;
    this.#receive(hasReceivedAll ? Number.MAX_SAFE_INTEGER : this.#randomInt(200));
    for (const connection of [this.#connection, ...this.#abandoned, ...this.#finishing]) connection?.[how]();
    this.#abandoned = [];
    this.#finishing = [];
    this.#dropConnection();
  }

  /** Checks that the client's record is complete and equal to the journal. `boards` has the boards of other clients by game. */
  compare(boards: Map<unknown, string>): void {
    if (this.#client !== undefined) this.#recordCheck.compare(this.#client, boards);
  }

  #connect(): void {
    const { listener, address, size } = this.player;
    this.#client = this.player.makeClient(this.#previousClient);
    this.#client.mayBePostponed = this.#isRestricted();
    this.#connection = new SimulatedConnection(
      this.#server.reception(listener),
      address,
      `${address}/${++this.#connections}`,
      {
        longestUnread: pick(this.#randomInt, UNREAD_LIMITS),
        onSent: (bytes) => {
          this.#recordBytes(bytes);
          if (this.#receivesAtOnce) this.#busyClients.onSent(this);
        },
        onChanged: () => this.#busyClients.update(this),
        defer: (run) => this.#server.clock.soon(run),
      },
    );
    this.#recordCheck.reset();
    this.#hasReceived = false;
    this.#client.seek(size);
    this.#flush();
  }

  #actBetweenMoves(client: GameClient): void {
    const chance = this.#randomInt(1000);
    if (client instanceof WebClient && chance < 450) {
      sendRandomRequest(client, { texts: CHAT_TEXTS, recipients: RECIPIENTS }, this.#copies, this.#randomInt);
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
    const hasOneGame = this.player.protocol === 'remastered' || this.player.protocol === 'gomokurs';
    if (client.runningGame === undefined && !client.isSeeking && !hasOneGame) client.seek(this.player.size);
    else if (chance < 530 && this.#randomInt(this.#copies) === 0) this.#chat(client);
    else if (chance < 533) client.sendNonsense();
    else if (chance < 540 && client instanceof GoClient && client.runningGame && !client.isReadyToMove)
      playOutOfTurn(client);
    else if (chance < 543 && client instanceof Nu6Client && client.runningGame === undefined)
      client.seek(this.player.size);
    else if (chance < 560 && this.#finishing.length > 0) this.#deliverEarlierBytes(client);
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

  /** Delivers the remaining bytes of an earlier connection. If they enter a name, the server may disconnect the present connection with this name. */
  #deliverEarlierBytes(client: GameClient): void {
    client.mayBeDisconnected = true;
    this.#finishing.shift()?.toServer(Number.MAX_SAFE_INTEGER);
  }

  #chat(client: GameClient): void {
    const text = pick(this.#randomInt, CHAT_TEXTS);
    const isList = this.#randomInt(2) === 0;
    if (client instanceof Nu6Client) {
      if (!client.isPresent) return;
      if (isList) client.list();
      else client.chat(text, this.#randomInt(2) === 0 ? undefined : pick(this.#randomInt, RECIPIENTS));
    } else if (client instanceof NedapClient) client.chat(text);
    else if (client instanceof DaigoClient) client.list();
    else if (client instanceof GomokursClient && client.runningGame !== undefined) client.chat(text);
  }

  #receive(most: number): void {
    const client = this.#client;
    const connection = this.#connection;
    if (client === undefined || connection === undefined) return;
    if (connection.hasForClient) {
      this.#hasReceived = true;
      this.#busyClients.onReceived(this);
      client.receive(connection.toClient(most));
      this.#flush();
      this.#recordCheck.check(client);
    }
    if (connection.isBroken) this.#lose(connection);
    else if (connection.isOver) this.#end(client);
  }

  #end(client: GameClient): void {
    // The plain port waits only 30 s for the first message.
    if (this.#hasReceived || this.player.listener !== 'plain') client.hungUp();
    this.#dropConnection();
  }

  /** Drops the connection. The next client continues the record of this one, unless the game is over and no further seek was sent. */
  #dropConnection(): void {
    const client = this.#client;
    if (client?.game !== undefined && client.runningGame === undefined && !client.isSeeking)
      this.#previousClient = undefined;
    else this.#previousClient = client ?? this.#previousClient;
    this.#client = undefined;
    this.#connection = undefined;
    this.#isReadingPaused = false;
    this.#busyClients.update(this);
  }

  #flush(): void {
    const bytes = this.#client?.output();
    if (bytes === undefined || bytes.length === 0) return;
    this.#recordBytes(bytes);
    this.#connection?.send(bytes);
    this.#busyClients.update(this);
  }
}
