import type { GameId } from '../../lobby/games/game-event.ts';
import type { EncodedEntry } from './batch-row.ts';

interface UnmovedGame {
  /** The number of the batch that has the first entry. */
  readonly batch: number;
  readonly entries: EncodedEntry[];
  /** Characters of the events. */
  size: number;
}

/** The events that are in batches and may be missing from the rows of their games. They are also in memory, game by game. */
export class EventsNotInRows {
  /** In the order of their first entries, the oldest first. */
  readonly #games = new Map<GameId, UnmovedGame>();
  #size = 0;
  /** The number of the latest batch. */
  lastBatch = 0;

  /** Characters of all events. */
  get size(): number {
    return this.#size;
  }

  get games(): Iterable<GameId> {
    return this.#games.keys();
  }

  /** The number of the batch that has the oldest entry, if there is any. */
  get oldestBatch(): number | undefined {
    return this.#games.values().next().value?.batch;
  }

  add(batch: number, entries: readonly EncodedEntry[]): void {
    this.lastBatch = batch;
    for (const entry of entries) {
      this.#size += entry.event.length;
      const game = this.#games.get(entry.game);
      if (game === undefined) this.#games.set(entry.game, { batch, entries: [entry], size: entry.event.length });
      else {
        game.entries.push(entry);
        game.size += entry.event.length;
      }
    }
  }

  /** The games with the oldest entries: at most `maxGames`, and no more than reach `maxCharacters`; at least one if there is any. */
  oldestGames(maxGames: number, maxCharacters: number): GameId[] {
    const games: GameId[] = [];
    let left = maxCharacters;
    for (const [game, { size }] of this.#games) {
      left -= size;
      if (games.push(game) >= maxGames || left <= 0) break;
    }
    return games;
  }

  /** The entries of a game, in order. */
  of(game: GameId): readonly EncodedEntry[] {
    return this.#games.get(game)?.entries ?? [];
  }

  /** The entries are in the row of the game now. */
  remove(game: GameId): void {
    this.#size -= this.#games.get(game)?.size ?? 0;
    this.#games.delete(game);
  }
}
