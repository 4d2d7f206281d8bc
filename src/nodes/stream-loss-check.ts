import type { Clock } from '../clock.ts';
import type { ReplicatedLobby } from './replicated-lobby.ts';
import type { SharedStream } from './shared-stream.ts';
import type { NodeNumber } from './stream-message.ts';

/** Milliseconds after which a look at the stream that has failed, or has found nothing, is repeated. */
const PAUSE = 1_000;

interface StreamCheckOptions {
  readonly clock: Clock;
  readonly stream: () => SharedStream;
  readonly replica: () => ReplicatedLobby;
  readonly own: () => NodeNumber | undefined;
  /** Whether the installation uses a later stream. NATS may leave the question unanswered for a while. */
  readonly isSuperseded: () => Promise<boolean>;
  readonly lost: (error: Error) => void;
  /** The stream has what this node has applied: it can be read and written. */
  readonly passed: () => void;
}

/**
 * Finds out whether the stream has lost its end while the connection was away. If it has not lost what this node has applied, it may have lost
 * what another node has told its clients. Therefore a node serves no clients until every living node has published something after that: none
 * does before its own check.
 */
export class StreamLossCheck {
  readonly #options: StreamCheckOptions;
  /** Until then the stream is neither read nor written. */
  #hasPassed = false;
  /** It is not known yet whether the installation uses a later stream. */
  #mayBeSuperseded = true;
  /** The stream's last message when this node was connected again; undefined if there is no doubt. */
  #after: number | undefined;
  readonly #heard = new Map<NodeNumber, number>();
  /** What this node may have told follows from the messages up to this one. */
  #told = 0;
  #isLooking = false;
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** Counts the connections: a look of an earlier one says nothing. */
  #connection = 0;

  constructor(options: StreamCheckOptions) {
    this.#options = options;
  }

  get hasPassed(): boolean {
    return this.#hasPassed;
  }

  /** Whether what this node reads is what every other living node has. */
  get isCertain(): boolean {
    return this.#hasPassed && this.#after === undefined;
  }

  /** The last message from which something may follow that this node has told its clients. */
  get told(): number {
    return this.isCertain ? Math.max(this.#told, this.#options.replica().position.sequence) : this.#told;
  }

  /**
   * The stream has lost messages: until the node is connected again, it publishes nothing, so that the others see that it has stopped. Returns
   * `told`.
   */
  stop(): number {
    this.#told = this.told;
    this.#hasPassed = false;
    return this.#told;
  }

  /** It uses the stream of a later epoch, which counts its messages from 1. */
  entered(): void {
    this.#told = 0;
  }

  /** The connection is there, for the first time or again. */
  connected(): void {
    this.#told = this.told;
    this.#heard.clear();
    this.#hasPassed = false;
    this.#mayBeSuperseded = true;
    this.#after = Number.POSITIVE_INFINITY;
    this.#connection++;
    this.#isLooking = false;
    void this.#look();
  }

  /** Must be called now and then. `isCutOff`: nothing comes back of what this node publishes. */
  tick(isCutOff: boolean): void {
    if (this.#options.clock.now() - this.#lookedAt < PAUSE) return;
    if (this.#mayBeSuperseded || isCutOff) void this.#look();
  }

  /** A batch of another node was applied, or a message after which fewer nodes live. */
  applied(node: NodeNumber | undefined): void {
    const after = this.#after;
    if (after === undefined) return;
    const { members, position } = this.#options.replica();
    if (node !== undefined) this.#heard.set(node, position.sequence);
    if (position.sequence < after) return;
    const own = this.#options.own();
    if (members.numbers.some((each) => each !== own && (this.#heard.get(each) ?? 0) <= after)) return;
    this.#after = undefined;
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    this.#lookedAt = this.#options.clock.now();
    const connection = this.#connection;
    const isCurrent = (): boolean => connection === this.#connection;
    try {
      await this.#compare(isCurrent);
    } catch {
      // It is repeated.
    }
    if (isCurrent()) this.#isLooking = false;
  }

  async #compare(isCurrent: () => boolean): Promise<void> {
    const { stream, replica, isSuperseded, lost, passed } = this.#options;
    const { position, lastTimestamp } = replica();
    const { sequence } = position;
    const last = await stream().last();
    const stored = sequence === 0 || last < sequence ? undefined : await stream().timestampOf(sequence);
    if (!isCurrent()) return;
    if (last < sequence) return lost(new Error(`the stream ends at ${last}, and ${sequence} had been applied`));
    // A message that is not there any more was purged.
    if (stored !== undefined && stored !== lastTimestamp)
      return lost(new Error(`the stream has another message ${sequence} than the one that had been applied`));
    if (!this.#hasPassed) {
      this.#hasPassed = true;
      this.#after = last;
      passed();
    }
    // A cluster that has lost a server may answer this only after the node would be dead. It goes on meanwhile: in a stream that is superseded,
    // nothing that it publishes is stored, so it serves no clients.
    const isLater = await isSuperseded();
    if (!isCurrent()) return;
    if (isLater) return lost(new Error('the installation uses the stream of a later epoch'));
    this.#mayBeSuperseded = false;
  }
}
