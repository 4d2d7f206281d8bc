import TinyQueue from 'tinyqueue';

interface Watch<Watched> {
  readonly watched: Watched;
  readonly at: number;
}

const earlier = (one: { readonly at: number }, other: { readonly at: number }): number => one.at - other.at;

/** So many stale entries are not worth looking for. */
const FEW = 64;

/**
 * When each of many things, such as running games, must be looked at next. Each has one watch that counts; one that was
 * moved forward leaves a stale entry behind, and so does a thing that is forgotten. They are skipped when their time
 * comes, and swept out before that if they come to outnumber the others: a game that is over must not stay in memory
 * until its players would have been silent for too long.
 */
export class Watches<Watched> {
  #queue = new TinyQueue<Watch<Watched>>([], earlier);
  readonly #next = new Map<Watched, number>();

  /** Entries in memory, stale ones included. */
  get size(): number {
    return this.#queue.length;
  }

  /** Milliseconds since the epoch. */
  get deadline(): number | undefined {
    return this.#queue.peek()?.at;
  }

  /** Looks at it at `at`, or earlier if that was wanted before. */
  watch(watched: Watched, at: number): void {
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

  /** Those whose time has come; each must be watched anew. */
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
