import type { DatabaseSync } from 'node:sqlite';
import { damagedMessage } from '../files/sqlite-error.ts';
import { SqliteFileUnusable } from '../journal.ts';
import { batchRow, type EncodedEntry, parseBatch } from './batch-row.ts';

export interface ParsedBatch {
  readonly id: number;
  readonly entries: readonly EncodedEntry[];
}

/** Reads the batches with an id above `after`, in order. */
export type ReadBatches = (database: DatabaseSync, after: number) => Iterable<ParsedBatch>;

/** Throws `SqliteFileUnusable` for a missing or damaged batch, because then it is unknown which games lack events. */
export const readAllBatches = (path: string): ReadBatches =>
  function* (database, after) {
    let last: number | undefined;
    for (const columns of database.prepare('SELECT * FROM batch WHERE id > ? ORDER BY id').iterate(after)) {
      const row = batchRow(columns);
      // The oldest batches are deleted, so the first id may be any number.
      const expected: number = last === undefined ? row.id : last + 1;
      if (row.id !== expected) throw new SqliteFileUnusable(damagedMessage(path, `batch ${expected} is missing`));
      last = row.id;
      const entries = parseBatch(row);
      if (entries === undefined)
        throw new SqliteFileUnusable(damagedMessage(path, `batch ${row.id} does not match its checksum`));
      yield { id: row.id, entries };
    }
  };

/** Reads the intact batches of a damaged database from both ends up to the damage. They are read only once. */
export class IntactBatchReader {
  /** No missing or damaged batch has been found so far. */
  isComplete = true;
  #isRead = false;

  readonly read: ReadBatches = (database) => {
    if (this.#isRead) return [];
    this.#isRead = true;
    const batches = new Map<number, ParsedBatch>();
    this.#walk(database, 'SELECT * FROM batch WHERE id > ? ORDER BY id LIMIT 1', 0, batches);
    if (!this.isComplete)
      this.#walk(
        database,
        'SELECT * FROM batch WHERE id < ? ORDER BY id DESC LIMIT 1',
        Number.MAX_SAFE_INTEGER,
        batches,
      );
    const inOrder = [...batches.values()].sort((one, other) => one.id - other.id);
    const [first, last] = [inOrder[0], inOrder.at(-1)];
    if (first !== undefined && last !== undefined && last.id - first.id >= inOrder.length) this.isComplete = false;
    return inOrder;
  };

  #walk(database: DatabaseSync, sql: string, start: number, batches: Map<number, ParsedBatch>): void {
    try {
      const next = database.prepare(sql);
      for (let found = next.get(start); found !== undefined; ) {
        const row = batchRow(found);
        // A damaged tree may contain a loop.
        if (batches.has(row.id)) return;
        const entries = parseBatch(row);
        if (entries === undefined) this.isComplete = false;
        batches.set(row.id, { id: row.id, entries: entries ?? [] });
        found = next.get(row.id);
      }
    } catch {
      this.isComplete = false;
    }
  }
}
