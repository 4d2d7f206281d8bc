import type { AccountTables } from './account-tables.ts';
import type { ArchiveTables } from './archive-tables.ts';
import type { NodeTables } from './node-tables.ts';

/** Every table. Times are milliseconds since the epoch, and 0 and 1 stand for false and true. */
export interface Tables extends ArchiveTables, AccountTables, NodeTables {}
