import { crc32 } from 'node:zlib';
import type { NumberedChange } from '../accounts/changes/name-register-change.ts';
import type { EncodedGame } from '../journal/journal.ts';
import { DueDeadlineFailed } from '../lobby/deadline-runner.ts';
import type { Decision } from '../lobby/decision.ts';
import type { GameId, JournalEntry } from '../lobby/games/game-event.ts';
import type { Input } from '../lobby/input.ts';
import { Lobby, type LobbyOptions } from '../lobby/lobby.ts';
import type { LobbySnapshot } from '../lobby/lobby-snapshot.ts';
import type { FoldLookAlikes } from '../lobby/players/look-alikes.ts';
import { nodeOf } from '../lobby/players/player.ts';
import { Members, type MembersSnapshot } from './members.ts';
import { eventLine, ReplicatedGameEvents, type ReplicatedGameEventsSnapshot } from './replicated-game-events.ts';
import { ReplicatedNameRegister, type ReplicatedNameRegisterSnapshot } from './replicated-name-register.ts';
import {
  type Batch,
  decodeMessage,
  type HashedStreamPosition,
  type NodeNumber,
  type SharedConfiguration,
} from './stream-message.ts';

export interface DeliveredMessage {
  /** Counts the messages of the stream from 1. */
  readonly sequence: number;
  /** When the stream stored the message; whole milliseconds since 1970. */
  readonly timestamp: number;
  readonly data: Uint8Array;
}

/**
 * The lobby's time advances by at most this many milliseconds from one message to the next. Therefore an outage ends no game.
 */
const MAX_TIME_STEP = 2_000;

const TIME_INPUT: Input = { kind: 'time' };

/**
 * When a later epoch begins, this many game numbers are skipped. The lost end of the earlier stream may have had games that no
 * living node knows.
 */
const EPOCH_GAME_GAP = 1_000_000;

export interface ApplyResult {
  /** In the order in which they were made. */
  readonly decisions: readonly DecisionInBatch[];
  /** The node that has joined with this message. */
  readonly joined?: { readonly key: string; readonly node: NodeNumber };
  /** Nodes that were declared dead or have left with this message. */
  readonly left: readonly NodeNumber[];
  /** The batch that was applied. Absent for other messages and for an ignored batch. */
  readonly batch?: Batch;
  /** The batch that was ignored, because its node does not live, it is a duplicate, or batches before it are missing. */
  readonly ignored?: Batch;
  /** Games that were reported as archived and removed from the replicated state. */
  readonly archived: readonly GameId[];
  /**
   * Whether nodes of a later version take over. All present nodes have left. The later nodes continue from the state after this
   * message.
   */
  readonly isUpgraded?: boolean;
  readonly endedBans: readonly number[];
  /** Changes of reserved names and bans that were applied. */
  readonly changes: readonly NumberedChange[];
}

/** A decision, and the index of its input in the batch. */
export interface DecisionInBatch {
  /** Absent if the decision does not belong to an input of the batch. */
  readonly inputIndex?: number;
  readonly decision: Decision;
}

/** The position of an input, or of a deadline that was due at the input. The lobby has thrown on it. */
export interface SkippedInputPosition {
  readonly sequence: number;
  /** The position of the input in its message, from 1 on. 0 stands for the message itself. */
  readonly place: number;
  /** The index of the deadline among those that were due at this input. Absent if the lobby has thrown on the input itself. */
  readonly deadline?: number;
}

/** A position as text: `sequence/place`, or `sequence/place/deadline`. */
export const positionText = ({ sequence, place, deadline }: SkippedInputPosition): string =>
  [sequence, place, ...(deadline === undefined ? [] : [deadline])].join('/');

/** The lobby has thrown on an input or a deadline. The state must not be used any more. */
export class PoisonousInput extends Error {
  override readonly name = 'PoisonousInput';
  readonly at: SkippedInputPosition;

  constructor(at: SkippedInputPosition, cause: unknown) {
    super(`the lobby failed at ${positionText(at)}: ${String(cause)}`, { cause });
    this.at = at;
  }
}

