import type { Entry, GameId } from '../lobby/games/event.ts';
import type { UnfinishedGame } from '../lobby/games/unfinished-game.ts';

/**
 * Where events are kept before anyone is told. Appends are written in the order of the calls; those that come while a
 * write is under way share the next one (group commit).
 */
export interface Journal {
  /**
   * Resolves once every entry is as durable as the journal promises; all of them are kept or none. An entry whose
   * `index` is not the number of events that its game already has is a conflict: it rejects with `JournalConflict`.
   */
  append(entries: readonly Entry[]): Promise<void>;
  /**
   * Calls `listener` whenever the disk begins or ceases to be as good as full, before the append that noticed resolves. An
   * append for which there is no room at all waits until there is; what is still kept then is a reserve for what cannot be
   * refused, such as that somebody has left. Where a file of the journal is deleted or replaced, `hasRoom` is false, `lost`
   * says what has happened, and every append waits. One listener at most; it is called with the state at once.
   */
  watchRoom(listener: RoomListener): void;
  /**
   * Every game without an `ended` event, the oldest first, some at a time and no more than are asked for. One whose events are not
   * as they were written is left out and reported; where nobody wants reports, it rejects with `GameDamaged`. Rejects with `JournalUnusable` if not only single games are damaged.
   */
  unfinished(report?: ReportDamage): AsyncIterable<readonly UnfinishedGame[]>;
  /**
   * Every game with an id above `after`, the lowest first, with no more than when it ended. A game that begins or ends
   * in the meantime may be told of as it was or as it is.
   */
  games(after: GameId): AsyncIterable<ListedGame>;
  /** One game, whole and in order; empty if there is none. */
  game(id: GameId): Promise<Entry[]>;
  /**
   * The same as it is stored, for whoever reads it elsewhere (src/journal/stored-game.ts): to make entries of the longest game
   * takes a tenth of a second. Undefined if there is none.
   */
  stored(id: GameId): Promise<StoredGame | undefined>;
  /** The highest id of any game, 0 if there is none. */
  lastGame(): Promise<GameId>;
  /** Waits for what is under way and lets go of every file. */
  close(): Promise<void>;
}

/** A game as the text of its events. */
export interface StoredGame {
  readonly game: GameId;
  /** The time of its first event, milliseconds since the epoch. */
  readonly at: number;
  /** The line of its first event, and those of all others (src/journal/game-row.ts). */
  readonly first: string;
  readonly rest: string;
  readonly ended: boolean;
  /** Why it is not what was written, if it is not. */
  readonly damage: string | undefined;
}

/** Hears whether moves can be kept, and which file is `lost` if that is why not. */
export type RoomListener = (hasRoom: boolean, lost?: string) => void;

/** Hears of a game that cannot be read back, and why. */
export type ReportDamage = (game: GameId, why: string) => void;

/** A game of the journal. */
export interface ListedGame {
  readonly game: GameId;
  /** The time of its last entry, milliseconds since the epoch; undefined while it is unfinished. */
  readonly ended: number | undefined;
}

/** Somebody else was faster: read the game on and decide again. */
export class JournalConflict extends Error {
  override readonly name = 'JournalConflict';
}

/** One game cannot be read back; the others can. */
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

/** The journal cannot be used as it is; the message is one clear line for whoever started the server. */
export class JournalUnusable extends Error {
  override readonly name = 'JournalUnusable';
}
