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

export interface NodeTables {
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
