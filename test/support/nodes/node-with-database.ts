import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import skeleton from 'unhomoglyph';
import { Archive } from '../../../src/archive/archive.ts';
import type { OpenDatabase } from '../../../src/database/database.ts';
import type { LobbyOptions } from '../../../src/lobby/lobby.ts';
import { catchUpWithStream } from '../../../src/nodes/catch-up-with-stream.ts';
import { ReplicaAsJournal } from '../../../src/nodes/replica-as-journal.ts';
import { ReplicatedLobby } from '../../../src/nodes/replicated-lobby.ts';
import { PROTOCOLS } from '../../../src/protocols/protocol-list.ts';
import type { ServedProtocol } from '../../../src/protocols/protocol-module.ts';
import type { OpenServerSession } from '../../../src/protocols/server-session-types.ts';
import { type AccountsAndBans, openAccountsAndBans } from '../../../src/server/accounts-and-bans.ts';
import { Archiver } from '../../../src/server/archiver.ts';
import { Hub } from '../../../src/server/hub/hub.ts';
import type { HubOptions } from '../../../src/server/hub/hub-options.ts';
import type { TransportCallbacks } from '../../../src/server/hub/transport.ts';
import { acceptAnyProtocol } from '../../../src/server/listeners/accept-protocol.ts';
import { readNameRegisterFromDatabase } from '../../../src/server/nodes/read-name-register-from-database.ts';
import { SharedNameRegisterSequencer } from '../../../src/server/nodes/shared-name-register-sequencer.ts';
import { StreamInputSequencer } from '../../../src/server/nodes/stream-input-sequencer.ts';
import { GameRecorder } from '../../../src/server/recorder/game-recorder.ts';
import { messagesOf, SERVERS } from '../protocols/loaded-protocols.ts';
import { SynchronousJobRunner } from '../server/synchronous-job-runner.ts';
import { NO_SNAPSHOTS, type SimulatedStream, type StreamLink } from './simulated-stream.ts';
import { CONFIGURATION } from './test-configuration.ts';

const LOBBY: LobbyOptions = { protocols: PROTOCOLS, grace: 0, resume: 60_000, idle: 3_600_000 };

const SPOKEN = new Map<ServedProtocol, OpenServerSession>(
  SERVERS.map((protocol) => {
    const open = protocol.configure({});
    return open.ok ? [protocol, open.value] : assert.fail(open.problem);
  }),
);

/** Advances the simulated time until a real event has happened, such as an answer of the database. */
async function within<Value>(stream: SimulatedStream, promise: Promise<Value>): Promise<Value> {
  let isSettled = false;
  const settle = (): void => {
    isSettled = true;
  };
  promise.then(settle, settle);
  for (let turn = 0; !isSettled && turn < 20_000; turn++) {
    await stream.pass(5);
    await delay(1);
  }
  return await promise;
}

interface LogRecord {
  readonly event: string;
  readonly what: object;
}

/** A whole node without sockets, with a simulated stream, a real database, and clients in memory. */
export class NodeWithDatabase {
  readonly link: StreamLink;
  readonly hub: Hub;
  readonly sequencer: StreamInputSequencer;
  readonly replica: ReplicatedLobby;
  readonly nameRegisterSequencer: SharedNameRegisterSequencer;
  readonly archiver: Archiver;
  readonly archive: Archive;
  readonly recorder: GameRecorder;
  readonly logged: LogRecord[];
  /** The node will die after it has stored a game and before it reports this. */
  losesReports = false;
  readonly #stream: SimulatedStream;
  readonly #connections = new Map<string, TransportCallbacks>();
  #received: string[] = [];
  #owners: AccountsAndBans | undefined;

