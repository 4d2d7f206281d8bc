/** If a node has this many queued broadcast notices, commands that would cause another broadcast wait on all nodes. */
const MAX_BROADCASTS = 100_000;

/** Delays commands that would cause a broadcast while the broadcast queue of a living node is too long. */
export class BroadcastBackpressure {
  readonly #longest: () => number;
  readonly #waiting: (() => void)[] = [];

  constructor(longest: () => number) {
    this.#longest = longest;
  }

  /** Calls `decide` now, or later when the broadcast queues of all nodes are short enough. */
  whenRoom(decide: () => void): void {
    this.#waiting.push(decide);
    if (this.#waiting.length === 1) this.check();
  }

  /** Runs waiting commands if the queues are short enough. Must be called regularly. */
  check(): void {
    while (this.#waiting.length > 0 && this.#longest() < MAX_BROADCASTS) this.#waiting.shift()?.();
  }
}
