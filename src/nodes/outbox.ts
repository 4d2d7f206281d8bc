import type { NumberedChange } from '../accounts/changes/name-register-change.ts';
import type { Clock } from '../clock.ts';
import type { DecisionCallback } from '../lobby/decision.ts';
import type { GameId } from '../lobby/games/game-event.ts';
import type { Input } from '../lobby/input.ts';
import type { PublishAcknowledgement, SharedStream } from './shared-stream.ts';
import {
  type Batch,
  type BatchHeartbeat,
  encodeMessage,
  type HashedStreamPosition,
  type NodeNumber,
} from './stream-message.ts';

/** The largest length of the inputs of one batch, in characters of JSON. A batch with one input may be longer. */
const MAX_BATCH_LENGTH = 128 * 1024;
/** Milliseconds after which a batch that has not come back from the stream is published again. */
const REPUBLISH_TIMEOUT = 1_000;
/** Milliseconds after which batches are published again if one of them is known to be missing in the stream. */
const REPUBLISH_TIMEOUT_AFTER_GAP = 100;

interface PendingInput {
  readonly input: Input;
  readonly done: DecisionCallback | undefined;
}

interface PublishedBatch {
  /** Without `applied`, which is set at each attempt, because the stream of a later epoch counts its messages from 1 again. */
  readonly batch: Omit<Batch, 'applied'>;
  readonly inputs: readonly PendingInput[];
  readonly publishedAt: number;
  attempts: number;
  lastAttempt: number;
  /** Whether the last attempt came back after a gap, or its publication was not confirmed. */
  isMissing: boolean;
}

/** What the outbox has stored about a batch that has come back. */
export interface LocalBatchData {
  /** The callbacks of the inputs, in the order of the inputs. */
  readonly callbacks: readonly (DecisionCallback | undefined)[];
  /** When the batch was first published; undefined if it has no heartbeat. */
  readonly heartbeatAt: number | undefined;
}

/** The stream has lost messages that it had stored. */
export class StreamLostMessages extends Error {
  override readonly name = 'StreamLostMessages';
}

export interface OutboxOptions {
  readonly stream: () => Pick<SharedStream, 'publish'>;
  /** Whether batches may be published now. */
  readonly mayPublish: () => boolean;
  readonly clock: Clock;
  /** The last message that the node has applied. */
  readonly position: () => HashedStreamPosition;
  readonly failed: (error: Error) => void;
}

