/** What SQLite takes as a parameter. */
export type SqliteValue = string | number | bigint | Uint8Array | null;

/** A statement and its parameters, or the end. */
export type Request =
  | { readonly kind: 'query'; readonly sql: string; readonly parameters: readonly SqliteValue[] }
  | { readonly kind: 'close' };

/** A thread also does whole tasks; the one row of its reply is what came of the task. */
export type ThreadRequest = Request | TaskRequest;

export interface TaskRequest {
  readonly kind: 'task';
  /** The address of a module that exports it as `run`. */
  readonly module: string;
  /** In JSON. */
  readonly input: string;
}

/**
 * Each request gets one reply, in order; before the first comes `done` or `failed` for the opening. `passes`: the same may
 * be done later, when the disk has room again, or another program has written.
 */
export type Reply =
  | { readonly kind: 'done'; readonly rows: readonly unknown[]; readonly changes: number }
  | { readonly kind: 'failed'; readonly why: string; readonly passes: boolean };
