// Column types of the tables that only an installation of several nodes has; createPostgresTables creates them.

/** Changes of reserved names and bans, in the order in which they were stored. */
interface ChangeTable {
  /** Counts from 1 without a gap. */
  number: number;
  at: number;
  /** JSON. */
  change: string;
}

/** What each node has recorded of the conversation of a game: the messages of its own clients. */
interface ConversationPartTable {
  number: number;
  /** A random text for each process. */
  source: string;
  conversation: string;
}

/** One row: a random text that tells this database from others. It is part of each backup. */
interface InstallationKeyTable {
  id: number;
  key: string;
  /** The name of the installation that uses it; null until its first node has read or begun the stream. */
  installation: string | null;
}

export interface NodeTables {
  installationKey: InstallationKeyTable;
  change: ChangeTable;
  conversationPart: ConversationPartTable;
}

/** PostgreSQL only. An installation may have begun with one process, which has no such tables. */
export const NODE_TABLES = `
  CREATE TABLE IF NOT EXISTS change (number bigint primary key, at bigint not null, change text not null);
  CREATE TABLE IF NOT EXISTS conversation_part (
    number bigint not null, source text not null, conversation text not null, primary key (number, source)
  );
  CREATE TABLE IF NOT EXISTS installation_key (id integer primary key, key text not null, installation text);
  INSERT INTO installation_key VALUES (1, gen_random_uuid()) ON CONFLICT DO NOTHING;
`;
