import TinyQueue from 'tinyqueue';
import type { Game } from './game.ts';

interface Watch {
  readonly game: Game;
  readonly at: number;
}

/**
 * When each running game must be looked at next. A game has one watch that counts; one that was moved forward leaves a
 * stale entry behind, which is skipped when its time comes.
 */
export class Watches {
  #queue = new TinyQueue<Watch>([], (one, other) => one.at - other.at);
  #next = new Map<Game, number>();

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
  }

  forget(game: Game): void {
    this.#next.delete(game);
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
}
