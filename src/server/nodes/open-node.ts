import { randomUUID } from 'node:crypto';
import { systemClock } from '../../clock.ts';
import type { ReportDamage } from '../../journal/journal.ts';
import type { GameId } from '../../lobby/games/game-event.ts';
import type { LobbyOptions } from '../../lobby/lobby.ts';
import { foldName } from '../../lobby/players/name-normalisation.ts';
import type { NameRegisterFromDatabase } from '../../nodes/catch-up-with-stream.ts';
import { NatsNodeTransport } from '../../nodes/nats/nats-node-transport.ts';
import { retryStart } from '../../nodes/nats/nats-retry.ts';
import { type NatsSettings, NatsUnusable } from '../../nodes/nats/nats-settings.ts';
import { NatsStorage } from '../../nodes/nats/nats-storage.ts';
import type { NodeStatus } from '../../nodes/node-status.ts';
import type { OtherNodes } from '../../nodes/node-transport.ts';
import { openReplica } from '../../nodes/open-replica.ts';
import { ReplicaAsJournal } from '../../nodes/replica-as-journal.ts';
import type { ReplicatedLobby } from '../../nodes/replicated-lobby.ts';
import type { NodeNumber, SharedConfiguration } from '../../nodes/stream-message.ts';
import { Hub } from '../hub/hub.ts';
import type { HubOptions } from '../hub/hub-options.ts';
import { reconfigureStoppedInstallation } from './reconfigure-stopped-installation.ts';
import { LOBBY_VERSION, newReplica, type ReplicaThreadData, replicaThreadDataOf } from './replica-thread-data.ts';
import { SharedConversations, type SharedConversationsOptions } from './shared-conversations.ts';
import {
  type ChangePublisher,
  SharedNameRegisterSequencer,
  type SharedNameRegisterSequencerOptions,
} from './shared-name-register-sequencer.ts';
import { SnapshotThread } from './snapshot-thread.ts';
import { StreamInputSequencer } from './stream-input-sequencer.ts';

/** Milliseconds within which a node must have joined. */
const JOIN_TIMEOUT = 30_000;
/** Milliseconds between two checks which node makes the snapshots. */
const LOWEST_POLL_INTERVAL = 1_000;

/** Calls from a node to its server. */
interface NodeEvents {
  archived(games: readonly GameId[]): void;
  /** The node serves clients, for the first time or again. */
  opened(): void;
  failed(error: Error): void;
}

/** The content of the first messages of a new stream. */
export interface NewStreamOptions {
  /** The highest number of an archived game. */
  readonly lastGame: GameId;
  /** The key of the database. */
  readonly database: string;
  readonly administrators: readonly string[];
  /** Whether every reserved name must be opened by its owner. All nodes must have the same value. */
  readonly guardNames: boolean;
  readonly readState: () => Promise<NameRegisterFromDatabase>;
  /** Rejects with `ConfigurationDiffers` if another installation uses the database. */
  readonly claimDatabase: () => Promise<void>;
}

/** A node that has read the stream but has not joined the other nodes yet. */
export class UnjoinedNode {
  readonly #installation: NatsStorage;
  readonly #data: ReplicaThreadData;
  /** The state after the stream was read. After a recovery the node has another state object. */
  readonly #opened: ReplicatedLobby;
  readonly #messages: NatsNodeTransport;
  readonly journal: ReplicaAsJournal;
  readonly otherNodes: OtherNodes;
  #sequencer: StreamInputSequencer | undefined;
  #snapshots: SnapshotThread | undefined;
  #cancelCheck: (() => void) | undefined;
  #nameRegisterSequencer: SharedNameRegisterSequencer | undefined;
  readonly #replaced = Promise.withResolvers<void>();

