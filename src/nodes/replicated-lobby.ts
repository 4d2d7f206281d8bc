import { crc32 } from 'node:zlib';
import type { NumberedChange } from '../accounts/changes/account-change.ts';
import type { JournalGame } from '../journal/journal.ts';
import type { Decision } from '../lobby/decision.ts';
import { DueDeadlineFailed } from '../lobby/due-deadlines.ts';
import type { GameId, JournalEntry } from '../lobby/games/game-event.ts';
import type { Input } from '../lobby/input.ts';
import { Lobby, type LobbyOptions } from '../lobby/lobby.ts';
import type { FoldLookAlikes } from '../lobby/players/look-alikes.ts';
import { nodeOf } from '../lobby/players/player.ts';
import type { LobbySnapshot } from '../lobby/snapshot.ts';
import { Members, type MembersSnapshot } from './members.ts';
import { ReplicatedNameRegister, type ReplicatedNameRegisterSnapshot } from './replicated-name-register.ts';
import {
  type AppliedPosition,
  type Batch,
  decodeMessage,
  type NodeNumber,
  type SharedConfiguration,
} from './stream-message.ts';
import { eventLine, UnarchivedGames, type UnarchivedGamesSnapshot } from './unarchived-games.ts';

/** A message as the stream delivers it. */
export interface DeliveredMessage {
  /** Counts the messages of the stream from 1. */
  readonly sequence: number;
  /** When the stream stored it; whole milliseconds since the epoch. */
  readonly timestamp: number;
  readonly data: Uint8Array;
}

/** From one message to the next, the lobby's time goes on by at most so many milliseconds: an outage ends no game. */
const MAX_TIME_STEP = 2_000;

const TIME_INPUT: Input = { kind: 'time' };

/**
 * New games of a later epoch get numbers above the last one by this much: the end of the earlier stream, which was lost, may have had games
 * of which no living node knows.
 */
const EPOCH_GAME_GAP = 1_000_000;

/** What a message led to. */
export interface ApplyResult {
  /** In the order in which they were made. */
  readonly decisions: readonly BatchDecision[];
  /** The message was this one's `join`. */
  readonly joined?: { readonly key: string; readonly node: NodeNumber };
  /** Nodes that are gone by this message, dead or because they have left. */
  readonly left: readonly NodeNumber[];
  /** The batch that was applied; absent for other messages, and for a batch that was ignored. */
  readonly batch?: Batch;
  /** A batch that was ignored: of a node that does not live, a duplicate, or one after a gap. */
  readonly ignored?: Batch;
  /** Games that are in the archive now. */
  readonly archived: readonly GameId[];
  /** All nodes are gone: nodes of a later version go on from the state after this message. */
  readonly isUpgraded?: boolean;
  /** Bans that have ended. */
  readonly endedBans: readonly number[];
  /** Changes of reserved names and bans that were carried out. */
  readonly changes: readonly NumberedChange[];
}

/** A decision, and the place of its input in the batch; without a place, no input of the batch led to it. */
export interface BatchDecision {
  readonly place?: number;
  readonly decision: Decision;
}

/** What made the lobby throw: an input, or a deadline that was due at it. */
export interface SkippedInputPosition {
  readonly sequence: number;
  /** Of the input in its message. 0 stands for a message without inputs. */
  readonly place: number;
  /** Counts the deadlines that were due at this place from 0. Absent: the input itself. */
  readonly deadline?: number;
}

/** A place as text: `sequence/place`, or `sequence/place/deadline`. */
export const positionText = ({ sequence, place, deadline }: SkippedInputPosition): string =>
  [sequence, place, ...(deadline === undefined ? [] : [deadline])].join('/');

/** An input or a deadline on which the lobby has thrown: the state is not to be used any more. */
export class PoisonousInput extends Error {
  override readonly name = 'PoisonousInput';
  readonly at: SkippedInputPosition;

  constructor(at: SkippedInputPosition, cause: unknown) {
    super(`the lobby failed at ${positionText(at)}: ${String(cause)}`, { cause });
    this.at = at;
  }
}

/** The stream does not have the next message any more: two later snapshots are stored, and what is before them was purged. */
export class MessagesPurged extends Error {
  override readonly name = 'MessagesPurged';
  /** The sequence of the first message that there is. */
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
  /** The highest one so far, and that of the last message. */
  readonly timestamp: number;
  readonly lastTimestamp: number;
  readonly now: number;
  readonly hash: number;
  readonly messages: number;
  readonly members: MembersSnapshot;
  readonly games: UnarchivedGamesSnapshot;
  readonly register: ReplicatedNameRegisterSnapshot;
  readonly lobby: LobbySnapshot;
}

/** What every node of an installation is started with. */
export interface ReplicaOptions {
  readonly lobby: LobbyOptions;
  readonly skeleton: FoldLookAlikes;
  /** What made a lobby throw before, as `positionText` writes it. */
  readonly skipped?: ReadonlySet<string>;
  readonly newLobby?: (options: LobbyOptions) => Lobby;
}

/**
 * The lobby of an installation of several nodes: every node applies the same messages of one stream in the same order, and so comes to the
 * same state. No clock, no randomness, no I/O.
 */
