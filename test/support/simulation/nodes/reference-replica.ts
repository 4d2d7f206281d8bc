import assert from 'node:assert/strict';
import type { DeliveredMessage, ReplicatedLobby, ReplicatedSnapshot } from '../../../../src/nodes/replicated-lobby.ts';
import type { SimulatedBroker, SimulatedEpoch } from '../../nodes/simulated-broker.ts';
import type { Membership } from './membership.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import { beginning, type SavedState, Timeline, type TimelineOptions } from './timeline.ts';
import { ToldLog } from './told-log.ts';

/** A node has another state than the reference. */
export class StatesDiffer extends Error {
  override readonly name = 'StatesDiffer';
  /** After so many messages of all epochs the states were still the same. */
  readonly lastEqual: number;

  constructor(message: string, lastEqual: number) {
    super(message);
    this.lastEqual = lastEqual;
  }
}

/** The end of the stream that it may lose, or has lost. */
interface Loss {
  /** What is before it. */
  readonly kept: SavedState;
  readonly sequence: number;
  /** The messages after it that were lost, and what had come of them; absent until they are lost. */
  lost?: { readonly messages: readonly DeliveredMessage[]; readonly timeline: Timeline };
}

/**
 * Knows what every node must come to and tell: applies every message at the moment when the stream stores it. When the stream loses its end,
 * there are two courses of events until the next epoch begins from one of them.
 */
export class ReferenceReplica {
  readonly #options: TimelineOptions;
  readonly #broker: SimulatedBroker;
  readonly told = new ToldLog();
  #epoch: SimulatedEpoch;
  #timeline: Timeline;
  /** Of each epoch, those with which a node may still be compared. */
  readonly #timelines = new Map<number, Timeline[]>();
  #loss: Loss | undefined;
  #lastTag = 0;
  /** Whether a node was away when the stream lost its end, so that no other node knows what it has told. */
  isAway: (id: string) => boolean = () => false;

  constructor(options: TimelineOptions, broker: SimulatedBroker) {
    this.#options = options;
    this.#broker = broker;
    this.#epoch = broker.latest;
    this.#timeline = this.#begin(beginning(this.told));
  }

  /** The present course of events. */
  get timeline(): Timeline {
    return this.#timeline;
  }

  get replica(): ReplicatedLobby {
    return this.#timeline.replica;
  }

  get epoch(): number {
    return this.#epoch.number;
  }

  /** Those of the present epoch. */
  get messages(): readonly DeliveredMessage[] {
    return this.#epoch.stream.messages;
  }

  /** The tag of a new input. */
  nextTag(): number {
    return ++this.#lastTag;
  }

  // The stream

  stored(epoch: SimulatedEpoch, message: DeliveredMessage): void {
    if (epoch === this.#epoch) this.#timeline.apply(message);
    else assert(epoch.number > this.#epoch.number, `epoch ${epoch.number} goes on after its end`);
  }

  /** What the stream stores from now on it may lose. */
  expectLoss(): void {
    assert(this.#loss === undefined);
    this.#loss = { kept: this.#timeline.save(), sequence: this.#timeline.replica.position.sequence };
    this.told.mark();
  }

  /** It has lost nothing. */
  cancelLoss(): void {
    this.#loss = undefined;
    this.told.unmark();
  }

  /** The last message that is not lost; undefined if there is nothing to lose. */
  get keptSequence(): number | undefined {
    return this.#loss?.sequence;
  }

  get hasLost(): boolean {
    return this.#loss?.lost !== undefined;
  }

  /** It has lost what it has stored since `expectLoss`; `isWhole`: and everything before. */
  lose(isWhole: boolean): void {
    const loss = this.#loss;
    assert(loss !== undefined && loss.lost === undefined);
    const { stream } = this.#epoch;
    const messages = stream.messages.slice(loss.sequence);
    loss.lost = { messages, timeline: this.#timeline };
    if (isWhole) this.#broker.loseAll();
    else stream.cutTail(messages.length);
    this.#timeline = this.#begin(loss.kept);
  }

  /** The nodes go on in the same epoch: those that had applied what is lost were declared dead before they could say so. */
  settle(processes: readonly SimulatedProcess[]): void {
    const loss = this.#loss;
    assert(loss?.lost !== undefined);
    const goesOn = ({ node, installation }: SimulatedProcess): boolean => {
      if (node === undefined || installation.epoch !== this.epoch) return false;
      return node.replica.position.sequence > loss.sequence && this.#timeline.has(node.replica);
    };
    if (!processes.every(goesOn)) return;
    this.told.settle(this.#timeline.members, this.isAway);
    this.#loss = undefined;
  }

  /** The next epoch begins from a state that a node had. */
  begun(epoch: SimulatedEpoch, text: string): void {
    // One that was given up: nothing can be stored in it.
    if (epoch !== this.#broker.latest) return;
    const loss = this.#loss;
    assert(loss?.lost !== undefined, `epoch ${epoch.number} begins, and the stream has lost nothing`);
    const { lost, kept, sequence } = loss;
    const { hash } = JSON.parse(text) as ReplicatedSnapshot;
    const courses = [
      { timeline: lost.timeline, messages: lost.messages },
      { timeline: this.#timeline, messages: this.#epoch.stream.messages.slice(sequence) },
    ];
    const from = courses.find(({ timeline }) => timeline.placeOf(hash) !== undefined);
    const place = from?.timeline.placeOf(hash) ?? 0;
    assert(from !== undefined && place >= sequence, 'the next epoch begins from a state that a node had');
    const replayed = new Timeline(this.#options, this.#epoch.skipped, kept);
    for (const message of from.messages.slice(0, place - sequence)) replayed.apply(message);
    const expected = JSON.stringify({ ...replayed.replica.snapshot(), sequence: 0 });
    assert.equal(text, expected, 'the next epoch begins with the state of its creator');
    this.told.settle(replayed.members, this.isAway);
    this.#loss = undefined;
    this.#epoch = epoch;
    this.#timeline = this.#begin({ ...replayed.save(), text });
    for (const message of epoch.stream.messages) this.#timeline.apply(message);
  }

  // What the nodes do

  /** A node has applied a message, and must have the state of one course of events, which is returned; undefined in an epoch that was given up. */
  compare(node: string, epoch: number, replica: ReplicatedLobby): Timeline | undefined {
    const { sequence } = replica.position;
    const timelines = this.#timelines.get(epoch);
    if (timelines === undefined) {
      assert(sequence <= 1, `${node} goes on in epoch ${epoch}, which was given up`);
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
    const what = `${node} has another state after message ${sequence} of epoch ${epoch}`;
    throw new StatesDiffer(`${what}\n${difference(actual, expected)}`, lastEqual);
  }

  /** A client was told this. */
  tell(id: string, line: string): void {
    this.told.tell(id, line, this.#possible);
  }

  /** A client was told what was decided on its input. */
  decided(tag: number): void {
    const isApplied = this.#courses.some(({ inputs }) => inputs.isApplied(tag));
    assert(isApplied, `input ${tag} is answered, and not in the stream`);
  }

  /** A client was told that its input was never published. */
  dropped(tag: number): void {
    for (const { inputs } of this.#courses) inputs.dropped(tag);
  }

  get #courses(): readonly Timeline[] {
    return this.#loss?.lost === undefined ? [this.#timeline] : [this.#timeline, this.#loss.lost.timeline];
  }

  get #possible(): readonly Membership[] {
    return this.#courses.map(({ members }) => members);
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
  return `it has      …${actual.slice(from, at + 200)}\nit must be  …${expected.slice(from, at + 200)}`;
}
