import assert from 'node:assert/strict';
import skeleton from 'unhomoglyph';
import type { Clock } from '../../../src/clock.ts';
import type { LobbyOptions } from '../../../src/lobby/lobby.ts';
import { catchUpWithStream } from '../../../src/nodes/catch-up-with-stream.ts';
import type { OtherNodes } from '../../../src/nodes/node-transport.ts';
import { ReplicaAsJournal } from '../../../src/nodes/replica-as-journal.ts';
import { ReplicatedLobby } from '../../../src/nodes/replicated-lobby.ts';
import { PROTOCOLS } from '../../../src/protocols/protocol-list.ts';
import { AllComputerPlayers } from '../../../src/server/computer-players/all-computer-players.ts';
import type { ComputerPlayer } from '../../../src/server/computer-players/computer-player.ts';
import { Visits } from '../../../src/server/http/visits/visits.ts';
import { Hub } from '../../../src/server/hub/hub.ts';
import type { Log } from '../../../src/server/hub/observability.ts';
import type { AcceptConnection } from '../../../src/server/listeners/accept-protocol.ts';
import { StreamInputSequencer } from '../../../src/server/nodes/stream-input-sequencer.ts';
import { memoryAccounts } from '../accounts/memory-accounts.ts';
import { seededRandomInt } from '../clients/random.ts';
import { protocolOverHttp } from '../protocols/loaded-protocols.ts';
import { openReception } from '../server/in-memory-server.ts';
import { VirtualClock } from '../server/virtual-clock.ts';
import { SimulatedMessages } from './simulated-messages.ts';
import { NO_SNAPSHOTS, SimulatedStream, type StreamLink } from './simulated-stream.ts';
import { CONFIGURATION } from './test-configuration.ts';

const LOBBY: LobbyOptions = {
  protocols: PROTOCOLS,
  grace: 0,
  resume: 60_000,
  idle: 3_600_000,
  computerWait: 10_000,
};

/** Milliseconds after which a published message has been delivered and all its effects have happened. */
const ROUND_TRIP = 20;

/** A log that fails the test when a session has failed. */
const strict: Log = {
  debug: () => {},
  info: () => {},
  error: (what, message) => {
    if (message === 'session.failed') assert.fail(JSON.stringify(what));
  },
};

export interface InMemoryNodeOptions {
  readonly house?: readonly ComputerPlayer[];
  readonly houseSeats?: number;
  readonly log?: Log;
}

/** Several nodes without sockets in one process, on one simulated stream. */
export class InMemoryNodes {
  readonly stream = new SimulatedStream(new VirtualClock(), seededRandomInt(7));
  readonly messages = new SimulatedMessages(this.stream.clock);

  static async create(...nodes: readonly InMemoryNodeOptions[]): Promise<[InMemoryNodes, ...InMemoryNode[]]> {
    const installation = new InMemoryNodes();
    const started: InMemoryNode[] = [];
    for (const options of nodes) started.push(await installation.start(options));
    return [installation, ...started];
  }

  /** Starts one more node, and waits until it has joined and serves clients. */
  async start(options: InMemoryNodeOptions = {}): Promise<InMemoryNode> {
    const { stream } = this;
    const link = stream.link();
    const replica = new ReplicatedLobby({ lobby: LOBBY, skeleton });
    const caughtUp = catchUpWithStream({ stream: link, ...NO_SNAPSHOTS }, replica, CONFIGURATION);
    for (let turn = 0; turn < 50 && replica.configuration === undefined; turn++) await stream.pass(10);
    await stream.pass(100);
    await caughtUp;
    const node = new InMemoryNode(this, link, replica, options);
    await stream.pass(3_000);
    node.house.open();
    await stream.pass(100);
    return node;
  }

  async pass(milliseconds: number): Promise<void> {
    await this.stream.pass(milliseconds);
  }
}

/** A node without sockets, with hub, visits and computer players. Its clients are in memory. */
export class InMemoryNode {
  readonly link: StreamLink;
  readonly replica: ReplicatedLobby;
  readonly hub: Hub;
  readonly sequencer: StreamInputSequencer;
  readonly house: AllComputerPlayers;
  readonly visits: Visits;
  /** A clock whose `settle` also waits until published messages have been delivered. */
  readonly clock: { settle(): Promise<void>; advance(milliseconds: number): Promise<void> };
  readonly #clock: Clock;
  readonly #receptions = new Map<string, AcceptConnection>();

  constructor(installation: InMemoryNodes, link: StreamLink, replica: ReplicatedLobby, options: InMemoryNodeOptions) {
    const { stream, messages } = installation;
    const { house = [], houseSeats = 16, log = strict } = options;
    const { clock } = stream;
    this.link = link;
    this.replica = replica;
    this.#clock = clock;
    this.clock = { settle: () => stream.pass(ROUND_TRIP), advance: (milliseconds) => stream.pass(milliseconds) };
    let sequencer: StreamInputSequencer | undefined;
    this.hub = Hub.onNode(
      {
        ...LOBBY,
        journal: new ReplicaAsJournal(() => replica),
        clock,
        log,
        signIn: memoryAccounts(),
        onFailure: (error) => assert.fail(error),
      },
      (callbacks) => {
        const failed = (error: Error): void => assert.fail(error);
        sequencer = new StreamInputSequencer({
          stream: link,
          replica,
          clock,
          callbacks: {
            ...callbacks,
            archived: () => {},
            changed: () => {},
            upgraded: () => {},
            logEvent: () => {},
            failed,
          },
        });
        return sequencer;
      },
    );
    assert(sequencer !== undefined);
    this.sequencer = sequencer;
    sequencer.node.start();
    const { hub } = this;
    const otherNodes: OtherNodes = {
      messages,
      get own() {
        return sequencer?.node.number;
      },
      isLiving: (node) => replica.members.find(node) !== undefined,
      onVisit: (listener) => {
        if (sequencer !== undefined) sequencer.onVisit = listener;
      },
    };
    this.visits = new Visits({ hub, clock, log, overHttp: protocolOverHttp(), otherNodes });
    this.house = new AllComputerPlayers(house, { hub, clock, log, minimumWait: 10_000, seats: houseSeats });
  }

  /** Kills the process. */
  kill(): void {
    this.visits.stop();
    this.link.close();
  }

  reception(listener: string): AcceptConnection {
    const known = this.#receptions.get(listener) ?? openReception(this.hub, this.#clock, listener);
    this.#receptions.set(listener, known);
    return known;
  }
}
