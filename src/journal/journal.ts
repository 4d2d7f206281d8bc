import type { GameId, JournalEntry } from '../lobby/games/game-event.ts';
import type { LazyJournalEntries } from '../lobby/games/lazy-journal-entries.ts';

/**
 * Stores events before any client is notified of them. Appends are written in the order of the calls. Appends that arrive during a write
 * share the next write (group commit).
 */
export interface Journal {
  /**
   * Stores all entries or none. Resolves when they are as durable as the journal promises. Rejects with `JournalConflict` if the `index`
   * of an entry is not the number of events that its game has.
   */
  append(entries: readonly JournalEntry[]): Promise<void>;
  /**
   * Sets the only listener, and calls it with the present state. The listener is called whenever the disk becomes full or has space
   * again. The append that finds this out resolves afterwards. On a full disk, the reserve still has space for the ends of games; an
   * append that needs more space waits. If a file of the journal is deleted or replaced, `hasSpace` is false, `lost` describes the loss,
   * and every append waits.
   */
  watchDiskSpace(listener: DiskSpaceListener): void;
  /**
   * Returns every game without an `ended` event, oldest first, in pages that are read on demand. A damaged game is left out and
   * reported. Without `report`, a damaged game rejects with `GameDamaged`. Rejects with `SqliteFileUnusable` if the file itself is damaged.
   */
  unfinished(report?: ReportDamage): AsyncIterable<readonly LazyJournalEntries[]>;
  /** Returns every game with an id above `after`, lowest first. A game that starts or ends meanwhile is listed in its old or new state. */
  games(after: GameId): AsyncIterable<ListedJournalGame>;
  /** Returns all entries of one game in order; empty if there is no such game. */
  game(id: GameId): Promise<JournalEntry[]>;
  /**
   * Returns one game as stored text, for another thread to parse (src/journal/rows/encoded-game.ts): parsing the longest game takes 0.1 s.
   * Undefined if there is no such game.
   */
  stored(id: GameId): Promise<EncodedGame | undefined>;
  /** Returns the highest id of any game; 0 if there is none. */
  lastGame(): Promise<GameId>;
  /** Finishes running writes and releases every file. */
  close(): Promise<void>;
}

/** A game as the text of its events. */
export interface EncodedGame {
  readonly game: GameId;
  /** The time of the first event, in milliseconds since the epoch. */
  readonly at: number;
  /** The line of the first event (src/journal/rows/game-row.ts). */
  readonly first: string;
  /** The lines of all other events. */
  readonly rest: string;
  readonly ended: boolean;
  /** A description of the damage; undefined if the game is intact. */
  readonly damage: string | undefined;
}

/** `hasSpace`: whether the disk has space for moves. `lost`: a description of a lost file. */
export type DiskSpaceListener = (hasSpace: boolean, lost?: string) => void;

export type ReportDamage = (game: GameId, why: string) => void;

export interface ListedJournalGame {
  readonly game: GameId;
  /** The time of the `ended` event, in milliseconds since the epoch; undefined for an unfinished game. */
  readonly ended: number | undefined;
}

/** The game has another event at this index already, or lacks events before it. */
export class JournalConflict extends Error {
  override readonly name = 'JournalConflict';
}

/** One game is damaged. Other games can be read. */
export class GameDamaged extends Error {
  override readonly name = 'GameDamaged';
  readonly game: GameId;
  readonly how: string;

  constructor(game: GameId, how: string) {
    super(`game ${game} is damaged: ${how}`);
    this.game = game;
    this.how = how;
  }
}

/** A database file cannot be used. The message is one line for the operator. */
export class SqliteFileUnusable extends Error {
  override readonly name = 'SqliteFileUnusable';
}
