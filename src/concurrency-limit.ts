/** How many tasks run at once, and how many more may wait: in all, and with one key. */
interface Places {
  readonly running: number;
  /** Known clients have as many places again, so that others cannot fill theirs. */
  readonly waiting: number;
  readonly waitingOfKey: number;
}

/** The client that a task is for. */
export interface TaskClient {
  /** The tasks of one key, such as an address, wait in one queue. */
  readonly key: string;
  /** Every second turn is for known clients, if one waits. */
  readonly isKnown: boolean;
}

/** Limits how many tasks run at once. The others wait. Known clients and others are served in turn, and so are the keys of each. */
export class ConcurrencyLimit {
  readonly #places: Places;
  readonly #known: WaitingTasks;
  readonly #others: WaitingTasks;
  #running = 0;
  #wasKnown = false;

  constructor(places: Places) {
    this.#places = places;
    this.#known = new WaitingTasks(places);
    this.#others = new WaitingTasks(places);
  }

  /** The result of the task; undefined if too many tasks wait. */
  async run<Value>({ key, isKnown }: TaskClient, work: () => Promise<Value>): Promise<Value | undefined> {
    if (this.#running < this.#places.running) this.#running++;
    else {
      // A finished task hands its place over, so that no newer task takes it.
      const turn = (isKnown ? this.#known : this.#others).add(key);
      if (turn === undefined) return undefined;
      await turn;
    }
    try {
      return await work();
    } finally {
      this.#handOver();
    }
  }

  #handOver(): void {
    this.#wasKnown = !this.#wasKnown;
    const [first, second] = this.#wasKnown ? [this.#known, this.#others] : [this.#others, this.#known];
    if (!first.startNext() && !second.startNext()) this.#running--;
  }
}

/** Tasks that wait for a place, by key. */
class WaitingTasks {
  readonly #places: Places;
  /** In the order in which the keys are served. */
  readonly #queues = new Map<string, (() => void)[]>();
  #waiting = 0;

  constructor(places: Places) {
    this.#places = places;
  }

  /** Resolves when the task may start. Undefined if too many tasks wait. */
  add(key: string): Promise<void> | undefined {
    const queue = this.#queues.get(key) ?? [];
    if (this.#waiting >= this.#places.waiting || queue.length >= this.#places.waitingOfKey) return undefined;
    this.#waiting++;
    this.#queues.set(key, queue);
    return new Promise((resolve) => queue.push(resolve));
  }

  /** Starts the first task of the next key. False if no task waits. */
  startNext(): boolean {
    const [next] = this.#queues;
    if (next === undefined) return false;
    const [key, queue] = next;
    this.#waiting--;
    this.#queues.delete(key);
    queue.shift()?.();
    if (queue.length > 0) this.#queues.set(key, queue);
    return true;
  }
}
