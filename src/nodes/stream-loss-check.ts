import type { Clock } from '../clock.ts';
import type { ReplicatedLobby } from './replicated-lobby.ts';
import type { SharedStream } from './shared-stream.ts';
import type { NodeNumber } from './stream-message.ts';

/** Milliseconds after which a check of the stream is repeated if it failed or is not complete. */
const CHECK_INTERVAL = 1_000;

interface StreamCheckOptions {
  readonly clock: Clock;
  readonly stream: () => SharedStream;
  readonly replica: () => ReplicatedLobby;
  readonly own: () => NodeNumber | undefined;
  /** Whether the installation uses a later stream. NATS may not answer this request for some time. */
  readonly isSuperseded: () => Promise<boolean>;
  readonly lost: (error: Error) => void;
  /** The stream contains what this node has applied, so it can be read and written. */
  readonly passed: () => void;
}

/**
 * Finds out whether the stream has lost its last messages while the connection was lost. Even if the stream contains everything
 * that this node has applied, it may have lost messages whose effects another node has sent to its clients. Therefore a node
 * serves no clients until every living node has published a batch since the check. A node publishes nothing before its own
 * check.
 */
export class StreamLossCheck {
  readonly #options: StreamCheckOptions;
  /** Whether the check has passed. Before that, the stream is neither read nor written. */
  #hasPassed = false;
  /** Whether it is still unknown if the installation uses a later stream. */
  #mayBeSuperseded = true;
  /** The last message of the stream at the check. Undefined once every other living node has published a batch after it. */
  #after: number | undefined;
  readonly #lastBatches = new Map<NodeNumber, number>();
  /** The last message whose effects this node may have sent to its clients. */
  #lastDelivered = 0;
  #isChecking = false;
  #checkedAt = Number.NEGATIVE_INFINITY;
  /** Counts the connections. The result of a check on an earlier connection is ignored. */
  #connection = 0;

  constructor(options: StreamCheckOptions) {
    this.#options = options;
  }

  get hasPassed(): boolean {
    return this.#hasPassed;
  }

  /** Whether this node reads the same messages as every other living node. */
  get isCertain(): boolean {
    return this.#hasPassed && this.#after === undefined;
  }

  /** The last message whose effects this node may have sent to its clients. */
  get lastDelivered(): number {
    return this.isCertain
      ? Math.max(this.#lastDelivered, this.#options.replica().position.sequence)
      : this.#lastDelivered;
  }

  /**
   * The stream has lost messages. Until the next connection, the node publishes nothing, so that the other nodes see that it
   * has stopped. Returns `lastDelivered`.
   */
  stop(): number {
    this.#lastDelivered = this.lastDelivered;
    this.#hasPassed = false;
    return this.#lastDelivered;
  }

  /** The node uses the stream of a later epoch, which counts its messages from 1. */
  entered(): void {
    this.#lastDelivered = 0;
  }

  /** The connection has been made, or has been restored. */
  connected(): void {
    this.#lastDelivered = this.lastDelivered;
    this.#lastBatches.clear();
    this.#hasPassed = false;
    this.#mayBeSuperseded = true;
    this.#after = Number.POSITIVE_INFINITY;
    this.#connection++;
    this.#isChecking = false;
    void this.#checkStream();
  }

  /** Must be called regularly. `isCutOff`: whether the batches that this node publishes do not come back. */
  tick(isCutOff: boolean): void {
    if (this.#options.clock.now() - this.#checkedAt < CHECK_INTERVAL) return;
    if (this.#mayBeSuperseded || isCutOff) void this.#checkStream();
  }

  /** A batch of another node was applied, or a message after which fewer nodes live. */
  applied(node: NodeNumber | undefined): void {
    const after = this.#after;
    if (after === undefined) return;
    const { members, position } = this.#options.replica();
    if (node !== undefined) this.#lastBatches.set(node, position.sequence);
    if (position.sequence < after) return;
    const own = this.#options.own();
    if (members.numbers.some((each) => each !== own && (this.#lastBatches.get(each) ?? 0) <= after)) return;
    this.#after = undefined;
  }

  async #checkStream(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    this.#checkedAt = this.#options.clock.now();
    const connection = this.#connection;
    const isCurrent = (): boolean => connection === this.#connection;
    try {
      await this.#compare(isCurrent);
    } catch {
      // The check is repeated.
    }
    if (isCurrent()) this.#isChecking = false;
  }

  async #compare(isCurrent: () => boolean): Promise<void> {
    const { stream, replica, isSuperseded, lost, passed } = this.#options;
    const { position, lastTimestamp } = replica();
    const { sequence } = position;
    const last = await stream().last();
    const stored = sequence === 0 || last < sequence ? undefined : await stream().timestampOf(sequence);
    if (!isCurrent()) return;
    if (last < sequence) return lost(new Error(`the stream ends at ${last}, and ${sequence} had been applied`));
    // If the message no longer exists, it was purged.
    if (stored !== undefined && stored !== lastTimestamp)
      return lost(new Error(`the stream has another message ${sequence} than the one that had been applied`));
    if (!this.#hasPassed) {
      this.#hasPassed = true;
      this.#after = last;
      passed();
    }
    // A cluster that has lost a server may answer too late, when this node would be dead already. So the node continues
    // meanwhile. That is safe, because a superseded stream stores nothing that the node publishes, and then the node serves no
    // clients.
    const isLater = await isSuperseded();
    if (!isCurrent()) return;
    if (isLater) return lost(new Error('the installation uses the stream of a later epoch'));
    this.#mayBeSuperseded = false;
  }
}
