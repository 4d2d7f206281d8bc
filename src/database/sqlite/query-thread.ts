import { extname } from 'node:path';
import { WorkerLink } from '../../worker-link.ts';
import type { DatabaseReply, DatabaseRequest } from './database-message.ts';

/** The thread that owns the database file. */
export type QueryThread = WorkerLink<DatabaseRequest, DatabaseReply>;

const start = (): QueryThread =>
  new WorkerLink('the database', new URL(`./query-worker${extname(import.meta.url)}`, import.meta.url));

let early: QueryThread | undefined;

/** Starts a thread before it is known which file to open, because that takes as long as loading the rest of the server. */
export function startQueryThreadEarly(): void {
  early = start();
}

/** Returns the thread that was started early, or starts one. */
export function startQueryThread(): QueryThread {
  const thread = early ?? start();
  early = undefined;
  return thread;
}

/** Stops the thread that was started early. Must be called if the database is not SQLite. */
export async function stopUnusedQueryThread(): Promise<void> {
  const thread = early;
  early = undefined;
  await thread?.stop();
}
