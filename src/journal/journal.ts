import type { GameId, JournalEntry } from '../lobby/games/game-event.ts';
import type { UnfinishedGame } from '../lobby/games/unfinished-game.ts';

/**
 * Stores events before any client is notified of them. Appends are written in the order of the calls. Those that come while a write is
 * running share the next one (group commit).
 */
export interface Journal {
  /**
   * Resolves when all entries are as durable as the journal promises. All are stored or none. Rejects with `JournalConflict` if the
   * `index` of an entry is not the number of events that its game has.
   */
  append(entries: readonly JournalEntry[]): Promise<void>;
  /**
   * Sets the one listener, and calls it with the present state. It is called whenever the disk becomes full or has space again,
   * before the append that notices resolves. On a full disk, the reserve still has space for the ends of games; an append that needs
   * more waits. If a file of the journal is deleted or replaced, `hasSpace` is false, `lost` describes it, and every append waits.
   */
  watchDiskSpace(listener: DiskSpaceListener): void;
  /**
   * Every game without an `ended` event, oldest first, in pages that are read on demand. A damaged game is left out and reported;
   * without `report` it rejects with `GameDamaged`. Rejects with `SqliteFileUnusable` if more than single games are damaged.
   */
  unfinished(report?: ReportDamage): AsyncIterable<readonly UnfinishedGame[]>;
  /** Every game with an id above `after`, lowest first. A game that begins or ends meanwhile is listed in its old or new state. */
  games(after: GameId): AsyncIterable<GameSummary>;
  /** All entries of one game in order; empty if there is no such game. */
  game(id: GameId): Promise<JournalEntry[]>;
  /**
   * The same game as stored text, to be parsed in another thread (src/journal/rows/journal-game.ts): parsing the longest game takes
   * 0.1 s. Undefined if there is no such game.
   */
  stored(id: GameId): Promise<JournalGame | undefined>;
  /** The highest id of any game, 0 if there is none. */
  lastGame(): Promise<GameId>;
  /** Finishes running writes and releases every file. */
  close(): Promise<void>;
}

/** A game as the text of its events. */
export interface JournalGame {
  readonly game: GameId;
  /** The time of the first event, in milliseconds since the epoch. */
  readonly at: number;
  /** The line of the first event, and the lines of all others (src/journal/rows/game-row.ts). */
  readonly first: string;
  readonly rest: string;
  readonly ended: boolean;
  /** Why the game is not as it was written; undefined if it is. */
  readonly damage: string | undefined;
}

/** Called with whether the disk has space for moves. If a file is lost, `lost` says which. */
export type DiskSpaceListener = (hasSpace: boolean, lost?: string) => void;

/** Called with a damaged game and the reason. */
export type ReportDamage = (game: GameId, why: string) => void;

/** A game in the list of all games. */
export interface GameSummary {
  readonly game: GameId;
  /** The time of the `ended` event, in milliseconds since the epoch; undefined for an unfinished game. */
  readonly ended: number | undefined;
}

/** The game has other events at this index. */
export class JournalConflict extends Error {
  override readonly name = 'JournalConflict';
}

/** One game is damaged; the others can be read. */
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

/** A database file cannot be used. The message is one clear line for the operator. */
export class SqliteFileUnusable extends Error {
  override readonly name = 'SqliteFileUnusable';
}
