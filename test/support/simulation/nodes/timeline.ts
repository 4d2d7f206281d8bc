import assert from 'node:assert/strict';
import { foldName } from '../../../../src/lobby/players/name-normalisation.ts';
import { nodeOf, PLAYERS_PER_NODE } from '../../../../src/lobby/players/player.ts';
import {
  type ApplyResult,
  type DeliveredMessage,
  PoisonousInput,
  positionText,
  ReplicatedLobby,
  type ReplicatedLobbyOptions,
} from '../../../../src/nodes/replicated-lobby.ts';
import type { DeliveryLog } from './delivery-log.ts';
import { GameEventCheck } from './game-event-check.ts';
import { InputLog } from './input-log.ts';
import type { MarkedInput } from './marked-input.ts';
import { Membership } from './membership.ts';

/** The number of inputs between two comparisons of snapshots. */
const CHECKPOINT_EVERY = 1_000;
/** The number of messages between two checks that names are unique. */
const NAMES_EVERY = 10;
/** The number of checkpoints that are stored. */
const STORED_CHECKPOINTS = 60;

export interface TimelineOptions extends Omit<ReplicatedLobbyOptions, 'skipped'> {
  /** From this message on, every message has a checkpoint. Messages of all epochs are counted. */
  readonly compareFrom: number;
}

/** A copy of the state and the history of a timeline. */
export interface SavedState {
  readonly text: string;
  readonly count: number;
  readonly skips: number;
  readonly inputs: InputLog;
  readonly games: GameEventCheck;
  readonly members: Membership;
}

export const initialState = (deliveries: DeliveryLog): SavedState => ({
  ...{ text: '', count: 0, skips: 0 },
  ...{ inputs: new InputLog(), games: new GameEventCheck(), members: new Membership(deliveries) },
});

/**
 * One timeline of one epoch: every message is applied when it is stored, and its result is checked. At each checkpoint, the replica is
 * replaced by a new one that is restored from the snapshot.
 */
export class Timeline {
  readonly #options: TimelineOptions;
  /** The skipped inputs of the epoch. */
  readonly #skipped: Set<string>;
  #replica: ReplicatedLobby;
  #last: string;
  readonly #sinceLast: DeliveredMessage[] = [];
  readonly #checkpoints = new Map<number, { readonly text: string; readonly count: number }>();
  #inputsSinceLast = 0;
  #isDue = false;
  #count: number;
  /** The hashes of the states by sequence. */
  readonly #hashes: number[] = [];
  readonly #times: number[] = [];
  readonly inputs: InputLog;
  readonly games: GameEventCheck;
  readonly members: Membership;
  /** The number of skipped inputs. */
  skips: number;
  /** Called with each regular checkpoint. */
  onCheckpoint: (sequence: number, text: string) => void = () => undefined;

