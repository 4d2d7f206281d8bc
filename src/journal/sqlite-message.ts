import type { Entry, GameId } from '../lobby/event.ts';

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
  /** `NUMBERS_PER_ENTRY` for each entry: game, index, at, and 1 if it ends its game. */
  readonly numbers: Float64Array;
  /** The events as JSON, a line each. */
  readonly events: string;
}

export const NUMBERS_PER_ENTRY = 4;

export type Request =
  | Batch
  /** Up to `limit` games with an id above `after`, lowest first; with their entries or without. */
  | { readonly kind: 'games'; readonly after: GameId; readonly limit: number }
  | { readonly kind: 'unfinished'; readonly after: GameId; readonly limit: number }
  | { readonly kind: 'game'; readonly id: GameId }
  | { readonly kind: 'last-game' }
  /** Is there room again? */
  | { readonly kind: 'look' }
  | { readonly kind: 'close' };

/** Each request gets one reply, in order; before the first comes `room` or `failed` for the opening. */
export type Reply =
  | { readonly kind: 'done' }
  /** Whether the disk has more than the reserve. */
  | { readonly kind: 'room'; readonly hasRoom: boolean }
  | { readonly kind: 'committed'; readonly conflicts: readonly AppendConflict[]; readonly hasRoom: boolean }
  /** Nothing of the batch is kept: there is no room even for the reserve. */
  | { readonly kind: 'full' }
  | { readonly kind: 'games'; readonly games: readonly StoredGame[] }
  /** `isTorn`: SQLite finds its own pages damaged. */
  | { readonly kind: 'failed'; readonly why: string; readonly isTorn: boolean };

/** The append at this place of the batch was left out. */
export interface AppendConflict {
  readonly append: number;
  readonly why: string;
}

export interface StoredGame {
  readonly game: GameId;
  /** In a listing: when it ended, if it has. With entries: 1 if it is listed as ended, 0 if not. */
  readonly ended: number | undefined;
  /** JSON: an array with `[index, at, event, sound]` for each entry; empty where entries were not asked for. */
  readonly entries: string;
}

/** One append on its way into a batch. */
export interface EncodedAppend {
  readonly entries: readonly Entry[];
  readonly events: string;
}

/** JSON never holds a bare line feed, so one can part the events. */
export const encodeAppend = (entries: readonly Entry[]): EncodedAppend => ({
  entries,
  events: entries.map((entry) => JSON.stringify(entry.event)).join('\n'),
});

export function encodeBatch(appends: readonly EncodedAppend[]): Batch {
  const sizes = appends.map((append) => append.entries.length);
  const numbers = new Float64Array(NUMBERS_PER_ENTRY * sizes.reduce((sum, size) => sum + size, 0));
  let at = 0;
  for (const append of appends) {
    for (const entry of append.entries) {
      numbers[at++] = entry.game;
      numbers[at++] = entry.index;
      numbers[at++] = entry.at;
      numbers[at++] = entry.event.kind === 'ended' ? 1 : 0;
    }
  }
  return { kind: 'commit', sizes, numbers, events: appends.map((append) => append.events).join('\n') };
}
