/** Above so many broadcast notices on any node, commands that would cause another broadcast wait on all nodes. */
const MAX_BROADCASTS = 100_000;

/** Holds back commands that would cause a broadcast while a living node cannot follow. */
export class BroadcastGate {
  /** The longest broadcast queue of a living node. */
  readonly #longest: () => number;
  readonly #waiting: (() => void)[] = [];

  constructor(longest: () => number) {
    this.#longest = longest;
  }

  /** Calls `decide` now or once every queue is short enough. */
  whenRoom(decide: () => void): void {
    this.#waiting.push(decide);
    if (this.#waiting.length === 1) this.check();
  }

  /** Must be called after heartbeats. */
  check(): void {
    while (this.#waiting.length > 0 && this.#longest() < MAX_BROADCASTS) this.#waiting.shift()?.();
  }
}
