import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** The numbers of PostgreSQL's advisory locks: `ten` in ASCII and a letter. */
const LOCKS = { tables: 0x74656e61, changes: 0x74656e63, archive: 0x74656e67 } as const;

/** Waits until no other transaction holds the lock, and holds it until the end of this transaction. PostgreSQL only. */
export async function lock(transaction: Kysely<Tables>, name: keyof typeof LOCKS): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${sql.lit(LOCKS[name])})`.execute(transaction);
}