export class ReplicatedLobby {
  readonly lobby: Lobby;
  readonly members = new Members();
  readonly games = new UnarchivedGames();
  /** Reserved names and bans. */
  readonly nameRegister: ReplicatedNameRegister;
  readonly #skipped: ReadonlySet<string>;
  /** The deadlines of `skipped` by the place of their input. */
  readonly #skippedDeadlines: ReadonlyMap<string, ReadonlySet<number>>;
  #configuration: SharedConfiguration | undefined;
  #sequence = 0;
  #timestamp = 0;
  #lastTimestamp = 0;
  /** The lobby's own time; milliseconds, at first those of the first message. */
  #now = 0;
  #hash = 0;
  #messages = 0;
  /** The decisions of the present message, and the place of the next one that none of its inputs leads to. */
  #decisions: BatchDecision[] = [];
  #nextPlace = 0;

  constructor({ lobby, skeleton, skipped = new Set(), newLobby }: ReplicaOptions) {
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

  /** The highest timestamp of the stream so far: the clock of its server may be set back. */
  get timestamp(): number {
    return this.#timestamp;
  }

  /** That of the last applied message. */
  get lastTimestamp(): number {
    return this.#lastTimestamp;
  }

  /** The last applied message, and the hash of all messages up to it and of the events that they led to. */
  get position(): AppliedPosition {
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

  /** Takes the state of a snapshot. Only before the first message. */
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

  /** Applies the next message. Throws `PoisonousInput` if the lobby throws: then this object must be replaced. Throws `MessagesPurged`. */
  apply({ sequence, timestamp, data }: DeliveredMessage): ApplyResult {
    if (sequence > this.#sequence + 1) throw new MessagesPurged(this.#sequence + 1, sequence);
    if (sequence !== this.#sequence + 1) throw new Error(`message ${sequence} after ${this.#sequence}`);
    const read = decodeMessage(data);
    this.#advance(timestamp);
    this.#sequence = sequence;
    this.#hash = crc32(data, this.#hash);
    this.#messages = crc32(data, this.#messages);
    const decisions: BatchDecision[] = [];
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

  /** Only the first one of a stream counts. */
  #configure(configuration: SharedConfiguration): void {
    if (this.#configuration !== undefined) return;
    this.#configuration = configuration;
    this.#step(0, { kind: 'raise-last-game', game: configuration.lastGame });
  }

  #skipGameNumbers(decisions: BatchDecision[]): void {
    // What is due is carried out with the first input.
    const decision = this.#step(0, { kind: 'allocate-game' });
    decisions.push({ decision });
    this.#step(0, { kind: 'raise-last-game', game: (decision.allocated ?? 0) + EPOCH_GAME_GAP });
  }

  /**
   * Nodes of a later version, or with other options, take over. Every player's seat is reserved. An earlier version, or another installation,
   * is ignored.
   */
  #upgrade(configuration: SharedConfiguration, outcome: ApplyResult, decisions: BatchDecision[]): ApplyResult {
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

  #removeDead(decisions: BatchDecision[]): NodeNumber[] {
    const left: NodeNumber[] = [];
    for (let dead = this.members.removeDead(this.#now); dead; dead = this.members.removeDead(this.#now)) {
      decisions.push({ decision: this.#step(0, { kind: 'node-left', node: dead.node }) });
      left.push(dead.node);
    }
    return left;
  }

  /** A batch counts only if it is exactly the next one of a living node. */
  #applyBatch(batch: Batch, outcome: ApplyResult, decisions: BatchDecision[]): ApplyResult {
    const member = this.members.find(batch.node);
    if (member === undefined || batch.number !== member.batches + 1) return { ...outcome, ignored: batch };
    member.batches = batch.number;
    if (batch.heartbeat !== undefined) {
      member.heartbeatAt = this.#now;
      member.broadcasts = batch.heartbeat.broadcasts;
    }
    // What is due is carried out by every heartbeat, also where no input follows.
    if (batch.inputs.length === 0) decisions.push({ decision: this.#step(0, TIME_INPUT) });
    for (const [place, input] of batch.inputs.entries())
      decisions.push({ place, decision: this.#step(place + 1, isAllowed(input, batch.node) ? input : TIME_INPUT) });
    const archived = (batch.archived ?? []).filter((game) => this.games.removeArchived(game));
    this.#nextPlace = batch.inputs.length + 1;
    const changes = this.nameRegister.apply(batch.changes ?? []);
    const endedBans = this.nameRegister.endBans(batch.endedBans ?? []);
    return { ...outcome, batch, archived, endedBans, changes };
  }

  #step(place: number, input: Input): Decision {
    const at = { sequence: this.#sequence, place };
    const skipped = this.#skipped.size === 0 ? undefined : positionText(at);
    let decision: Decision;
    try {
      decision =
        skipped === undefined
          ? this.lobby.step(input, this.#now)
          : this.lobby.step(
              this.#skipped.has(skipped) ? TIME_INPUT : input,
              this.#now,
              this.#skippedDeadlines.get(skipped),
            );
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

  /** Whether it leaves this out. */
  skips(at: SkippedInputPosition): boolean {
    return this.#skipped.has(positionText(at));
  }

  /** A game that is not archived yet. */
  stored(game: GameId): JournalGame | undefined {
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

/** A node speaks for its own players only, and no node declares another one gone. */
function isAllowed(input: Input, node: NodeNumber): boolean {
  if ('player' in input) return nodeOf(input.player) === node;
  return input.kind === 'drain-node' ? input.node === node : input.kind !== 'node-left';
}
