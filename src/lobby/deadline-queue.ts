import TinyQueue from 'tinyqueue';

export interface Deadline<Item> {
  readonly item: Item;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly order: number;
}

const earlier = (one: Deadline<unknown>, other: Deadline<unknown>): number =>
  one.at - other.at || one.order - other.order;

/** Fewer stale entries than this are not removed. */
const FEW = 64;

/**
 * A priority queue of many objects with one deadline each, such as running games. A deadline that moves to a later time leaves
 * an early entry, which is put right when it is reached. An earlier deadline, or a removed object, leaves a stale entry. Stale
 * entries are skipped, and removed when they outnumber the others, so that a finished game does not stay in memory.
 */
export class DeadlineQueue<Item> {
  readonly #deadlineOf: (item: Item) => number | undefined;
  readonly #orderOf: (item: Item) => number;
  #queue = new TinyQueue<Deadline<Item>>([], earlier);
  readonly #next = new Map<Item, Deadline<Item>>();

  /** Of two objects with one deadline, the one of the lower order is first. */
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

  /** The deadline is not before `at`. Must be called when a deadline may have moved to an earlier time. */
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
    if (!isEmpty && this.#queue.length <= 2 * this.#next.size + FEW) return;
    this.#queue = new TinyQueue([...this.#next.values()], earlier);
  }
}
