import type { AccountTables } from './tables-of-accounts.ts';
import type { ArchiveTables } from './tables-of-archive.ts';

/** Every table. Times are milliseconds since the epoch, and 0 and 1 stand for false and true. */
export interface Tables extends ArchiveTables, AccountTables {}
