/** How many tasks run at once, and how many more may wait: in all, and with one key. */
interface Places {
  readonly running: number;
  readonly waiting: number;
  readonly waitingOfKey: number;
}

/** Limits how many tasks run at once. The others wait. Keys, such as addresses, are served in turn. */
export class ConcurrencyLimit {
  readonly #places: Places;
  /** By key, in the order in which the keys are served. */
  readonly #queues = new Map<string, (() => void)[]>();
  #waiting = 0;
  #running = 0;

  constructor(places: Places) {
    this.#places = places;
  }

  /** The result of the task; undefined if too many tasks wait. */
  async run<Value>(key: string, work: () => Promise<Value>): Promise<Value | undefined> {
    if (this.#running < this.#places.running) this.#running++;
    // A finished task hands its place over, so that no newer task takes it.
    else if (!(await this.#handedOver(key))) return undefined;
    try {
      return await work();
    } finally {
      this.#handOver();
    }
  }

  /** False if too many tasks wait. */
  async #handedOver(key: string): Promise<boolean> {
    const queue = this.#queues.get(key) ?? [];
    if (this.#waiting >= this.#places.waiting || queue.length >= this.#places.waitingOfKey) return false;
    this.#waiting++;
    this.#queues.set(key, queue);
    await new Promise<void>((resolve) => queue.push(resolve));
    return true;
  }

  /** The place goes to the first task of the next key. */
  #handOver(): void {
    const [next] = this.#queues;
    if (next === undefined) {
      this.#running--;
      return;
    }
    const [key, queue] = next;
    this.#waiting--;
    this.#queues.delete(key);
    queue.shift()?.();
    if (queue.length > 0) this.#queues.set(key, queue);
  }
}
