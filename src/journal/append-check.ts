import type { GameId, JournalEntry } from '../lobby/games/game-event.ts';

type Position = Pick<JournalEntry, 'game' | 'index'>;

/** Describes the first entry that does not continue its game; undefined if there is none. `lengthOf`: returns a game's number of events. */
export function findConflict(positions: readonly Position[], lengthOf: (game: GameId) => number): string | undefined {
  const lengths = new Map<GameId, number>();
  for (const { game, index } of positions) {
    const length = lengths.get(game) ?? lengthOf(game);
    if (index !== length) return `game ${game} has ${length} events, so none can be its event ${index}`;
    lengths.set(game, length + 1);
  }
  return undefined;
}

/** Throws for invalid numbers, which are a bug of ours. They must not make a commit fail that other appends share. */
export function assertValidEntries(entries: readonly JournalEntry[]): void {
  for (const { game, index, at } of entries) {
    if (Number.isSafeInteger(game) && game >= 1 && Number.isSafeInteger(index) && Number.isSafeInteger(at)) continue;
    throw new RangeError(`invalid numbers in an entry: game ${game}, event ${index}, at ${at}`);
  }
}
