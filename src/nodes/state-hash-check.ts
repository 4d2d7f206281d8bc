import type { AppliedPosition, Batch } from './stream-message.ts';

/** So many messages back, hashes can be compared. A node that is further behind has been declared dead. */
const REMEMBERED = 65_536;

/** The node has computed another state than the first one that published its hash. */
export class StateDiverged extends Error {
  override readonly name = 'StateDiverged';
}

/**
 * Compares the hashes of this node with those that other nodes publish. The first hash that is published for a message holds: the nodes
 * that have computed another one have diverged.
 */
export class StateHashCheck {
  readonly #own = new Uint32Array(REMEMBERED);
  readonly #messages = new Uint32Array(REMEMBERED);
  readonly #first = new Map<number, number>();
  /** The messages that this node has applied since it reads the stream. */
  #earliest = Number.POSITIVE_INFINITY;
  #last = 0;

  /** This node has applied the next message. */
  applied({ sequence, hash, messages }: AppliedPosition): void {
    this.#own[sequence % REMEMBERED] = hash;
    this.#messages[sequence % REMEMBERED] = messages;
    this.#earliest = Math.min(this.#earliest, sequence);
    this.#last = sequence;
  }

  /** A batch says what its node had applied. Returns an error if this node has diverged from the first one that said so. */
  divergence({ node, applied: { sequence, hash, messages } }: Batch): StateDiverged | undefined {
    if (sequence < this.#earliest || sequence > this.#last || sequence <= this.#last - REMEMBERED) return undefined;
    // The other node had read messages that the stream has lost.
    if (this.#messages[sequence % REMEMBERED] !== messages) return undefined;
    if (this.#first.has(sequence)) return undefined;
    this.#first.set(sequence, hash);
    for (const old of this.#first.keys()) {
      if (old > this.#last - REMEMBERED) break;
      this.#first.delete(old);
    }
    if (this.#own[sequence % REMEMBERED] === hash) return undefined;
    return new StateDiverged(`this node has another state at message ${sequence} than node ${node}`);
  }
}
