/** Every finished game, with all that a search asks for. */
interface GameTable {
  number: number;
  /** `go` or `gomoku`. */
  kind: string;
  size: number;
  /** The board as the API describes it, in JSON. */
  board: string;
  /** The names as they were, and folded as names are compared. */
  black: string;
  blackKey: string;
  blackProtocol: string;
  white: string;
  whiteKey: string;
  whiteProtocol: string;
  /** `black`, `white`, `draw` or `none`. */
  result: string;
  reason: string;
  /** In Go: the area, komi included. */
  blackScore: number | null;
  whiteScore: number | null;
  /** In Go: the points by which an imported game was won, where its record has no area that agrees. */
  margin: number | null;
  turns: number;
  began: number;
  ended: number;
  imported: number;
  /** The class in which it was rated; null where it was not. */
  ratedAs: string | null;
  /** The ratings before the game and what it added, where it was rated. */
  blackRating: number | null;
  blackGain: number | null;
  whiteRating: number | null;
  whiteGain: number | null;
}

/** A game as it is handed on: SGF as far as that reaches, else the project's JSON. */
interface GameRecordTable {
  number: number;
  record: string;
}

/** The text from which an imported game was read. */
interface OriginalTable {
  number: number;
  /** Its encoding, by the name that the Encoding Standard gives it. */
  charset: string;
  /** Its length. */
  bytes: number;
  /** Null where it was too long to be kept. */
  gzip: Uint8Array | null;
  /** A list of lines, in JSON. */
  notes: string;
}

/** What was said at the board, as JSON. */
interface ConversationTable {
  number: number;
  conversation: string;
}

/** Everybody who has ever played here or stands in an imported game. */
interface PlayerTable {
  key: string;
  /** As it was written last. */
  name: string;
  /** Games played here, and how those that count for a result came out. */
  games: number;
  won: number;
  lost: number;
  drawn: number;
}

/** The latest rating of a player in a class. */
interface RatingTable {
  key: string;
  class: string;
  rating: number;
  deviation: number;
  volatility: number;
  /** Rated games so far. */
  games: number;
  /** When the last one ended. */
  at: number;
}

interface RatingHistoryTable {
  key: string;
  class: string;
  /** How many rated games the player had then, this one included. */
  games: number;
  game: number;
  at: number;
  rating: number;
}

/** One row: every game of the journal up to this number is in the archive. */
interface CaughtUpTable {
  id: number;
  number: number;
}

export interface ArchiveTables {
  game: GameTable;
  gameRecord: GameRecordTable;
  original: OriginalTable;
  conversation: ConversationTable;
  player: PlayerTable;
  rating: RatingTable;
  ratingHistory: RatingHistoryTable;
  caughtUp: CaughtUpTable;
}