  private constructor(
    installation: NatsStorage,
    data: ReplicaThreadData,
    replica: ReplicatedLobby,
    messages: NatsNodeTransport,
  ) {
    this.#installation = installation;
    this.#data = data;
    this.#opened = replica;
    this.#messages = messages;
    this.journal = new ReplicaAsJournal(() => this.#replica);
    const own = (): NodeNumber | undefined => this.#sequencer?.node.number;
    this.otherNodes = {
      messages,
      get own() {
        return own();
      },
      isLiving: (number) => this.#replica.members.find(number) !== undefined,
      onVisit: (listener) => {
        if (this.#sequencer !== undefined) this.#sequencer.onVisit = listener;
      },
    };
  }

  /** Rejects with `NatsUnusable` or `ConfigurationDiffers`. */
  static async open(location: NatsSettings, lobby: LobbyOptions, beginning: NewStreamOptions): Promise<UnjoinedNode> {
    return await retryStart(() => UnjoinedNode.#open(location, lobby, beginning));
  }

  static async #open(location: NatsSettings, lobby: LobbyOptions, beginning: NewStreamOptions): Promise<UnjoinedNode> {
    const installation = await NatsStorage.open(location);
    try {
      const data = replicaThreadDataOf(location, lobby);
      const configuration = configurationOf(data, beginning);
      await reconfigureStoppedInstallation(installation, data, configuration, await installation.skipped());
      const replica = await openReplica(
        {
          ...{ installation, clock: systemClock, newKey: randomUUID },
          newReplica: (skipped) => newReplica(data, skipped),
        },
        configuration,
        beginning.readState,
      );
      // This comes last, so that a node that is refused does not claim the database.
      await beginning.claimDatabase();
      return new UnjoinedNode(installation, data, replica, await NatsNodeTransport.open(location));
    } catch (error) {
      await installation.close();
      throw error;
    }
  }

  /** The state for monitoring; undefined before the node begins to join. */
  get status(): NodeStatus | undefined {
    return this.#sequencer?.node.status;
  }

  get #replica(): ReplicatedLobby {
    return this.#sequencer?.node.replica ?? this.#opened;
  }

  /** Resolves when nodes of a later version have taken over. */
  get replaced(): Promise<void> {
    return this.#replaced.promise;
  }

  /** Whether this node archives finished games. */
  isResponsible(): boolean {
    return this.#sequencer?.node.isLowest ?? false;
  }

  /** The last message of the stream that this node has applied. */
  get sequence(): number {
    return this.#replica.position.sequence;
  }

  /** Finished games that are not archived, in the order of their ends. */
  finished(): ReadonlySet<GameId> {
    return this.#replica.games.finished;
  }

  /** Reports to the other nodes that these games are in the archive. */
  report(games: readonly GameId[]): void {
    this.#sequencer?.node.reportArchived(games);
  }

  /** Opens the sequencer of changes to names and bans. The node must have joined. */
  openNameRegisterSequencer(options: Omit<SharedNameRegisterSequencerOptions, 'node'>): SharedNameRegisterSequencer {
    const shared = (): ReplicatedLobby['nameRegister'] => this.#replica.nameRegister;
    const publishChanges: ChangePublisher['publishChanges'] = (changes) =>
      this.#sequencer?.node.publishChanges(changes) ?? false;
    const isOpen = (): boolean => this.#sequencer?.isOpen ?? false;
    this.#nameRegisterSequencer = new SharedNameRegisterSequencer({
      ...options,
      node: {
        get nameRegister() {
          return shared();
        },
        get isOpen() {
          return isOpen();
        },
        publishChanges,
        reportEndedBans: (bans) => this.#sequencer?.node.reportEndedBans(bans),
      },
    });
    return this.#nameRegisterSequencer;
  }

  /** Shares recordings with the other nodes. `recorded`: returns this node's recording of a game in the form in which the archive stores it. */
  shareConversations(recorded: SharedConversationsOptions['recorded']): SharedConversations {
    return new SharedConversations({
      questions: this.#messages,
      own: () => this.#sequencer?.node.number,
      members: () => this.#replica.members.numbers,
      recorded,
    });
  }

  /** Joins the installation. Resolves when clients can be served. */
  async join(options: HubOptions, events: NodeEvents): Promise<Hub> {
    const { log, meter } = options;
    const installation = this.#installation;
    const report: ReportDamage = (game, reason) => log.error({ game, reason }, 'game.unplayable');
    for await (const games of this.journal.unfinished(report)) {
      for (const { first } of games) meter?.restored(first);
      await new Promise<void>((resolve) => systemClock.soon(resolve));
    }
    if (!installation.canSyncAlways) log.info({ version: installation.serverVersion }, 'node.nats-does-not-sync');
    let hasOpened = (): void => {};
    const opened = new Promise<void>((resolve) => {
      hasOpened = resolve;
    });
    const hub = Hub.onNode(options, (callbacks) => {
      this.#sequencer = new StreamInputSequencer({
        stream: installation.stream,
        replica: this.#opened,
        clock: systemClock,
        recovery: { installation, newReplica: (skipped) => newReplica(this.#data, skipped) },
        callbacks: {
          ...callbacks,
          opened: () => {
            hasOpened();
            callbacks.opened();
            events.opened();
          },
          archived: (games) => events.archived(games),
          upgraded: (replica) => void this.#storeForLaterVersion(replica),
          logEvent: (event, details) => {
            log.info(details, event);
            if (event === 'node.epoch') this.#snapshots?.restart();
          },
          changed: (outcome) => this.#nameRegisterSequencer?.carriedOut(outcome),
          failed: (error) => events.failed(error),
        },
      });
      return this.#sequencer;
    });
    installation.onReconnected = () => this.#sequencer?.node.reconnected();
    this.#sequencer?.node.start();
    // A stream that was restored from a backup may be older than the archive. New games must get numbers that the archive does not have.
    if (options.lastGame !== undefined) this.#sequencer?.submit({ kind: 'raise-last-game', game: options.lastGame });
    const cancel = systemClock.at(systemClock.now() + JOIN_TIMEOUT, () =>
      events.failed(new NatsUnusable(`the node could not join within ${JOIN_TIMEOUT / 1000} s`)),
    );
    await opened;
    cancel();
    const { snapshotInterval: interval } = this.#data.location;
    this.#snapshots = new SnapshotThread({ data: this.#data, interval, clock: systemClock, log });
    this.#checkLowest();
    return hub;
  }

  async close(): Promise<void> {
    this.#cancelCheck?.();
    this.#nameRegisterSequencer?.close();
    this.#sequencer?.node.stop();
    await this.#messages.close();
    await this.#snapshots?.stop();
    await this.#installation.close();
  }

  /** Starts to make snapshots on this node if the node that made them has stopped. */
  #checkLowest(): void {
    if (this.#snapshots !== undefined) this.#snapshots.isWanted = this.isResponsible();
    this.#cancelCheck = systemClock.at(systemClock.now() + LOWEST_POLL_INTERVAL, () => this.#checkLowest());
  }

  /** Stores the state, from which nodes of a later version continue. Every old node stores it, because one of them may fail. */
  async #storeForLaterVersion(replica: ReplicatedLobby): Promise<void> {
    await this.#installation.saveSnapshot(replica.snapshot()).catch(() => undefined);
    this.#replaced.resolve();
  }
}

function configurationOf(
  { location, lobby }: ReplicaThreadData,
  { lastGame, database, guardNames, ...beginning }: NewStreamOptions,
): SharedConfiguration {
  const { grace, resume, idle, lag = 0, computerWait = 0 } = lobby;
  const options = { grace, resume, idle, lag, 'house-wait': computerWait, 'guard-names': guardNames ? 1 : 0 };
  const unicode = process.versions['unicode'] ?? '';
  const { installation } = location;
  const administrators = [...new Set(beginning.administrators.map(foldName))].sort();
  return { installation, lobbyVersion: LOBBY_VERSION, unicode, options, lastGame, administrators, database };
}
