import type { GameId } from '../lobby/games/event.ts';
import type { TextEntry } from './batch-row.ts';

interface Waiting {
  /** The batch of the first entry. */
  readonly batch: number;
  readonly entries: TextEntry[];
  /** Characters of their events. */
  size: number;
}

/** What stands in batches: entries that may not have come into their games' rows yet, game by game. */
export class Tail {
  /** The game whose first entry has waited longest comes first. */
  readonly #games = new Map<GameId, Waiting>();
  #size = 0;
  /** The latest batch. */
  lastBatch = 0;

  /** Characters of all events. */
  get size(): number {
    return this.#size;
  }

  get games(): Iterable<GameId> {
    return this.#games.keys();
  }

  /** The batch of the entry that has waited longest, if there is any. */
  get oldest(): number | undefined {
    return this.#games.values().next().value?.batch;
  }

  add(batch: number, entries: readonly TextEntry[]): void {
    this.lastBatch = batch;
    for (const entry of entries) {
      this.#size += entry.event.length;
      const waiting = this.#games.get(entry.game);
      if (waiting === undefined) this.#games.set(entry.game, { batch, entries: [entry], size: entry.event.length });
      else {
        waiting.entries.push(entry);
        waiting.size += entry.event.length;
      }
    }
  }

  /** Up to so many games, or as many as come to so many characters; at least one if there is any, those that have waited longest. */
  first(most: number, characters: number): GameId[] {
    const games: GameId[] = [];
    let left = characters;
    for (const [game, { size }] of this.#games) {
      left -= size;
      if (games.push(game) >= most || left <= 0) break;
    }
    return games;
  }

  /** In order. */
  of(game: GameId): readonly TextEntry[] {
    return this.#games.get(game)?.entries ?? [];
  }

  /** They have come into the game's row. */
  forget(game: GameId): void {
    this.#size -= this.#games.get(game)?.size ?? 0;
    this.#games.delete(game);
  }
}
