import assert from 'node:assert/strict';
import type { DeliveredMessage, ReplicatedLobby, ReplicatedSnapshot } from '../../../../src/nodes/replicated-lobby.ts';
import type { SimulatedEpoch, SimulatedNats } from '../../nodes/simulated-nats.ts';
import { DeliveryLog } from './delivery-log.ts';
import type { Membership } from './membership.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import { initialState, type SavedState, Timeline, type TimelineOptions } from './timeline.ts';

/** The state of a node differs from the reference. */
export class StatesDiffer extends Error {
  override readonly name = 'StatesDiffer';
  /** The number of messages of all epochs after which the states were still equal. */
  readonly lastEqual: number;

  constructor(message: string, lastEqual: number) {
    super(message);
    this.lastEqual = lastEqual;
  }
}

/** The end of the stream that may be lost or has been lost. */
interface Loss {
  /** The state before the end. */
  readonly kept: SavedState;
  readonly sequence: number;
  /** The timeline with the lost messages; absent until they are lost. */
  lost?: { readonly messages: readonly DeliveredMessage[]; readonly timeline: Timeline };
}

/**
 * Computes the state and the notices of every node: it applies every message when the stream stores it. After the stream has lost its end,
 * there are two possible timelines until the next epoch begins from one of them.
 */
export class ReferenceReplica {
  readonly #options: TimelineOptions;
  readonly #nats: SimulatedNats;
  readonly deliveries = new DeliveryLog();
  #epoch: SimulatedEpoch;
  #timeline: Timeline;
  /** For each epoch, the timelines with which a node may still be compared. */
  readonly #timelines = new Map<number, Timeline[]>();
  #loss: Loss | undefined;
  #lastTag = 0;
  /** Whether a node was unreachable when the stream lost its end, so that no other node knows what it has delivered. */
  wasUnreachable: (id: string) => boolean = () => false;

  constructor(options: TimelineOptions, nats: SimulatedNats) {
    this.#options = options;
    this.#nats = nats;
    this.#epoch = nats.latest;
    this.#timeline = this.#begin(initialState(this.deliveries));
  }

  /** The current timeline. */
  get timeline(): Timeline {
    return this.#timeline;
  }

  get replica(): ReplicatedLobby {
    return this.#timeline.replica;
  }

  get epoch(): number {
    return this.#epoch.number;
  }

  /** The messages of the current epoch. */
  get messages(): readonly DeliveredMessage[] {
    return this.#epoch.stream.messages;
  }

  /** A tag for a new input. */
  nextTag(): number {
    return ++this.#lastTag;
  }

  // The stream

