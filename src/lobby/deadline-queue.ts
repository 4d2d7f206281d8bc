import TinyQueue from 'tinyqueue';

export interface Deadline<Item> {
  readonly item: Item;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly order: number;
}

const compareDeadlines = (one: Deadline<unknown>, other: Deadline<unknown>): number =>
  one.at - other.at || one.order - other.order;

/** Stale entries are removed only if there are more of them than this. */
const MIN_REMOVABLE = 64;

/**
 * A priority queue of many objects with one deadline each, such as running games. If a deadline moves to a later time, its entry stays and
 * is corrected when it is reached. If a deadline moves to an earlier time, or the object is removed, its entry becomes stale. Stale
 * entries are skipped. They are removed when they outnumber the others, so that a finished game does not stay in memory.
 */
export class DeadlineQueue<Item> {
  readonly #deadlineOf: (item: Item) => number | undefined;
  readonly #orderOf: (item: Item) => number;
  #queue = new TinyQueue<Deadline<Item>>([], compareDeadlines);
  readonly #next = new Map<Item, Deadline<Item>>();

  /** `orderOf`: of two objects with the same deadline, the one with the lower order is first. */
  constructor(deadlineOf: (item: Item) => number | undefined, orderOf: (item: Item) => number) {
    this.#deadlineOf = deadlineOf;
    this.#orderOf = orderOf;
  }

  /** Entries in memory, stale ones included. */
  get size(): number {
    return this.#queue.length;
  }

  /** The first deadline, or a time before it; milliseconds since the epoch. */
  get deadline(): number | undefined {
    return this.#queue.peek()?.at;
  }

  /** Must be called when a deadline may have moved to an earlier time. The deadline must not be before `at`. */
  schedule(item: Item, at: number): void {
    const next = this.#next.get(item);
    if (at === Number.POSITIVE_INFINITY || (next !== undefined && next.at <= at)) return;
    const entry = { item, at, order: this.#orderOf(item) };
    this.#next.set(item, entry);
    this.#queue.push(entry);
    this.#removeStale();
  }

  forget(item: Item): void {
    this.#next.delete(item);
    this.#removeStale();
  }

  /** The first object whose deadline has passed. It stays in the queue. */
  firstDue(now: number): Deadline<Item> | undefined {
    for (let first = this.#queue.peek(); first !== undefined && first.at <= now; first = this.#queue.peek()) {
      const { item, at } = first;
      const isStale = this.#next.get(item) !== first;
      const deadline = isStale ? undefined : (this.#deadlineOf(item) ?? Number.POSITIVE_INFINITY);
      if (deadline !== undefined && deadline <= at) return first;
      this.#queue.pop();
      if (deadline === undefined) continue;
      this.#next.delete(item);
      this.schedule(item, deadline);
    }
    return undefined;
  }

  /** Removes all objects whose deadline has passed. Each must be scheduled again. */
  takeDue(now: number): Item[] {
    const taken: Item[] = [];
    for (let due = this.firstDue(now); due !== undefined; due = this.firstDue(now)) {
      this.#next.delete(due.item);
      taken.push(due.item);
    }
    return taken;
  }

  #removeStale(): void {
    const isEmpty = this.#next.size === 0 && this.#queue.length > 0;
    if (!isEmpty && this.#queue.length <= 2 * this.#next.size + MIN_REMOVABLE) return;
    this.#queue = new TinyQueue([...this.#next.values()], compareDeadlines);
  }
}