  /** `skipped`: the set that all nodes share. */
  constructor(options: TimelineOptions, skipped: Set<string>, saved: SavedState) {
    this.#options = options;
    this.#skipped = skipped;
    this.inputs = saved.inputs.copy();
    this.games = saved.games.copy();
    this.members = saved.members.copy();
    [this.#last, this.#count, this.skips] = [saved.text, saved.count, saved.skips];
    this.#replica = this.#restored();
    this.#recordState();
  }

  get replica(): ReplicatedLobby {
    return this.#replica;
  }

  /** The number of messages of all epochs until this state. */
  get count(): number {
    return this.#count;
  }

  save(): SavedState {
    const text = JSON.stringify(this.#replica.snapshot());
    const { skips, inputs, games, members } = this;
    return {
      ...{ text, skips, count: this.#count },
      ...{ inputs: inputs.copy(), games: games.copy(), members: members.copy() },
    };
  }

  /** Takes a checkpoint after the next message. */
  requestCheckpoint(): void {
    this.#isDue = true;
  }

  apply(message: DeliveredMessage): void {
    const outcome = this.#outcomeOf(message);
    this.#count++;
    this.#sinceLast.push(message);
    this.#recordState();
    this.#check(outcome);
    const { sequence } = this.#replica.position;
    if (sequence % NAMES_EVERY === 0) this.#checkNames();
    this.#takeCheckpoint(sequence);
  }

  /** Whether a state belongs to this timeline. */
  has({ position: { sequence, hash }, now }: ReplicatedLobby): boolean {
    return hash === this.#hashes[sequence] && now === this.#times[sequence];
  }

  /** The last message with this hash; undefined if there is none. */
  sequenceOf(hash: number): number | undefined {
    const sequence = this.#hashes.lastIndexOf(hash);
    return sequence === -1 ? undefined : sequence;
  }

  /** The snapshot at this message, if there is one. */
  checkpoint(sequence: number): string | undefined {
    return this.#checkpoints.get(sequence)?.text;
  }

  /** The last checkpoint before this message. Messages of all epochs are counted. */
  lastBefore(sequence: number): number {
    const before = [...this.#checkpoints].filter(([each]) => each < sequence);
    return Math.max(0, ...before.map(([, { count }]) => count));
  }

  #outcomeOf(message: DeliveredMessage): ApplyResult {
    try {
      return this.#replica.apply(message);
    } catch (error) {
      if (!(error instanceof PoisonousInput)) throw error;
      this.#skipped.add(positionText(error.at));
      this.skips++;
      this.#replica = this.#restored();
      for (const each of this.#sinceLast) this.#replica.apply(each);
      return this.#outcomeOf(message);
    }
  }

  /** Records the state, so that nodes can be compared with it. */
  #recordState(): void {
    const { sequence, hash } = this.#replica.position;
    this.#hashes[sequence] = hash;
    this.#times[sequence] = this.#replica.now;
  }

  #restored(): ReplicatedLobby {
    const replica = new ReplicatedLobby({ ...this.#options, skipped: this.#skipped });
    if (this.#last !== '') replica.restore(JSON.parse(this.#last));
    return replica;
  }

  #takeCheckpoint(sequence: number): void {
    const isDue = this.#isDue || this.#inputsSinceLast >= CHECKPOINT_EVERY;
    const comparesAll = this.#count >= this.#options.compareFrom;
    if (!isDue && !comparesAll) return;
    const text = JSON.stringify(this.#replica.snapshot());
    this.#checkpoints.set(sequence, { text, count: this.#count });
    for (const old of this.#checkpoints.keys()) {
      if (this.#checkpoints.size <= STORED_CHECKPOINTS || comparesAll) break;
      this.#checkpoints.delete(old);
    }
    if (!isDue) return;
    [this.#inputsSinceLast, this.#isDue] = [0, false];
    this.#last = text;
    this.#sinceLast.length = 0;
    this.#replica = this.#restored();
    const again = JSON.stringify(this.#replica.snapshot());
    assert.equal(again, text, 'a restored lobby must have the snapshot from which it was restored');
    this.onCheckpoint(sequence, text);
  }

  #check(outcome: ApplyResult): void {
    const { batch, ignored, joined, left, decisions, archived } = outcome;
    for (const input of batch?.inputs ?? ignored?.inputs ?? []) this.inputs.stored((input as MarkedInput).tag);
    if (batch !== undefined) {
      assert(this.members.isAlive(batch.node), `a batch of node ${batch.node}, which is dead, was applied`);
      this.#inputsSinceLast += batch.inputs.length;
    }
    for (const { inputIndex, decision } of decisions) {
      for (const entry of decision.entries) this.games.onEntry(entry);
      const input = inputIndex === undefined ? undefined : (batch?.inputs[inputIndex] as MarkedInput | undefined);
      if (input !== undefined) {
        this.inputs.applied(input.tag);
        this.members.expectAnswer(batch?.node ?? 0, input.tag, decision.answer);
      }
      for (const { to, notice } of decision.notices)
        this.members.expectNotice(nodeOf(to), to % PLAYERS_PER_NODE, notice, left);
    }
    if (batch?.heartbeat !== undefined) this.members.beat(this.#replica.position.sequence, batch.node, batch.number);
    for (const game of archived) this.games.archived(game);
    for (const node of left) this.members.left(node);
    if (joined !== undefined) this.members.joined(joined.node, joined.key);
  }

  #checkNames(): void {
    const { players } = this.#replica.lobby.publicDirectory().directory;
    const names = players.map(({ name }) => foldName(name));
    assert.equal(new Set(names).size, names.length, `two players have one name: ${names.sort().join(', ')}`);
  }
}
