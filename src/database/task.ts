import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Queries that depend on each other and hold together, as one transaction. Where the database has a thread they are asked there,
 * so that the server's own is called once and not for each of them. Input goes there as JSON, which takes a tenth of the time
 * that a copy of many small objects does; output is copied.
 */
export interface Task<Input, Output> {
  /** The address of the module that exports `run`, from where the other thread takes it. */
  readonly module: string;
  readonly run: (transaction: Kysely<Tables>, input: Input) => Promise<Output>;
}
