import { extname } from 'node:path';
import { WorkerLink } from '../worker-link.ts';
import type { Reply, Request, SqliteOptions } from './sqlite-message.ts';

/** The thread of a journal; what it is told first is what to open. */
export type JournalThread = WorkerLink<Request | SqliteOptions, Reply>;

/** Starts it, perhaps before anybody knows what it shall open: that takes it longer than all that follows. */
export function startJournalThread(): JournalThread {
  return new WorkerLink('the journal', new URL(`./sqlite-worker${extname(import.meta.url)}`, import.meta.url));
}
