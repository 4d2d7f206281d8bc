import type { GameId } from '../../lobby/games/game-event.ts';
import type { EncodedEntry } from './batch-row.ts';

interface UnmovedGame {
  /** The number of the batch that has the first entry. */
  readonly batch: number;
  readonly entries: EncodedEntry[];
  /** Characters of the events. */
  size: number;
}

/** The events in batches that may not be in the rows of their games yet. They are kept in memory, by game. */
export class EventsOnlyInBatches {
  /** The games, in the order of their oldest entries. */
  readonly #games = new Map<GameId, UnmovedGame>();
  #size = 0;
  lastBatch = 0;

  /** Characters of all events. */
  get size(): number {
    return this.#size;
  }

  get games(): Iterable<GameId> {
    return this.#games.keys();
  }

  /** The number of the batch that has the oldest entry; undefined if there are no entries. */
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

  /** The games with the oldest entries: at most `maxGames`. Together they have at most `maxCharacters`, apart from the last one. */
  oldestGames(maxGames: number, maxCharacters: number): GameId[] {
    const games: GameId[] = [];
    let left = maxCharacters;
    for (const [game, { size }] of this.#games) {
      left -= size;
      if (games.push(game) >= maxGames || left <= 0) break;
    }
    return games;
  }

  entriesOf(game: GameId): readonly EncodedEntry[] {
    return this.#games.get(game)?.entries ?? [];
  }

  /** Removes the entries of a game, because they are in its row now. */
  remove(game: GameId): void {
    this.#size -= this.#games.get(game)?.size ?? 0;
    this.#games.delete(game);
  }
}
