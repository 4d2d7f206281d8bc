import type { Batch, HashedStreamPosition } from './stream-message.ts';

/** The number of recent messages whose hashes are stored. A node that is further behind has been declared dead. */
const STORED_HASHES = 65_536;

/** This node has computed another state than the first node that published its hash. */
export class StateDiverged extends Error {
  override readonly name = 'StateDiverged';
}

/**
 * Compares the hashes of this node with the hashes that other nodes publish. The first published hash for a message counts as
 * correct. Nodes with another hash have diverged.
 */
export class StateHashCheck {
  /** Hashes of this node, at index `sequence % STORED_HASHES`. */
  readonly #own = new Uint32Array(STORED_HASHES);
  /** Hashes of the messages alone, at the same index. */
  readonly #messages = new Uint32Array(STORED_HASHES);
  /** The first published hash for each message. */
  readonly #published = new Map<number, number>();
  /** The first and the last message that this node has applied since it started to read the stream. */
  #earliest = Number.POSITIVE_INFINITY;
  #last = 0;

  /** This node has applied the next message. */
  applied({ sequence, hash, messages }: HashedStreamPosition): void {
    this.#own[sequence % STORED_HASHES] = hash;
    this.#messages[sequence % STORED_HASHES] = messages;
    this.#earliest = Math.min(this.#earliest, sequence);
    this.#last = sequence;
  }

  /** Compares with the position in a batch of another node. Returns an error if this node has diverged. */
  divergence({ node, applied: { sequence, hash, messages } }: Batch): StateDiverged | undefined {
    if (sequence < this.#earliest || sequence > this.#last || sequence <= this.#last - STORED_HASHES) return undefined;
    // If the messages differ, the other node had read messages that the stream has lost.
    if (this.#messages[sequence % STORED_HASHES] !== messages) return undefined;
    if (this.#published.has(sequence)) return undefined;
    this.#published.set(sequence, hash);
    for (const old of this.#published.keys()) {
      if (old > this.#last - STORED_HASHES) break;
      this.#published.delete(old);
    }
    if (this.#own[sequence % STORED_HASHES] === hash) return undefined;
    return new StateDiverged(`this node has another state at message ${sequence} than node ${node}`);
  }
}
