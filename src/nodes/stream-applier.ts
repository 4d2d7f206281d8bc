import type { Clock } from '../clock.ts';
import { ApplyQueue } from './apply-queue.ts';
import { assertSameConfiguration } from './catch-up-with-stream.ts';
import type { ApplyResult, DeliveredMessage, ReplicatedLobby } from './replicated-lobby.ts';
import type { SharedStream } from './shared-stream.ts';
import { StateHashCheck } from './state-hash-check.ts';
import type { HashedStreamPosition } from './stream-message.ts';

interface StreamApplierOptions {
  readonly stream: SharedStream;
  /** The state after the last message of the stream. */
  readonly replica: ReplicatedLobby;
  readonly clock: Clock;
  /** `isKnown`: the node had applied the message before. */
  readonly applied: (outcome: ApplyResult, isKnown: boolean) => void;
  /** The message cannot be applied: a `PoisonousInput`, `MessagesPurged`, `StateDiverged`, or another error. */
  readonly failed: (error: unknown) => void;
}

/**
 * The reading side of a node: reads the stream and applies it to the replicated state. A recovery replaces the state, or the
 * stream too.
 */
export class StreamApplier {
  readonly #options: StreamApplierOptions;
  #stream: SharedStream;
  #replica: ReplicatedLobby;
  /** Stored here because a replica on which an input has thrown must not be used. */
  #position: HashedStreamPosition;
  #hashes = new StateHashCheck();
  readonly #received: ApplyQueue;
  #stopReading: (() => void) | undefined;
  /** The node had applied the messages up to this sequence before, and applies them again. */
  #replaysUpTo = 0;

  constructor(options: StreamApplierOptions) {
    const { stream, replica, clock } = options;
    this.#options = options;
    this.#stream = stream;
    this.#replica = replica;
    this.#position = replica.position;
    this.#received = new ApplyQueue(clock, (message) => this.#apply(message));
  }

  get stream(): SharedStream {
    return this.#stream;
  }

  get replica(): ReplicatedLobby {
    return this.#replica;
  }

  /** The last message that the node has applied. */
  get position(): HashedStreamPosition {
    return this.#position;
  }

  /** How far the state is behind the received messages, in milliseconds of the stream's time. */
  get backlog(): number {
    return Math.max(0, (this.#received.lastTimestamp ?? 0) - this.#replica.timestamp);
  }

  /** Whether the node applies messages again that it had applied before. */
  get isReplaying(): boolean {
    return this.#replica.position.sequence < this.#replaysUpTo;
  }

  /** Continues to read from the present state. */
  read(): void {
    this.stop();
    this.#stopReading = this.#stream.read(this.#replica.position.sequence, (message) => this.#received.add(message));
  }

  /** Stops reading. Received messages that have not been applied are dropped. */
  stop(): void {
    this.#stopReading?.();
    this.#stopReading = undefined;
    this.#received.clear();
  }

  /**
   * Continues from another state of this stream. `known`: the last message that the node has applied. Throws
   * `ConfigurationDiffers` if nodes of a later version, or with other options, have taken over.
   */
  continueFrom(replica: ReplicatedLobby, known: number): void {
    this.#replaysUpTo = Math.max(this.#replaysUpTo, known);
    this.#replace(replica);
  }

  /** Continues from a state of another stream. */
  enter(stream: SharedStream, replica: ReplicatedLobby): void {
    this.#stream = stream;
    this.#replaysUpTo = 0;
    this.#replace(replica);
  }

  #replace(replica: ReplicatedLobby): void {
    const own = this.#replica.configuration;
    if (own !== undefined && replica.configuration !== undefined) assertSameConfiguration(replica.configuration, own);
    this.#replica = replica;
    this.#position = replica.position;
    this.#hashes = new StateHashCheck();
  }

  #apply(message: DeliveredMessage): void {
    const { applied, failed } = this.#options;
    let outcome: ApplyResult;
    try {
      outcome = this.#replica.apply(message);
    } catch (error) {
      failed(error);
      return;
    }
    this.#position = this.#replica.position;
    const { batch } = outcome;
    const divergence = batch && this.#hashes.divergence(batch);
    if (divergence !== undefined) {
      failed(divergence);
      return;
    }
    this.#hashes.applied(this.#position);
    applied(outcome, message.sequence <= this.#replaysUpTo);
  }
}