/**
 * Publishes the inputs of one node to the stream. The inputs of one turn of the event loop form one batch. Batches are
 * numbered. A batch is published again until it has come back from the stream.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  #pending: PendingInput[] = [];
  #archived: GameId[] = [];
  #endedBans: number[] = [];
  #changes: readonly NumberedChange[] = [];
  readonly #published = new Map<number, PublishedBatch>();
  #node: NodeNumber | undefined;
  #key = '';
  #lastNumber = 0;
  #isScheduled = false;
  #batches = 0;
  #repetitions = 0;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** The number of published batches, and the number of repeated publications; since the start. */
  get counts(): { readonly batches: number; readonly repetitions: number } {
    return { batches: this.#batches, repetitions: this.#repetitions };
  }

  /** Starts to publish, because the node has joined. */
  start(node: NodeNumber, key: string): void {
    this.#node = node;
    this.#key = key;
    this.#lastNumber = 0;
    this.#schedule();
  }

  /** Drops all batches and inputs, because the node was declared dead or stops. */
  clear(): void {
    const lost = [...this.#published.values().flatMap(({ inputs }) => inputs), ...this.#pending];
    this.#node = undefined;
    this.#pending = [];
    this.#archived = [];
    this.#endedBans = [];
    this.#changes = [];
    this.#published.clear();
    // The connections of clients are closed, so their commands need no answer. The callers of the server's own inputs are
    // notified.
    for (const { input, done } of lost) if (input.kind !== 'command') done?.(undefined);
  }

  /** Adds an input to the next batch. An input `bytes-received` is not urgent: it waits for the next heartbeat. */
  add(input: Input, done: DecisionCallback | undefined): void {
    this.#pending.push({ input, done });
    if (input.kind !== 'bytes-received') this.#schedule();
  }

  addArchived(games: readonly GameId[]): void {
    this.#archived.push(...games);
    this.#schedule();
  }

  addEndedBans(bans: readonly number[]): void {
    this.#endedBans.push(...bans);
    this.#schedule();
  }

  /**
   * Publishes changes of reserved names and bans. Returns false if the node has not joined, or if earlier changes have not come
   * back.
   */
  publishChanges(changes: readonly NumberedChange[]): boolean {
    const isPublishing = this.#published.values().some(({ batch }) => batch.changes !== undefined);
    if (this.#node === undefined || this.#changes.length > 0 || isPublishing) return false;
    this.#changes = changes;
    this.#schedule();
    return true;
  }

  /** Drops the commands that were never published: their callbacks get undefined. Other inputs wait. */
  refusePendingCommands(): void {
    const commands = this.#pending.filter(({ input }) => input.kind === 'command');
    if (commands.length === 0) return;
    this.#pending = this.#pending.filter(({ input }) => input.kind !== 'command');
    for (const { done } of commands) done?.(undefined);
  }

  /** Whether a published heartbeat has not come back yet. */
  get hasPendingHeartbeat(): boolean {
    return this.#published.values().some(({ batch }) => batch.heartbeat !== undefined);
  }

  publishHeartbeat(heartbeat: BatchHeartbeat): void {
    this.#flush(heartbeat);
  }

  /** Publishes the batches again that have not come back, if the last attempt for the first of them is too old. */
  republishOverdue(): void {
    const isMissing = this.#published.values().some((each) => each.isMissing);
    this.#republish(isMissing ? REPUBLISH_TIMEOUT_AFTER_GAP : REPUBLISH_TIMEOUT);
  }

  /**
   * A batch of this node came back and was ignored. If it came after a gap, the batches from the gap on are published again.
   */
  ignored(number: number): void {
    const [first] = this.#published.keys();
    const ignored = this.#published.get(number);
    if (first === undefined || ignored === undefined || first === number) return;
    ignored.isMissing = true;
    this.#republish(REPUBLISH_TIMEOUT_AFTER_GAP);
  }

  /** Publishes all batches again that have not come back, because the stream may be written again. */
  resume(): void {
    this.#republish(0);
  }

  /** Publishes all batches again, in order, if the last attempt for the first batch was `timeout` milliseconds ago. */
  #republish(timeout: number): void {
    const now = this.#options.clock.now();
    const [first] = this.#published.values();
    if (first === undefined || now - first.lastAttempt < timeout) return;
    for (const published of this.#published.values()) this.#publish(published, now);
  }

  /** Publishes the missing batches from this number on, because the gap before them is closed. */
  #republishMissing(number: number): void {
    const now = this.#options.clock.now();
    let next = this.#published.get(number);
    for (; next?.isMissing === true; next = this.#published.get(next.batch.number + 1)) this.#publish(next, now);
  }

  /** A batch of this node has come back and was applied. */
  returned(number: number): LocalBatchData | undefined {
    const published = this.#published.get(number);
    if (published === undefined) return undefined;
    this.#published.delete(number);
    this.#republishMissing(number + 1);
    const { batch, inputs, publishedAt } = published;
    return { callbacks: inputs.map(({ done }) => done), heartbeatAt: batch.heartbeat && publishedAt };
  }

  #schedule(): void {
    if (this.#isScheduled || this.#node === undefined) return;
    this.#isScheduled = true;
    this.#options.clock.soon(() => {
      this.#isScheduled = false;
      const parts = [this.#pending, this.#archived, this.#endedBans, this.#changes];
      if (parts.some(({ length }) => length > 0)) this.#flush();
    });
  }

  #flush(heartbeat?: BatchHeartbeat): void {
    this.#publishNext(heartbeat);
    while (this.#pending.length > 0 && this.#node !== undefined) this.#publishNext(undefined);
  }

  #publishNext(heartbeat: BatchHeartbeat | undefined): void {
    if (this.#node === undefined) return;
    const inputs = this.#takeInputs();
    const archived = this.#archived.splice(0);
    const endedBans = this.#endedBans.splice(0);
    const changes = this.#changes;
    this.#changes = [];
    const batch: PublishedBatch['batch'] = {
      kind: 'batch',
      node: this.#node,
      number: ++this.#lastNumber,
      inputs: inputs.map(({ input }) => input),
      ...(heartbeat && { heartbeat }),
      ...(archived.length > 0 && { archived }),
      ...(endedBans.length > 0 && { endedBans }),
      ...(changes.length > 0 && { changes }),
    };
    const now = this.#options.clock.now();
    const published = { batch, inputs, publishedAt: now, attempts: 0, lastAttempt: now, isMissing: false };
    this.#published.set(batch.number, published);
    this.#publish(published, now);
  }

  #takeInputs(): PendingInput[] {
    if (this.#pending.length === 1) return this.#pending.splice(0);
    let size = 0;
    const isTooLong = ({ input }: PendingInput): boolean => {
      size += JSON.stringify(input).length;
      return size > MAX_BATCH_LENGTH;
    };
    const end = this.#pending.findIndex((each, index) => isTooLong(each) && index > 0);
    return this.#pending.splice(0, end === -1 ? this.#pending.length : end);
  }

  #publish(published: PublishedBatch, now: number): void {
    const { stream, mayPublish, position, failed } = this.#options;
    if (!mayPublish()) return;
    const applied = position();
    published.lastAttempt = now;
    published.isMissing = false;
    if (published.attempts === 0) this.#batches++;
    else this.#repetitions++;
    // Each attempt has a new id, because an earlier attempt may be stored after a gap, where it was ignored.
    const id = `${this.#key}.${published.batch.number}.${++published.attempts}`;
    const check = ({ sequence, isDuplicate }: PublishAcknowledgement): void => {
      if (!isDuplicate && sequence <= applied.sequence)
        failed(
          new StreamLostMessages(
            `the stream stored message ${sequence} after message ${applied.sequence} had been applied`,
          ),
        );
    };
    stream()
      .publish(encodeMessage({ ...published.batch, applied }), { id })
      .then(check, () => {
        published.isMissing = true;
      });
  }
}
