/** How many tasks may run at once, and how many may wait. */
interface TaskLimits {
  readonly running: number;
  /** Applies to the tasks of known clients and to the others separately, so that the others cannot use up all places. */
  readonly waiting: number;
  /** Waiting tasks with the same key. */
  readonly waitingOfKey: number;
}

export interface TaskClient {
  /** The tasks of one key, such as an address, wait in one queue. */
  readonly key: string;
  /** Tasks of known clients and of others start alternately. */
  readonly isKnown: boolean;
}

/**
 * Limits how many tasks run at once; further tasks wait. Waiting tasks of known clients and of others start alternately. Within
 * each of these two groups, the keys take turns.
 */
export class ConcurrencyLimit {
  readonly #limits: TaskLimits;
  readonly #known: WaitingTasks;
  readonly #others: WaitingTasks;
  #running = 0;
  #wasKnown = false;

  constructor(places: TaskLimits) {
    this.#limits = places;
    this.#known = new WaitingTasks(places);
    this.#others = new WaitingTasks(places);
  }

  /** Resolves to the result of `work`; undefined if too many tasks wait. */
  async run<Value>({ key, isKnown }: TaskClient, work: () => Promise<Value>): Promise<Value | undefined> {
    if (this.#running < this.#limits.running) this.#running++;
    else {
      // A finished task gives its place to the next waiting task, so that no newer task takes the place.
      const place = (isKnown ? this.#known : this.#others).add(key);
      if (place === undefined) return undefined;
      await place;
    }
    try {
      return await work();
    } finally {
      this.#onTaskEnd();
    }
  }

  #onTaskEnd(): void {
    this.#wasKnown = !this.#wasKnown;
    const [first, second] = this.#wasKnown ? [this.#known, this.#others] : [this.#others, this.#known];
    if (!first.startNext() && !second.startNext()) this.#running--;
  }
}

/** Tasks that wait for a place, by key. */
class WaitingTasks {
  readonly #places: TaskLimits;
  /** In the order in which the keys are served. */
  readonly #queues = new Map<string, (() => void)[]>();
  #waiting = 0;

  constructor(places: TaskLimits) {
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