  private constructor(
    stream: SimulatedStream,
    link: StreamLink,
    replica: ReplicatedLobby,
    database: OpenDatabase,
    name: string,
  ) {
    const { clock } = stream;
    const logged: LogRecord[] = [];
    const note = (what: object, event: string): void => void logged.push({ event, what });
    const log = { debug: () => {}, info: note, error: note };
    this.logged = logged;
    this.#stream = stream;
    this.link = link;
    this.replica = replica;
    this.archive = new Archive(database, new Map(), name);
    const journal = new ReplicaAsJournal(() => replica);
    const archiver = new Archiver({
      archive: this.archive,
      journal,
      jobs: new SynchronousJobRunner(),
      clock,
      log,
      sharing: {
        isResponsible: () => this.sequencer.node.isLowest,
        finished: () => replica.games.finished,
        report: (games) => this.losesReports || this.sequencer.node.reportArchived(games),
      },
    });
    this.archiver = archiver;
    this.recorder = new GameRecorder({
      clock,
      log,
      store: (conversations) => this.archive.storeConversations(conversations),
      protocols: SERVERS,
      messagesOf,
      sequence: () => replica.position.sequence,
    });
    const options: HubOptions = {
      ...LOBBY,
      journal,
      clock,
      log,
      recorder: this.recorder,
      onFailure: (error) => assert.fail(error),
      onStored: (entries) => {
        this.recorder.stored(entries);
        archiver.stored(entries);
      },
    };
    let sequencer: StreamInputSequencer | undefined;
    this.hub = Hub.onNode(options, (callbacks) => {
      let keys = 0;
      sequencer = new StreamInputSequencer({
        stream: link,
        replica,
        clock,
        newKey: () => `${name} ${++keys}`,
        callbacks: {
          ...callbacks,
          opened: () => {
            callbacks.opened();
            archiver.joined();
          },
          archived: (games) => archiver.archivedByNode(games),
          changed: (outcome) => this.nameRegisterSequencer.carriedOut(outcome),
          upgraded: () => {},
          logEvent: () => {},
          failed: (error) => assert.fail(error),
        },
      });
      return sequencer;
    });
    assert(sequencer !== undefined);
    this.sequencer = sequencer;
    this.nameRegisterSequencer = new SharedNameRegisterSequencer({
      database,
      clock,
      log,
      node: {
        nameRegister: replica.nameRegister,
        isOpen: true,
        publishChanges: (changes) => this.sequencer.node.publishChanges(changes),
        reportEndedBans: (bans) => this.sequencer.node.reportEndedBans(bans),
      },
    });
  }

  static async start(stream: SimulatedStream, database: OpenDatabase, name: string): Promise<NodeWithDatabase> {
    const link = stream.link();
    const { clock } = stream;
    const replica = new ReplicatedLobby({ lobby: LOBBY, skeleton });
    const readState = () => readNameRegisterFromDatabase(database, clock.now(), false);
    await within(stream, catchUpWithStream({ stream: link, ...NO_SNAPSHOTS }, replica, CONFIGURATION, readState));
    const server = new NodeWithDatabase(stream, link, replica, database, name);
    server.sequencer.node.start();
    await stream.pass(3_000);
    assert(server.sequencer.isOpen);
    server.#owners = await within(
      stream,
      openAccountsAndBans({
        database,
        nameRegisterSequencer: server.nameRegisterSequencer,
        clock,
        hub: server.hub,
        administrators: ['Root'],
        computerPlayers: [],
        course: undefined,
        protocols: PROTOCOLS,
        limits: {},
        guardNames: false,
        passwordCost: { logN: 4, r: 1, p: 1 },
        log: { debug: () => {}, info: () => {}, error: () => {} },
      }),
    );
    server.archiver.open();
    return server;
  }

  get owners(): AccountsAndBans {
    assert(this.#owners !== undefined);
    return this.#owners;
  }

  /** Advances the simulated time until the promise is settled. */
  async within<Value>(coming: Promise<Value>): Promise<Value> {
    return await within(this.#stream, coming);
  }

  /** Connects a client to the plain port. */
  dial(who: string, address = '192.0.2.1'): void {
    const accept = acceptAnyProtocol(this.hub, this.#stream.clock, SPOKEN, (each) => this.owners.bans.isBanned(each));
    const connection = accept(address, {
      id: who,
      send: (bytes) => this.#record(who, Buffer.from(bytes).toString('utf8').trimEnd()),
      close: () => this.#record(who, '(closed)'),
      pause: () => {},
    });
    this.#connections.set(who, connection);
  }

  /** Sends lines of text from a client. */
  async send(who: string, ...lines: readonly string[]): Promise<void> {
    this.#connections.get(who)?.receive(Buffer.from(lines.map((line) => `${line}\n`).join('')));
    await this.#stream.pass(100);
  }

  /** Returns the lines that clients have received since the last call. */
  takeReceived(): string[] {
    return this.#received.splice(0);
  }

  /** Kills the process. */
  kill(): void {
    this.link.close();
    this.sequencer.node.stop();
    this.nameRegisterSequencer.close();
  }

  #record(who: string, text: string): void {
    for (const line of text.split('\n')) this.#received.push(`${who}: ${line}`);
  }
}