  onStored(epoch: SimulatedEpoch, message: DeliveredMessage): void {
    if (epoch === this.#epoch) this.#timeline.apply(message);
    else assert(epoch.number > this.#epoch.number, `epoch ${epoch.number} has a message after its end`);
  }

  /** From now on, the stream may lose the messages that it stores. */
  expectLoss(): void {
    assert(this.#loss === undefined);
    this.#loss = { kept: this.#timeline.save(), sequence: this.#timeline.replica.position.sequence };
    this.deliveries.mark();
  }

  /** The stream has lost no messages. */
  cancelLoss(): void {
    this.#loss = undefined;
    this.deliveries.unmark();
  }

  /** The sequence of the last message that cannot be lost; undefined if no loss is expected. */
  get keptSequence(): number | undefined {
    return this.#loss?.sequence;
  }

  get hasLost(): boolean {
    return this.#loss?.lost !== undefined;
  }

  /** The stream has lost the messages since `expectLoss`, or with `losesAll` all messages. */
  lose(losesAll: boolean): void {
    const loss = this.#loss;
    assert(loss !== undefined && loss.lost === undefined);
    const { stream } = this.#epoch;
    const messages = stream.messages.slice(loss.sequence);
    loss.lost = { messages, timeline: this.#timeline };
    if (losesAll) this.#nats.loseAll();
    else stream.cutTail(messages.length);
    this.#timeline = this.#begin(loss.kept);
  }

  /** The nodes continue in the same epoch: nodes that had applied lost messages were declared dead before they could report it. */
  settle(processes: readonly SimulatedProcess[]): void {
    const loss = this.#loss;
    assert(loss?.lost !== undefined);
    const hasContinued = ({ node, installation }: SimulatedProcess): boolean => {
      if (node === undefined || installation.epoch !== this.epoch) return false;
      return node.replica.position.sequence > loss.sequence && this.#timeline.has(node.replica);
    };
    if (!processes.every(hasContinued)) return;
    this.deliveries.settle(this.#timeline.members, this.wasUnreachable);
    this.#loss = undefined;
  }

  /** Starts the next epoch from the state of a node. */
  onEpochStarted(epoch: SimulatedEpoch, text: string): void {
    // An epoch that was abandoned. It stores no messages.
    if (epoch !== this.#nats.latest) return;
    const loss = this.#loss;
    assert(loss?.lost !== undefined, `epoch ${epoch.number} begins, but the stream has lost nothing`);
    const { lost, kept, sequence } = loss;
    const { hash } = JSON.parse(text) as ReplicatedSnapshot;
    const candidates = [
      { timeline: lost.timeline, messages: lost.messages },
      { timeline: this.#timeline, messages: this.#epoch.stream.messages.slice(sequence) },
    ];
    const from = candidates.find(({ timeline }) => timeline.sequenceOf(hash) !== undefined);
    const last = from?.timeline.sequenceOf(hash) ?? 0;
    assert(from !== undefined && last >= sequence, 'the next epoch begins from a state that a node had');
    const replayed = new Timeline(this.#options, this.#epoch.skipped, kept);
    for (const message of from.messages.slice(0, last - sequence)) replayed.apply(message);
    const expected = JSON.stringify({ ...replayed.replica.snapshot(), sequence: 0 });
    assert.equal(text, expected, 'the next epoch begins with the state of its creator');
    this.deliveries.settle(replayed.members, this.wasUnreachable);
    this.#loss = undefined;
    this.#epoch = epoch;
    this.#timeline = this.#begin({ ...replayed.save(), text });
    for (const message of epoch.stream.messages) this.#timeline.apply(message);
  }

  // Reports of the nodes

  /** A node has applied a message. Returns the timeline with the same state, and throws if there is none. Undefined in an abandoned epoch. */
  compare(node: string, epoch: number, replica: ReplicatedLobby): Timeline | undefined {
    const { sequence } = replica.position;
    const timelines = this.#timelines.get(epoch);
    if (timelines === undefined) {
      assert(sequence <= 1, `${node} has applied messages of epoch ${epoch}, which was abandoned`);
      return undefined;
    }
    const lastEqual = Math.max(...timelines.map((each) => each.lastBefore(sequence)));
    const timeline = timelines.find((each) => each.has(replica));
    if (timeline === undefined)
      throw new StatesDiffer(`${node} has another hash or time at message ${sequence} of epoch ${epoch}`, lastEqual);
    const expected = timeline.checkpoint(sequence);
    if (expected === undefined) return timeline;
    const actual = JSON.stringify(replica.snapshot());
    if (actual === expected) return timeline;
    const message = `${node} has another state after message ${sequence} of epoch ${epoch}`;
    throw new StatesDiffer(`${message}\n${difference(actual, expected)}`, lastEqual);
  }

  /** A node has delivered this line to a client. */
  delivered(id: string, line: string): void {
    this.deliveries.deliver(id, line, this.#possibleMembers);
  }

  /** A node has delivered the decision on an input to its client. */
  decided(tag: number): void {
    const isApplied = this.#possibleTimelines.some(({ inputs }) => inputs.isApplied(tag));
    assert(isApplied, `input ${tag} is answered, but is not in the stream`);
  }

  /** A node has notified a client that its input was never published. */
  dropped(tag: number): void {
    for (const { inputs } of this.#possibleTimelines) inputs.dropped(tag);
  }

  get #possibleTimelines(): readonly Timeline[] {
    return this.#loss?.lost === undefined ? [this.#timeline] : [this.#timeline, this.#loss.lost.timeline];
  }

  get #possibleMembers(): readonly Membership[] {
    return this.#possibleTimelines.map(({ members }) => members);
  }

  #begin(saved: SavedState): Timeline {
    const { number, skipped } = this.#epoch;
    const timeline = new Timeline(this.#options, skipped, saved);
    timeline.onCheckpoint = (sequence, text) => {
      if (this.#loss === undefined) this.#epoch.save(sequence, text);
    };
    this.#timelines.set(number, [...(this.#timelines.get(number) ?? []), timeline]);
    return timeline;
  }
}

/** The first place at which two texts differ. */
function difference(actual: string, expected: string): string {
  let at = 0;
  while (actual[at] === expected[at]) at++;
  const from = Math.max(0, at - 200);
  return `actual:   …${actual.slice(from, at + 200)}\nexpected: …${expected.slice(from, at + 200)}`;
}
