import TinyQueue from 'tinyqueue';
import type { Game } from './game.ts';

interface Watch {
  readonly game: Game;
  readonly at: number;
}

const earlier = (one: Watch, other: Watch): number => one.at - other.at;

/** So many stale entries are not worth looking for. */
const FEW = 64;

/**
 * When each running game must be looked at next. A game has one watch that counts; one that was moved forward leaves a
 * stale entry behind, and so does a game that is forgotten. They are skipped when their time comes, and swept out before
 * that if they come to outnumber the others: a game that is over must not stay in memory until its players would have
 * been silent for too long.
 */
export class Watches {
  #queue = new TinyQueue<Watch>([], earlier);
  readonly #next = new Map<Game, number>();

  /** Entries in memory, stale ones included. */
  get size(): number {
    return this.#queue.length;
  }

  /** Milliseconds since the epoch. */
  get deadline(): number | undefined {
    return this.#queue.peek()?.at;
  }

  /** Looks at the game at `at`, or earlier if that was wanted before. */
  watch(game: Game, at: number): void {
    const next = this.#next.get(game);
    if (at === Number.POSITIVE_INFINITY || (next !== undefined && next <= at)) return;
    this.#next.set(game, at);
    this.#queue.push({ game, at });
    this.#sweep();
  }

  forget(game: Game): void {
    this.#next.delete(game);
    this.#sweep();
  }

  /** The games whose time has come; each must be watched anew. */
  *due(now: number): Iterable<Game> {
    for (let watch = this.#queue.peek(); watch !== undefined && watch.at <= now; watch = this.#queue.peek()) {
      this.#queue.pop();
      if (this.#next.get(watch.game) !== watch.at) continue;
      this.#next.delete(watch.game);
      yield watch.game;
    }
  }

  #sweep(): void {
    if (this.#queue.length <= 2 * this.#next.size + FEW) return;
    const watches = [...this.#next].map(([game, at]) => ({ game, at }));
    this.#queue = new TinyQueue(watches, earlier);
  }
}
