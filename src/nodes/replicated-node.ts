import type { Clock } from '../clock.ts';
import type { DecisionCallback } from '../lobby/decision.ts';
import type { Input } from '../lobby/input.ts';
import type { Lobby } from '../lobby/lobby.ts';
import type { PlayerId } from '../lobby/players/player.ts';
import { BroadcastBackpressure } from './broadcast-backpressure.ts';
import type { NodeCallbacks } from './node-callbacks.ts';
import { NodeRecovery, type RecoveryServices } from './node-recovery.ts';
import type { NodeStatus } from './node-status.ts';
import { Outbox } from './outbox.ts';
import { MAX_HEARTBEAT_AGE, OwnHeartbeats } from './own-heartbeats.ts';
import { globalIdOf } from './player-id-translation.ts';
import { type ApplyResult, MessagesPurged, PoisonousInput, type ReplicatedLobby } from './replicated-lobby.ts';
import type { SharedStream } from './shared-stream.ts';
import { StreamApplier } from './stream-applier.ts';
import { StreamLossCheck } from './stream-loss-check.ts';
import { encodeMessage, type NodeNumber } from './stream-message.ts';
import { UndeliveredDecisions } from './undelivered-decisions.ts';

/** Milliseconds between two checks for batches and heartbeats that must be published. */
const TICK = 250;
/** Milliseconds after which a `join` that has not come back is published again. */
const JOIN_TIMEOUT = 2_000;
/** A node joins only if no stopped node has announced itself for this many milliseconds, the time of two announcements. */
const SILENCE_BEFORE_JOIN = 400;
/** A node leaves if its state is more than this many milliseconds of the stream behind the messages that it has received. */
const MAX_BACKLOG = 5_000;

export interface ReplicatedNodeOptions {
  readonly stream: SharedStream;
  /** The state after the last message of the stream. */
  readonly replica: ReplicatedLobby;
  readonly clock: Clock;
  /** Returns a random text that no other node has. Called for each attempt to join. */
  readonly newKey: () => string;
  /** Absent: the node stops instead of recovering. */
  readonly recovery?: RecoveryServices;
}

/**
 * One node of an installation. It publishes the inputs of its clients, applies the messages of the stream, and delivers a
 * decision when its input has come back from the stream. The inputs and decisions at this interface have local player numbers,
 * which do not contain the node.
 */
export class ReplicatedNode {
  readonly #applier: StreamApplier;
  readonly #clock: Clock;
  readonly #newKey: () => string;
  readonly #recovery: NodeRecovery | undefined;
  readonly #callbacks: NodeCallbacks;
  readonly #check: StreamLossCheck;
  readonly #outbox: Outbox;
  #stopListening: (() => void) | undefined;
  #cancelTimer: (() => void) | undefined;
  #key = '';
  #joinPublishedAt = Number.NEGATIVE_INFINITY;
  /** When another node last announced that it has stopped, or when this node started to listen. */
  #silentSince = Number.NEGATIVE_INFINITY;
  #number: NodeNumber | undefined;
  readonly #heartbeats: OwnHeartbeats;
  #deaths = 0;
  #wasOpen = false;
  readonly #undeliveredDecisions: UndeliveredDecisions;
  readonly #broadcastBackpressure = new BroadcastBackpressure(() => this.replica.members.longestBroadcastQueue);
  #isRecovering = false;
  #hasStopped = false;

