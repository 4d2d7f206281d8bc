import type { Generated } from 'kysely';

/** Every table. Times are milliseconds since the epoch, and 0 and 1 stand for false and true. */
export interface Tables extends ArchiveTables, AccountTables, NodeTables {}

// Column types; database-schema.ts creates the tables.

/** Reserved names. */
interface AccountTable {
  id: Generated<number>;
  /** The name folded for comparison. */
  key: string;
  /** The name as the owner writes it. */
  name: string;
  /** A hash with its parameters. */
  password: string;
  created: number;
  /** 1 if each client without a sign-in needs an opening by the owner. */
  guarded: number;
  courseGroup: string | null;
}

/** Browsers in which a user is signed in, by the digest of the secret in the cookie. */
interface SignInTable {
  digest: string;
  account: number;
  /** The end of the sign-in. Each use postpones it. */
  until: number;
}

/** Tokens of bots, by their digests. */
interface TokenTable {
  id: Generated<number>;
  account: number;
  digest: string;
  label: string;
  created: number;
  used: number | null;
}

/** IP addresses from which an owner has signed in lately. */
interface AdmissionTable {
  account: number;
  address: string;
  until: number;
}

interface BanTable {
  id: Generated<number>;
  name: string | null;
  address: string | null;
  until: number;
  reason: string | null;
}

interface AccountTables {
  account: AccountTable;
  signIn: SignInTable;
  token: TokenTable;
  admission: AdmissionTable;
  ban: BanTable;
}

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
  /** Public games played here, and their results. */
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

interface ArchiveTables {
  game: GameTable;
  gameRecord: GameRecordTable;
  original: OriginalTable;
  conversation: ConversationTable;
  player: PlayerTable;
  rating: RatingTable;
  ratingHistory: RatingHistoryTable;
  caughtUp: CaughtUpTable;
}

// Column types of the tables that only an installation of several nodes has; createPostgresTables creates them.

/** Changes of reserved names and bans, in the order in which they were stored. */
interface ChangeTable {
  /** Counts from 1 without a gap. */
  number: number;
  at: number;
  /** JSON. */
  change: string;
}

/** The part of a game's conversation that one node has recorded: the messages of its own clients. */
interface ConversationPartTable {
  number: number;
  /** A random text that identifies the process. */
  source: string;
  conversation: string;
}

/** One row with a random text that identifies this database. Each backup contains it. */
interface InstallationKeyTable {
  id: number;
  key: string;
  /** The name of the installation that uses the database; null until its first node has read or begun the stream. */
  installation: string | null;
}

interface NodeTables {
  installationKey: InstallationKeyTable;
  change: ChangeTable;
  conversationPart: ConversationPartTable;
}

/**
 * Creates the tables if they are missing, because a server with one process may become an installation of nodes. PostgreSQL
 * only.
 */
export const NODE_TABLES = `
  CREATE TABLE IF NOT EXISTS change (number bigint primary key, at bigint not null, change text not null);
  CREATE TABLE IF NOT EXISTS conversation_part (
    number bigint not null, source text not null, conversation text not null, primary key (number, source)
  );
  CREATE TABLE IF NOT EXISTS installation_key (id integer primary key, key text not null, installation text);
  INSERT INTO installation_key VALUES (1, gen_random_uuid()) ON CONFLICT DO NOTHING;
`;
