/** A value that SQLite takes as a parameter. */
export type SqliteValue = string | number | bigint | Uint8Array | null;

export interface SqlStatement {
  readonly sql: string;
  readonly parameters: readonly SqliteValue[];
}

/** A request to the thread that owns the database file. `open` is the first and `close` the last. */
export type DatabaseRequest =
  | { readonly kind: 'open'; readonly path: string; readonly readOnly: boolean }
  | ({ readonly kind: 'query' } & SqlStatement)
  /** Executes all statements or none. */
  | { readonly kind: 'transaction'; readonly statements: readonly SqlStatement[] }
  | { readonly kind: 'close' };

/**
 * Each request gets one reply, in order. `isTemporary`: the same request may succeed later, when the disk has space again or
 * another program has finished writing.
 */
export type DatabaseReply =
  | { readonly kind: 'done'; readonly rows: readonly unknown[]; readonly changes: number }
  | { readonly kind: 'failed'; readonly why: string; readonly isTemporary: boolean };
