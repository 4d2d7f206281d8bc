import type { GameId, JournalEntry } from '../../lobby/games/game-event.ts';
import type { EncodedGame, ListedJournalGame } from '../journal.ts';
import type { EncodedEntry } from '../rows/batch-row.ts';
import { encodeEvent } from '../rows/event-text.ts';

/** When an append resolves. `disk`: its events are synced to the disk. `os`: the operating system has them. */
export type Durability = 'disk' | 'os';

export interface WritableJournalOptions {
  readonly path: string;
  readonly durability: Durability;
  /** For tests: the number of pages, of 4,096 bytes, for which the disk has space. */
  readonly maxPages?: number;
}

/** The file that the worker opens. */
export type JournalFileOptions = WritableJournalOptions | { readonly path: string; readonly readOnly: true };

/** Several appends that share a commit. They are in flat arrays, because copying many small objects to another thread is slow. */
export interface CommitRequest {
  readonly kind: 'commit';
  /** The number of entries of each append. */
  readonly sizes: readonly number[];
  /** `NUMBERS_PER_ENTRY` for each entry: game, index and time. */
  readonly numbers: Float64Array;
  /** The events as src/journal/rows/event-text.ts encodes them, one on each line. */
  readonly events: string;
}

const NUMBERS_PER_ENTRY = 3;

export type JournalRequest =
  | CommitRequest
  /** A page of all games, or of the unfinished ones, with ids above `after`. */
  | { readonly kind: 'games' | 'unfinished'; readonly after: GameId; readonly limit: number }
  | { readonly kind: 'game'; readonly id: GameId }
  | { readonly kind: 'last-game' }
  /** Asks whether the disk has space again, and whether all files are there. */
  | { readonly kind: 'check' }
  | { readonly kind: 'close' };

/** Each request gets one reply, in order. The first request is the `JournalFileOptions`, and its reply is `disk` or `failed`. */
export type JournalReply =
  | { readonly kind: 'done' }
  /** `hasSpace`: whether the disk has more space than the reserve. `lost`: a description of a lost file of the database. */
  | { readonly kind: 'disk'; readonly hasSpace: boolean; readonly lost?: string | undefined }
  | { readonly kind: 'committed'; readonly conflicts: readonly AppendConflict[]; readonly hasSpace: boolean }
  /** Nothing of the commit is stored, because it needs more space than the reserve, or because a file is `lost`. */
  | { readonly kind: 'full'; readonly lost?: string }
  | { readonly kind: 'games'; readonly page: GamePage<ListedJournalGame> }
  | { readonly kind: 'unfinished'; readonly page: GamePage<EncodedGame> }
  | { readonly kind: 'game'; readonly game: EncodedGame | undefined }
  | { readonly kind: 'last-game'; readonly id: GameId }
  /** `isDamaged`: SQLite reports damaged pages. */
  | { readonly kind: 'failed'; readonly why: string; readonly isDamaged: boolean };

/** An append of a commit that was left out. */
export interface AppendConflict {
  /** Its position in the commit. */
  readonly append: number;
  readonly why: string;
}

/** Some games, lowest id first. */
export interface GamePage<Game> {
  readonly games: readonly Game[];
  /** The `after` of the next page; undefined if this is the last one. */
  readonly next: GameId | undefined;
}

/** An append that is ready to be part of a commit. */
export interface EncodedAppend {
  readonly entries: readonly JournalEntry[];
  readonly events: string;
}

export const encodeAppend = (entries: readonly JournalEntry[]): EncodedAppend => ({
  entries,
  events: entries.map((entry) => encodeEvent(entry.event)).join('\n'),
});

export function encodeCommit(appends: readonly EncodedAppend[]): CommitRequest {
  const sizes = appends.map((append) => append.entries.length);
  const numbers = new Float64Array(NUMBERS_PER_ENTRY * sizes.reduce((sum, size) => sum + size, 0));
  let position = 0;
  for (const append of appends) {
    for (const { game, index, at } of append.entries) {
      numbers[position++] = game;
      numbers[position++] = index;
      numbers[position++] = at;
    }
  }
  return { kind: 'commit', sizes, numbers, events: appends.map((append) => append.events).join('\n') };
}

/** Returns the entries of each append. */
export function decodeCommit({ sizes, numbers, events }: CommitRequest): EncodedEntry[][] {
  const lines = events.split('\n');
  let [line, position] = [0, 0];
  const next = (): EncodedEntry => ({
    game: numbers[position++] ?? 0,
    index: numbers[position++] ?? 0,
    at: numbers[position++] ?? 0,
    event: lines[line++] ?? '',
  });
  return sizes.map((size) => Array.from({ length: size }, next));
}