  constructor({ stream, replica, clock, newKey, recovery }: ReplicatedNodeOptions, callbacks: NodeCallbacks) {
    this.#clock = clock;
    this.#newKey = newKey;
    const { logEvent } = callbacks;
    this.#recovery =
      recovery && new NodeRecovery({ ...recovery, clock, newKey, logEvent, hasStopped: () => this.#hasStopped });
    this.#callbacks = callbacks;
    this.#undeliveredDecisions = new UndeliveredDecisions(callbacks);
    this.#applier = new StreamApplier({
      ...{ stream, replica, clock },
      applied: (outcome, isKnown) => this.#applied(outcome, isKnown),
      failed: (error) => this.#cannotApply(error),
    });
    const shared = { stream: () => this.#applier.stream, clock };
    this.#check = new StreamLossCheck({
      ...shared,
      replica: () => this.replica,
      own: () => this.#number,
      isSuperseded: async () => (await this.#recovery?.isSuperseded()) ?? false,
      lost: (error) => this.#streamLost(error),
      passed: () => this.#resume(),
    });
    this.#outbox = new Outbox({
      ...shared,
      mayPublish: () => this.#check.hasPassed,
      position: () => this.#applier.position,
      failed: (error) => this.#streamLost(error),
    });
    this.#heartbeats = new OwnHeartbeats({ clock, outbox: this.#outbox, broadcasts: () => callbacks.broadcasts() });
  }

  get lobby(): Lobby {
    return this.replica.lobby;
  }

  get replica(): ReplicatedLobby {
    return this.#applier.replica;
  }

  /** The number of the node; undefined until it has joined. */
  get number(): NodeNumber | undefined {
    return this.#number;
  }

  /** The number that a local player has in the lobby; undefined until the node has joined. */
  globalId(local: PlayerId): PlayerId | undefined {
    return this.#number === undefined ? undefined : globalIdOf(this.#number, local);
  }

  /** Whether the node archives finished games and makes snapshots. */
  get isLowest(): boolean {
    return this.#number !== undefined && this.replica.members.lowest === this.#number;
  }

  /** Whether clients may be read and answered. */
  get isOpen(): boolean {
    if (this.#number === undefined || this.#hasStopped || this.#isReplaying || !this.#check.isCertain) return false;
    return this.#heartbeats.isConfirmed;
  }

  get #isReplaying(): boolean {
    return this.#isRecovering || this.#applier.isReplaying;
  }

  get status(): NodeStatus {
    return {
      number: this.#number,
      isOpen: this.isOpen,
      lag: this.#heartbeats.lag,
      applied: this.replica.position.sequence,
      ...this.#outbox.counts,
      members: this.replica.members.numbers.length,
      deaths: this.#deaths,
    };
  }

  /** Reads the stream and joins. */
  start(): void {
    this.#silentSince = this.#clock.now();
    this.#stopListening = this.#recovery?.onNodeStopped((node) => this.#otherNodeStopped(node));
    this.#check.connected();
    this.#tick();
  }

  /**
   * Publishes an input, and calls `done` with the decision. A command gets undefined if the node serves no clients now and
   * never publishes it.
   */
  submit(input: Input, done?: DecisionCallback): void {
    if (this.#hasStopped) return;
    if (input.kind === 'command' && !this.isOpen) {
      done?.(undefined);
      return;
    }
    const number = this.#number;
    // A player of a node that has no number yet is not known to the lobby.
    if (number === undefined) {
      if (!('player' in input)) this.#outbox.add(input, done);
      return;
    }
    this.#outbox.add('player' in input ? { ...input, player: globalIdOf(number, input.player) } : input, done);
  }

  /** Calls `decide`, which may cause a broadcast, now or when the broadcast queues of all living nodes are short enough. */
  whenRoom(decide: () => void): void {
    this.#broadcastBackpressure.whenRoom(decide);
  }

  /** Publishes that these games are in the archive. */
  readonly reportArchived: Outbox['addArchived'] = (games) => this.#outbox.addArchived(games);

  readonly reportEndedBans: Outbox['addEndedBans'] = (bans) => this.#outbox.addEndedBans(bans);

  /** The connection to the stream has been restored. The stream may have lost its last messages. */
  reconnected(): void {
    if (this.#hasStopped || this.#isRecovering) return;
    this.#applier.stop();
    this.#check.connected();
  }

  readonly publishChanges: Outbox['publishChanges'] = (changes) => this.#outbox.publishChanges(changes);

  /**
   * Leaves the installation. The seats of the node's players are reserved. Resolves when the message is stored or could not be
   * published.
   */
  async leave(): Promise<void> {
    const number = this.#number;
    this.stop();
    if (number !== undefined) await this.#publishLeave(number);
  }

  stop(): void {
    this.#hasStopped = true;
    for (const cancel of [this.#stopListening, this.#cancelTimer]) cancel?.();
    this.#applier.stop();
    this.#outbox.clear();
    this.#undeliveredDecisions.clear();
  }

  async #publishLeave(node: NodeNumber): Promise<void> {
    const message = encodeMessage({ kind: 'leave', node, key: this.#key });
    await this.#applier.stream.publish(message, { id: `${this.#key}.leave` }).catch(() => undefined);
  }

  #fail(error: Error): void {
    if (this.#hasStopped) return;
    this.stop();
    this.#callbacks.failed(error);
  }

  /** The stream can be read and written. */
  #resume(): void {
    if (this.#hasStopped || this.#isRecovering) return;
    this.#applier.read();
    this.#outbox.resume();
    if (this.#number === undefined) this.#join(this.#clock.now());
  }

  #tick(): void {
    if (this.#hasStopped) return;
    const now = this.#clock.now();
    if (this.#number === undefined) this.#join(now);
    else this.#heartbeats.publishIfDue();
    this.#outbox.republishOverdue();
    if (!this.#isRecovering) this.#check.tick(!this.#heartbeats.isConfirmed);
    this.#wasOpen &&= this.isOpen;
    if (!this.isOpen) this.#outbox.refusePendingCommands();
    this.#broadcastBackpressure.check();
    const { backlog } = this.#applier;
    if (this.#number !== undefined && backlog > MAX_BACKLOG && !this.#isReplaying) {
      // The node is too slow. Other nodes serve its players better.
      this.#callbacks.logEvent('node.behind', { node: this.#number, backlog });
      this.#leaveAndJoin();
    }
    this.#cancelTimer = this.#clock.at(now + TICK, () => this.#tick());
  }

  /** Leaves, and then joins with another number. The players reconnect to this node or another one. */
  #leaveAndJoin(): void {
    if (this.#number === undefined) return;
    void this.#publishLeave(this.#number);
    this.#die();
  }

  #join(now: number): void {
    if (now - this.#joinPublishedAt < JOIN_TIMEOUT || this.#isReplaying) return;
    if (!this.#check.hasPassed || this.#applier.backlog > MAX_HEARTBEAT_AGE) return;
    // The heartbeats of this node would advance the lobby's time until the stopped nodes count as dead. Moves that they have
    // sent would be lost.
    if (this.replica.members.numbers.length > 0 && now - this.#silentSince < SILENCE_BEFORE_JOIN) return;
    this.#joinPublishedAt = now;
    this.#key = this.#newKey();
    // If the message is lost, the next attempt follows.
    const message = encodeMessage({ kind: 'join', key: this.#key });
    this.#applier.stream.publish(message, { id: this.#key }).catch(() => undefined);
  }

  #applied(outcome: ApplyResult, isKnown: boolean): void {
    this.#callbacks.applied(outcome);
    this.#check.applied(outcome.batch?.node);
    // The decisions of messages that the node had applied before were delivered then.
    if (!isKnown) this.#handle(outcome);
  }

  #cannotApply(error: unknown): void {
    if (error instanceof PoisonousInput) this.#skip(error);
    else if (error instanceof MessagesPurged) this.#catchUp(error);
    else this.#fail(error instanceof Error ? error : new Error(String(error)));
  }

  #handle(outcome: ApplyResult): void {
    const { batch, joined, left, ignored } = outcome;
    if (outcome.changes.length + outcome.endedBans.length > 0) this.#callbacks.changed(outcome);
    const own = batch !== undefined && batch.node === this.#number ? this.#outbox.returned(batch.number) : undefined;
    if (own?.heartbeatAt !== undefined) {
      this.#wasOpen &&= this.isOpen;
      this.#heartbeats.returned(own.heartbeatAt);
    }
    this.#undeliveredDecisions.add(outcome, this.#number, own?.callbacks);
    if (outcome.isUpgraded) {
      this.stop();
      this.#callbacks.upgraded(this.replica);
      return;
    }
    if (joined?.key === this.#key && this.#number === undefined) this.#joined(joined.node);
    if (this.#number !== undefined && left.includes(this.#number)) this.#die();
    else if (ignored !== undefined && ignored.node === this.#number) this.#outbox.ignored(ignored.number);
    this.#openIfConfirmed();
  }

  #joined(number: NodeNumber): void {
    this.#number = number;
    this.#callbacks.logEvent('node.joined', { node: number });
    this.#outbox.start(number, this.#key);
    this.#heartbeats.publish();
  }

  #die(): void {
    this.#deaths++;
    this.#callbacks.logEvent('node.dead', { node: this.#number });
    this.#number = undefined;
    this.#heartbeats.forget();
    this.#joinPublishedAt = Number.NEGATIVE_INFINITY;
    this.#wasOpen = false;
    this.#outbox.clear();
    this.#undeliveredDecisions.clear();
    this.#callbacks.declaredDead();
  }

  #openIfConfirmed(): void {
    // A node that has not joined has no clients, but other parts of the server follow the games.
    if (this.#number !== undefined && !this.isOpen) return;
    this.#undeliveredDecisions.deliver();
    if (this.#wasOpen || !this.isOpen) return;
    this.#wasOpen = true;
    this.#callbacks.opened();
  }

  // Recovery

  /**
   * The lobby has thrown on an input or a deadline. The state before it is computed again, and the input or deadline is left
   * out.
   */
  #skip(error: PoisonousInput): void {
    const { at, message } = error;
    this.#callbacks.logEvent('node.input-skipped', { ...at, error: message });
    void this.#recover(error, async (recovery) => {
      const replica = await recovery.skip(error, this.replica);
      if (replica === undefined) return;
      this.#applier.continueFrom(replica, at.sequence - 1);
      // Another node has stored a later snapshot, so the clients of this node have missed decisions.
      if (replica.position.sequence >= at.sequence) this.#leaveAndJoin();
    });
  }

  /**
   * The next message was purged, because the node was suspended or disconnected until two later snapshots were stored. Its
   * clients have missed decisions, so they must come back.
   */
  #catchUp(error: MessagesPurged): void {
    this.#callbacks.logEvent('node.behind', { node: this.#number, error: error.message });
    void this.#recover(error, async (recovery) => {
      const replica = await recovery.catchUp(error);
      if (replica === undefined) return;
      this.#applier.continueFrom(replica, 0);
      this.#leaveAndJoin();
    });
  }

  /**
   * Another node has announced that it has stopped. If it is dead in this node's state, it must not stop this node, unless this
   * node is uncertain too. A node that has not joined has no clients, so it only waits.
   */
  #otherNodeStopped(node: string): void {
    this.#silentSince = this.#clock.now();
    if (this.#number === undefined || (this.#check.isCertain && !this.replica.members.hasKey(node))) return;
    this.#streamLost(new Error('another node has found that the stream has lost messages'));
  }

  #streamLost(error: Error): void {
    if (this.#isRecovering) return;
    this.#callbacks.logEvent('node.stream-lost', { error: error.message });
    const own = { lastDelivered: this.#check.stop(), node: this.#number === undefined ? '' : this.#key };
    void this.#recover(error, async (recovery) => {
      const continuation = await recovery.nextEpoch(this.replica, own);
      if (continuation === undefined) return;
      this.#applier.enter(continuation.stream, continuation.replica);
      this.#check.entered();
      // The clients of this node have missed decisions, so they must come back.
      if (!continuation.isSame) this.#leaveAndJoin();
    });
  }

  /** Continues to read from the state that `repair` has set. The node stops if it cannot recover from the error. */
  async #recover(error: Error, repair: (recovery: NodeRecovery) => Promise<void>): Promise<void> {
    if (this.#hasStopped || this.#isRecovering) return;
    if (this.#recovery === undefined) return this.#fail(error);
    this.#isRecovering = true;
    this.#applier.stop();
    try {
      await repair(this.#recovery);
    } catch (reason) {
      return this.#fail(reason instanceof Error ? reason : error);
    }
    this.#isRecovering = false;
    if (!this.#hasStopped) this.#check.connected();
  }
}