/** The next message was purged from the stream, because two later snapshots are stored. */
export class MessagesPurged extends Error {
  override readonly name = 'MessagesPurged';
  /** The sequence of the first message that the stream has. */
  readonly first: number;

  constructor(next: number, first: number) {
    super(`the stream begins with message ${first}, and ${next} is the next one`);
    this.first = first;
  }
}

/** The whole replicated state as plain JSON data. Equal states have equal snapshots. */
export interface ReplicatedSnapshot {
  readonly configuration: SharedConfiguration | null;
  readonly sequence: number;
  /** The highest timestamp so far. */
  readonly timestamp: number;
  readonly lastTimestamp: number;
  readonly now: number;
  readonly hash: number;
  readonly messages: number;
  readonly members: MembersSnapshot;
  readonly games: ReplicatedGameEventsSnapshot;
  readonly register: ReplicatedNameRegisterSnapshot;
  readonly lobby: LobbySnapshot;
}

/** The options of a replica. They must be equal on all nodes of an installation. */
export interface ReplicatedLobbyOptions {
  readonly lobby: LobbyOptions;
  readonly skeleton: FoldLookAlikes;
  /** Positions to skip, as `positionText` writes them, because a lobby has thrown on them. */
  readonly skipped?: ReadonlySet<string>;
  readonly newLobby?: (options: LobbyOptions) => Lobby;
}

/**
 * The copy of the lobby on one node of an installation. Every node applies the same messages of one stream in the same order,
 * so all copies have the same state. No clock, no random numbers, no I/O.
 */
export class ReplicatedLobby {
  readonly lobby: Lobby;
  readonly members = new Members();
  readonly games = new ReplicatedGameEvents();
  /** Reserved names and bans. */
  readonly nameRegister: ReplicatedNameRegister;
  readonly #skipped: ReadonlySet<string>;
  /** The deadlines in `skipped` by the position of their input. */
  readonly #skippedDeadlines: ReadonlyMap<string, ReadonlySet<number>>;
  #configuration: SharedConfiguration | undefined;
  #sequence = 0;
  #timestamp = 0;
  #lastTimestamp = 0;
  /** The lobby's own time in milliseconds. It starts with the timestamp of the first message. */
  #now = 0;
  #hash = 0;
  #messages = 0;
  #decisions: DecisionInBatch[] = [];
  /** The place of the next step in the present message that does not come from one of its inputs. */
  #nextPlace = 0;

  constructor({ lobby, skeleton, skipped = new Set(), newLobby }: ReplicatedLobbyOptions) {
    this.lobby = newLobby?.(lobby) ?? new Lobby(lobby);
    this.lobby.setSkeleton(skeleton);
    this.#skipped = skipped;
    this.#skippedDeadlines = deadlinesOf(skipped);
    this.nameRegister = new ReplicatedNameRegister({
      skeleton,
      now: () => this.#now,
      step: (input) => void this.#decisions.push({ decision: this.#step(this.#nextPlace++, input) }),
    });
  }

  /** Absent before the first message. */
  get configuration(): SharedConfiguration | undefined {
    return this.#configuration;
  }

  get now(): number {
    return this.#now;
  }

  /** The highest timestamp of the stream so far. It may be higher than the last one, because a clock may be set back. */
  get timestamp(): number {
    return this.#timestamp;
  }

  get lastTimestamp(): number {
    return this.#lastTimestamp;
  }

