import { extname } from 'node:path';
import { WorkerLink } from '../../worker-link.ts';
import type { JournalFileOptions, JournalReply, JournalRequest } from './journal-message.ts';

/** The thread of a journal. The first request has the file to open. */
export type JournalThread = WorkerLink<JournalRequest | JournalFileOptions, JournalReply>;

const start = (): JournalThread =>
  new WorkerLink('the journal', new URL(`./journal-worker${extname(import.meta.url)}`, import.meta.url));

let early: JournalThread | undefined;

/** Starts a thread before the configuration is read, because starting it takes as long as loading the other parts of the server. */
export function startJournalThreadEarly(): void {
  early = start();
}

/** Returns the thread that was started early, or starts one. */
export function startJournalThread(): JournalThread {
  const thread = early ?? start();
  early = undefined;
  return thread;
}
