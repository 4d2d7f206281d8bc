/** All finished games, with the columns for searches. */
interface GameTable {
  number: number;
  /** `go` or `gomoku`. */
  kind: string;
  size: number;
  /** The board in the JSON of the API. */
  board: string;
  /** The game options in the JSON of the API; null for an imported game. */
  options: string | null;
  /** 1 if only the players, and clients with the key of the game, may see the game. */
  private: number;
  /** The hash of the key of the invitation that started the game. */
  keyHash: string | null;
  /** The keys of the accounts with which the players were signed in. */
  blackOwner: string | null;
  whiteOwner: string | null;
  /** The names of the players at the time of the game. The keys are these names folded for comparison. */
  black: string;
  blackKey: string;
  blackProtocol: string;
  white: string;
  whiteKey: string;
  whiteProtocol: string;
  /** `black`, `white`, `draw` or `none`. */
  result: string;
  reason: string;
  /** In Go the area with komi. */
  blackScore: number | null;
  whiteScore: number | null;
  /** In Go the winning margin of an imported game, if the area does not agree with it. */
  margin: number | null;
  turns: number;
  began: number;
  ended: number;
  imported: number;
  /** The rating class; null if the game was not rated. */
  ratedAs: string | null;
  /** The key of the player who ended the game early (`earlyEndBy`). */
  earlyEndBy: string | null;
  /** For each rated player: the rating before the game, its change, and whether it was provisional. */
  blackRating: number | null;
  blackGain: number | null;
  blackProvisional: number | null;
  whiteRating: number | null;
  whiteGain: number | null;
  whiteProvisional: number | null;
}

/** The record of a game: SGF, or our JSON for boards with more than 52 lines. */
interface GameRecordTable {
  number: number;
  record: string;
}

/** The text from which an imported game was read. */
interface OriginalTable {
  number: number;
  /** The encoding, as the Encoding Standard names it. */
  charset: string;
  /** The length of the text. */
  bytes: number;
  /** Null if the text was too long to be stored. */
  gzip: Uint8Array | null;
  /** A list of lines in JSON. */
  notes: string;
}

/** The conversation of a game, in JSON. */
interface ConversationTable {
  number: number;
  conversation: string;
}

/** All players of stored games. */
interface PlayerTable {
  key: string;
  /** The name as it was written last. */
  name: string;
  /** Games played here, and their results. */
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
  /** When the last rated game ended. */
  at: number;
  /** From this time on the rating is provisional, unless another game is rated before; 0 if it is provisional already. */
  rankedUntil: number;
}

interface RatingHistoryTable {
  key: string;
  class: string;
  /** The player's rated games up to and including this one. */
  games: number;
  game: number;
  at: number;
  rating: number;
}

/** One row: every finished game of the journal up to this number is in the archive. */
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
