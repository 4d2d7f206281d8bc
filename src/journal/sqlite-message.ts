import type { Entry, GameId } from '../lobby/games/event.ts';
import type { TextEntry } from './batch-row.ts';
import { encodeEvent } from './event-text.ts';
import type { ListedGame, StoredGame } from './journal.ts';
import type { PackedGames } from './packed-games.ts';

/** `disk`: on the disk before an append resolves. `os`: handed to the operating system. */
export type Durability = 'disk' | 'os';

export interface WritingOptions {
  readonly path: string;
  readonly durability: Durability;
  /** As if the disk had room for so many pages of the database, of 4,096 bytes, and no more. */
  readonly maxPages?: number;
}

/** What the worker opens. */
export type SqliteOptions = WritingOptions | { readonly path: string; readonly readOnly: true };

/** Several appends in one message, flat, because the structured clone of many small objects is slow. */
export interface Batch {
  readonly kind: 'commit';
  /** How many entries each append has. */
  readonly sizes: readonly number[];
  /** `NUMBERS_PER_ENTRY` for each entry: game, index and at. */
  readonly numbers: Float64Array;
  /** The events as src/journal/event-text.ts has them, a line each. */
  readonly events: string;
}

const NUMBERS_PER_ENTRY = 3;

export type Request =
  | Batch
  /** Up to `limit` games with an id above `after`, lowest first, and some more. */
  | { readonly kind: 'games'; readonly after: GameId; readonly limit: number }
  /** The next `many` unfinished games of a reading, which has a number of its own. */
  | { readonly kind: 'unfinished'; readonly reading: number; readonly many: number }
  | { readonly kind: 'game'; readonly id: GameId }
  | { readonly kind: 'last-game' }
  /** Is there room again, and are all files in their places? */
  | { readonly kind: 'look' }
  | { readonly kind: 'close' };

/** Each request gets one reply, in order; before the first comes `room` or `failed` for the opening. */
export type Reply =
  | { readonly kind: 'done' }
  /** Whether the disk has more than the reserve; `lost` says which file of the database is not in its place, if any. */
  | { readonly kind: 'room'; readonly hasRoom: boolean; readonly lost?: string | undefined }
  | { readonly kind: 'committed'; readonly conflicts: readonly AppendConflict[]; readonly hasRoom: boolean }
  /** Nothing of the batch is kept: there is no room even for the reserve, or a file is `lost`. */
  | { readonly kind: 'full'; readonly lost?: string }
  | { readonly kind: 'listed'; readonly page: Page<ListedGame> }
  | { readonly kind: 'games'; readonly games: PackedGames; readonly isLast: boolean }
  | { readonly kind: 'game'; readonly game: StoredGame | undefined }
  | { readonly kind: 'last-game'; readonly id: GameId }
  /** `isTorn`: SQLite finds its own pages damaged. */
  | { readonly kind: 'failed'; readonly why: string; readonly isTorn: boolean };

/** The append at this place of the batch was left out. */
export interface AppendConflict {
  readonly append: number;
  readonly why: string;
}

/** Some games, the lowest first. */
export interface Page<Game> {
  readonly games: readonly Game[];
  /** After which to go on; undefined once there are no more. */
  readonly next: GameId | undefined;
}

/** One append on its way into a batch. */
export interface EncodedAppend {
  readonly entries: readonly Entry[];
  readonly events: string;
}

export const encodeAppend = (entries: readonly Entry[]): EncodedAppend => ({
  entries,
  events: entries.map((entry) => encodeEvent(entry.event)).join('\n'),
});

export function encodeBatch(appends: readonly EncodedAppend[]): Batch {
  const sizes = appends.map((append) => append.entries.length);
  const numbers = new Float64Array(NUMBERS_PER_ENTRY * sizes.reduce((sum, size) => sum + size, 0));
  let place = 0;
  for (const append of appends) {
    for (const { game, index, at } of append.entries) {
      numbers[place++] = game;
      numbers[place++] = index;
      numbers[place++] = at;
    }
  }
  return { kind: 'commit', sizes, numbers, events: appends.map((append) => append.events).join('\n') };
}

/** The entries of each append. */
export function decodeBatch({ sizes, numbers, events }: Batch): TextEntry[][] {
  const lines = events.split('\n');
  let [line, place] = [0, 0];
  const next = (): TextEntry => ({
    game: numbers[place++] ?? 0,
    index: numbers[place++] ?? 0,
    at: numbers[place++] ?? 0,
    event: lines[line++] ?? '',
  });
  return sizes.map((size) => Array.from({ length: size }, next));
}
