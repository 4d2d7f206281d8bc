import type { Entry, GameId } from '../lobby/games/event.ts';

type Place = Pick<Entry, 'game' | 'index'>;

/** The first entry that does not continue its game, if any; `lengthOf` tells how many events a game already has. */
export function findConflict(places: readonly Place[], lengthOf: (game: GameId) => number): string | undefined {
  const lengths = new Map<GameId, number>();
  for (const { game, index } of places) {
    const length = lengths.get(game) ?? lengthOf(game);
    if (index !== length) return `game ${game} has ${length} events, so none can be its event ${index}`;
    lengths.set(game, length + 1);
  }
  return undefined;
}

/** A place that no journal can hold is our own mistake, and must not fail the write that others share. */
export function assertPlaces(entries: readonly Entry[]): void {
  for (const { game, index, at } of entries) {
    if (Number.isSafeInteger(game) && game >= 1 && Number.isSafeInteger(index) && Number.isSafeInteger(at)) continue;
    throw new RangeError(`an entry without a place: game ${game}, event ${index}, at ${at}`);
  }
}