  /** The last applied message, with the hashes up to it. */
  get position(): HashedStreamPosition {
    return { sequence: this.#sequence, hash: this.#hash, messages: this.#messages };
  }

  snapshot(): ReplicatedSnapshot {
    return {
      configuration: this.#configuration ?? null,
      sequence: this.#sequence,
      timestamp: this.#timestamp,
      lastTimestamp: this.#lastTimestamp,
      now: this.#now,
      hash: this.#hash,
      messages: this.#messages,
      members: this.members.snapshot(),
      games: this.games.snapshot(),
      register: this.nameRegister.snapshot(),
      lobby: this.lobby.snapshot(),
    };
  }

  /** Restores the state of a snapshot. Must be called before the first message. */
  restore(snapshot: ReplicatedSnapshot): void {
    this.#configuration = snapshot.configuration ?? undefined;
    this.#sequence = snapshot.sequence;
    this.#timestamp = snapshot.timestamp;
    this.#lastTimestamp = snapshot.lastTimestamp;
    this.#now = snapshot.now;
    this.#hash = snapshot.hash;
    this.#messages = snapshot.messages;
    this.members.restore(snapshot.members);
    this.games.restore(snapshot.games);
    this.nameRegister.restore(snapshot.register);
    this.lobby.restore(snapshot.lobby);
  }

  /**
   * Applies the next message. Throws `PoisonousInput` if the lobby throws; then this object must not be used any more. Throws
   * `MessagesPurged`.
   */
  apply({ sequence, timestamp, data }: DeliveredMessage): ApplyResult {
    if (sequence > this.#sequence + 1) throw new MessagesPurged(this.#sequence + 1, sequence);
    if (sequence !== this.#sequence + 1) throw new Error(`message ${sequence} after ${this.#sequence}`);
    const read = decodeMessage(data);
    this.#advance(timestamp);
    this.#sequence = sequence;
    this.#hash = crc32(data, this.#hash);
    this.#messages = crc32(data, this.#messages);
    const decisions: DecisionInBatch[] = [];
    this.#decisions = decisions;
    this.#nextPlace = 1;
    const left = this.#removeDead(decisions);
    const outcome = { decisions, left, archived: [], endedBans: [], changes: [] };
    if (!read.ok) return outcome;
    const message = read.value;
    switch (message.kind) {
      case 'configure':
        this.#configure(message.configuration);
        return outcome;
      case 'begin':
        this.#skipGameNumbers(decisions);
        return outcome;
      case 'upgrade':
        return this.#upgrade(message.configuration, outcome, decisions);
      case 'prepare':
        this.nameRegister.prepare(message);
        return outcome;
      case 'join':
        if (!this.nameRegister.isPrepared) return outcome;
        return { ...outcome, joined: { key: message.key, node: this.members.add(this.#now, message.key) } };
      case 'leave':
        if (this.members.find(message.node)?.key !== message.key) return outcome;
        this.members.remove(message.node);
        decisions.push({ decision: this.#step(0, { kind: 'node-left', node: message.node }) });
        left.push(message.node);
        return outcome;
      case 'batch':
        return this.#applyBatch(message, outcome, decisions);
    }
  }

  #advance(timestamp: number): void {
    const isFirst = this.#timestamp === 0;
    const passed = isFirst ? 0 : timestamp - this.#lastTimestamp;
    if (isFirst) this.#now = timestamp;
    this.#now += Math.max(0, Math.min(MAX_TIME_STEP, passed));
    this.#timestamp = Math.max(this.#timestamp, timestamp);
    this.#lastTimestamp = timestamp;
  }

  /** Sets the configuration. Only the first `configure` of a stream has an effect. */
  #configure(configuration: SharedConfiguration): void {
    if (this.#configuration !== undefined) return;
    this.#configuration = configuration;
    this.#step(0, { kind: 'raise-last-game', game: configuration.lastGame });
  }

  #skipGameNumbers(decisions: DecisionInBatch[]): void {
    // The lobby executes due deadlines with the first input, so the decision may have events.
    const decision = this.#step(0, { kind: 'allocate-game' });
    decisions.push({ decision });
    this.#step(0, { kind: 'raise-last-game', game: (decision.allocated ?? 0) + EPOCH_GAME_GAP });
  }

  /**
   * Lets nodes of a later version, or with other options, take over. All present nodes leave, and the seats of their players
   * are reserved. Does nothing for an earlier version or another installation.
   */
  #upgrade(configuration: SharedConfiguration, outcome: ApplyResult, decisions: DecisionInBatch[]): ApplyResult {
    const present = this.#configuration;
    if (present === undefined || configuration.installation !== present.installation) return outcome;
    if (configuration.lobbyVersion < present.lobbyVersion) return outcome;
    const left = [...outcome.left, ...this.members.numbers];
    for (const node of this.members.numbers) {
      this.members.remove(node);
      decisions.push({ decision: this.#step(0, { kind: 'node-left', node }) });
    }
    this.#configuration = { ...configuration, lastGame: present.lastGame };
    return { ...outcome, left, isUpgraded: true };
  }

  #removeDead(decisions: DecisionInBatch[]): NodeNumber[] {
    const left: NodeNumber[] = [];
    for (let dead = this.members.removeDead(this.#now); dead; dead = this.members.removeDead(this.#now)) {
      decisions.push({ decision: this.#step(0, { kind: 'node-left', node: dead.node }) });
      left.push(dead.node);
    }
    return left;
  }

  /** Applies a batch. Ignores a batch that is not exactly the next one of a living node. */
  #applyBatch(batch: Batch, outcome: ApplyResult, decisions: DecisionInBatch[]): ApplyResult {
    const member = this.members.find(batch.node);
    if (member === undefined || batch.number !== member.batches + 1) return { ...outcome, ignored: batch };
    member.batches = batch.number;
    if (batch.heartbeat !== undefined) {
      member.heartbeatAt = this.#now;
      member.broadcasts = batch.heartbeat.broadcasts;
    }
    // A heartbeat may be a batch without inputs. It must execute due deadlines too.
    if (batch.inputs.length === 0) decisions.push({ decision: this.#step(0, TIME_INPUT) });
    for (const [inputIndex, input] of batch.inputs.entries()) {
      const allowed = isAllowed(input, batch.node) ? input : TIME_INPUT;
      decisions.push({ inputIndex, decision: this.#step(inputIndex + 1, allowed) });
    }
    const archived = (batch.archived ?? []).filter((game) => this.games.removeArchived(game));
    this.#nextPlace = batch.inputs.length + 1;
    const changes = this.nameRegister.apply(batch.changes ?? []);
    const endedBans = this.nameRegister.endBans(batch.endedBans ?? []);
    return { ...outcome, batch, archived, endedBans, changes };
  }

  #step(place: number, input: Input): Decision {
    const at = { sequence: this.#sequence, place };
    const text = this.#skipped.size === 0 ? undefined : positionText(at);
    let decision: Decision;
    try {
      decision =
        text === undefined
          ? this.lobby.step(input, this.#now)
          : this.lobby.step(this.#skipped.has(text) ? TIME_INPUT : input, this.#now, this.#skippedDeadlines.get(text));
    } catch (error) {
      throw new PoisonousInput(error instanceof DueDeadlineFailed ? { ...at, deadline: error.index } : at, error);
    }
    for (const entry of decision.entries) this.#store(entry);
    return decision;
  }

  #store(entry: JournalEntry): void {
    const line = eventLine(entry);
    this.#hash = crc32(line, this.#hash);
    this.games.add(entry, line, this.#timestamp);
  }

  skips(at: SkippedInputPosition): boolean {
    return this.#skipped.has(positionText(at));
  }

  /** The events of a game that is not archived yet. */
  stored(game: GameId): EncodedGame | undefined {
    return this.games.find(game);
  }
}

function deadlinesOf(skipped: ReadonlySet<string>): Map<string, Set<number>> {
  const deadlines = new Map<string, Set<number>>();
  for (const text of skipped) {
    const [sequence, place, deadline] = text.split('/');
    if (deadline === undefined) continue;
    const at = `${sequence}/${place}`;
    deadlines.set(at, (deadlines.get(at) ?? new Set()).add(Number(deadline)));
  }
  return deadlines;
}

/**
 * Whether a node may publish this input. It may publish inputs of its own players only, and may not declare another node dead.
 */
function isAllowed(input: Input, node: NodeNumber): boolean {
  if ('player' in input) return nodeOf(input.player) === node;
  return input.kind === 'drain-node' ? input.node === node : input.kind !== 'node-left';
}
