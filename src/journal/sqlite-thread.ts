import { extname } from 'node:path';
import { WorkerLink } from '../worker-link.ts';
import type { Reply, Request, SqliteOptions } from './sqlite-message.ts';

/** The thread of a journal; what it is told first is what to open. */
export type JournalThread = WorkerLink<Request | SqliteOptions, Reply>;

const start = (): JournalThread =>
  new WorkerLink('the journal', new URL(`./sqlite-worker${extname(import.meta.url)}`, import.meta.url));

let early: JournalThread | undefined;

/** Starts one for whoever is the first to want one: a process that ends takes it along. */
export function startEarly(): void {
  early = start();
}

/** Starts one, perhaps before anybody knows what it shall open, unless there is one that nobody has wanted. */
export function startJournalThread(): JournalThread {
  const thread = early ?? start();
  early = undefined;
  return thread;
}
