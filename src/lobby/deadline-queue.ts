import TinyQueue from 'tinyqueue';

interface Deadline<Watched> {
  readonly watched: Watched;
  readonly at: number;
}

const earlier = (one: { readonly at: number }, other: { readonly at: number }): number => one.at - other.at;

/** Fewer stale entries than this are not swept. */
const FEW = 64;

/**
 * A priority queue with one deadline for each of many objects, such as running games. An earlier deadline, or a removed object,
 * leaves a stale entry in the queue. Stale entries are skipped when they are due, and removed when they outnumber the others, so
 * that a finished game does not stay in memory until its idle limit.
 */
export class DeadlineQueue<Watched> {
  #queue = new TinyQueue<Deadline<Watched>>([], earlier);
  readonly #next = new Map<Watched, number>();

  /** Entries in memory, stale ones included. */
  get size(): number {
    return this.#queue.length;
  }

  /** Milliseconds since the epoch. */
  get deadline(): number | undefined {
    return this.#queue.peek()?.at;
  }

  /** Sets the deadline to `at`, or keeps an earlier one. */
  schedule(watched: Watched, at: number): void {
    const next = this.#next.get(watched);
    if (at === Number.POSITIVE_INFINITY || (next !== undefined && next <= at)) return;
    this.#next.set(watched, at);
    this.#queue.push({ watched, at });
    this.#sweep();
  }

  forget(watched: Watched): void {
    this.#next.delete(watched);
    this.#sweep();
  }

  /** Removes and yields the objects whose deadline has passed; each must be scheduled again. */
  *due(now: number): Iterable<Watched> {
    for (let watch = this.#queue.peek(); watch !== undefined && watch.at <= now; watch = this.#queue.peek()) {
      this.#queue.pop();
      if (this.#next.get(watch.watched) !== watch.at) continue;
      this.#next.delete(watch.watched);
      yield watch.watched;
    }
  }

  #sweep(): void {
    const isEmpty = this.#next.size === 0 && this.#queue.length > 0;
    if (!isEmpty && this.#queue.length <= 2 * this.#next.size + FEW) return;
    const watches = [...this.#next].map(([watched, at]) => ({ watched, at }));
    this.#queue = new TinyQueue(watches, earlier);
  }
}
