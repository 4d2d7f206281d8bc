import type { NumberedChange } from '../accounts/changes/account-change.ts';
import type { Clock } from '../clock.ts';
import type { Decision } from '../lobby/decision.ts';
import type { GameId } from '../lobby/games/game-event.ts';
import type { Input } from '../lobby/input.ts';
import type { Acknowledgement, SharedStream } from './shared-stream.ts';
import { type AppliedPosition, type Batch, encodeMessage, type Heartbeat, type NodeNumber } from './stream-message.ts';

/** Characters of the inputs of one batch. */
const MAX_BATCH_LENGTH = 128 * 1024;
/** Milliseconds after which a batch that has not come back is published again. */
const REPUBLISH_TIMEOUT = 1_000;
/** The same after a gap, which each batch after it reports. */
const REPUBLISH_TIMEOUT_AFTER_GAP = 100;

type Done = (decision: Decision | undefined) => void;

interface PendingInput {
  readonly input: Input;
  readonly done: Done | undefined;
}

interface PublishedBatch {
  /** What its node had applied is added each time when it is published: a stream of a later epoch counts its messages anew. */
  readonly batch: Omit<Batch, 'applied'>;
  readonly inputs: readonly PendingInput[];
  /** When it was first published. */
  readonly publishedAt: number;
  attempts: number;
  lastAttempt: number;
  /** The last attempt came back after a gap, or was perhaps not stored. */
  isMissing: boolean;
}

/** What a batch of this node was published with. */
export interface ReturnedBatch {
  /** By the place of the input. */
  readonly callbacks: readonly (Done | undefined)[];
  /** When it was published, if it had a heartbeat. */
  readonly heartbeatAt: number | undefined;
}

/** The stream has lost messages that it had acknowledged. */
export class StreamLostMessages extends Error {
  override readonly name = 'StreamLostMessages';
}

export interface OutboxOptions {
  readonly stream: () => Pick<SharedStream, 'publish'>;
  /** While this is not so, nothing is published. */
  readonly mayPublish: () => boolean;
  readonly clock: Clock;
  /** The last message that the node has applied. */
  readonly position: () => AppliedPosition;
  readonly failed: (error: Error) => void;
}

/**
 * The inputs of one node on their way into the stream. All inputs of one turn of the event loop are one batch. Batches are counted, and
 * published again, in order, until they have come back.
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

  /** Batches that were published, and how often one was published again; since the start. */
  get counts(): { readonly batches: number; readonly repetitions: number } {
    return { batches: this.#batches, repetitions: this.#repetitions };
  }

  /** The node has joined: batches may be published. */
  start(node: NodeNumber, key: string): void {
    this.#node = node;
    this.#key = key;
    this.#lastNumber = 0;
    this.#schedule();
  }

  /** Forgets everything, because the node is dead or stops. */
  clear(): void {
    const lost = [...this.#published.values().flatMap(({ inputs }) => inputs), ...this.#pending];
    this.#node = undefined;
    this.#pending = [];
    this.#archived = [];
    this.#endedBans = [];
    this.#changes = [];
    this.#published.clear();
    // A client's connection is closed with the node. The server's own inputs get no decision, which their callers must know.
    for (const { input, done } of lost) if (input.kind !== 'command') done?.(undefined);
  }

  /** What was heard of a player is not urgent: it goes with the next heartbeat. */
  add(input: Input, done: Done | undefined): void {
    this.#pending.push({ input, done });
    if (input.kind !== 'heard') this.#schedule();
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
   * Publishes changes of reserved names and bans that the database has. False if the node has not joined, or if earlier ones have not
   * come back.
   */
  publishChanges(changes: readonly NumberedChange[]): boolean {
    const isUnderway = this.#published.values().some(({ batch }) => batch.changes !== undefined);
    if (this.#node === undefined || this.#changes.length > 0 || isUnderway) return false;
    this.#changes = changes;
    this.#schedule();
    return true;
  }

  /** The commands that were never published get no decision. Other inputs wait. */
  refusePendingCommands(): void {
    const commands = this.#pending.filter(({ input }) => input.kind === 'command');
    if (commands.length === 0) return;
    this.#pending = this.#pending.filter(({ input }) => input.kind !== 'command');
    for (const { done } of commands) done?.(undefined);
  }

  /** A heartbeat has not come back yet. */
  get hasPendingHeartbeat(): boolean {
    return this.#published.values().some(({ batch }) => batch.heartbeat !== undefined);
  }

  publishHeartbeat(heartbeat: Heartbeat): void {
    this.#flush(heartbeat);
  }

  /**
   * Publishes again every batch that has not come back, in order, if the first of them was last published long ago, or is known to be
   * missing.
   */
  republishOverdue(): void {
    const isMissing = this.#published.values().some((each) => each.isMissing);
    this.#republish(isMissing ? REPUBLISH_TIMEOUT_AFTER_GAP : REPUBLISH_TIMEOUT);
  }

  /** A batch of this node came back and was ignored: after a gap, the batches from the gap on are published again. */
  ignored(number: number): void {
    const [first] = this.#published.keys();
    const ignored = this.#published.get(number);
    if (first === undefined || ignored === undefined || first === number) return;
    ignored.isMissing = true;
    this.#republish(REPUBLISH_TIMEOUT_AFTER_GAP);
  }

  /** The stream may be written again. */
  resume(): void {
    this.#republish(0);
  }

  #republish(after: number): void {
    const now = this.#options.clock.now();
    const [first] = this.#published.values();
    if (first === undefined || now - first.lastAttempt < after) return;
    for (const published of this.#published.values()) this.#publish(published, now);
  }

  /** The gap before this batch is closed. */
  #republishMissing(number: number): void {
    const now = this.#options.clock.now();
    let next = this.#published.get(number);
    for (; next?.isMissing === true; next = this.#published.get(next.batch.number + 1)) this.#publish(next, now);
  }

  /** A batch of this node has been applied. */
  returned(number: number): ReturnedBatch | undefined {
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

  #flush(heartbeat?: Heartbeat): void {
    let beat = heartbeat;
    do {
      this.#publishNext(beat);
      beat = undefined;
    } while (this.#pending.length > 0 && this.#node !== undefined);
  }

  #publishNext(heartbeat: Heartbeat | undefined): void {
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
    const isTooMuch = ({ input }: PendingInput): boolean => {
      size += JSON.stringify(input).length;
      return size > MAX_BATCH_LENGTH;
    };
    const end = this.#pending.findIndex((each, place) => isTooMuch(each) && place > 0);
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
    // A new id for each attempt: an earlier one may be stored after a gap, where it was ignored.
    const id = `${this.#key}.${published.batch.number}.${++published.attempts}`;
    const check = ({ sequence, isDuplicate }: Acknowledgement): void => {
      if (!isDuplicate && sequence <= applied.sequence)
        failed(
          new StreamLostMessages(`message ${sequence} was stored, and ${applied.sequence} had been applied before`),
        );
    };
    stream()
      .publish(encodeMessage({ ...published.batch, applied }), { id })
      .then(check, () => {
        published.isMissing = true;
      });
  }
}
