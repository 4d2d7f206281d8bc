import { enableCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { messageOf } from '../../result.ts';
import '../files/suppress-sqlite-warning.ts';
import { LostFileDetector } from '../files/lost-file-detector.ts';
import { sqliteErrorKind } from '../files/sqlite-error.ts';
import type { CommitRequest, JournalFileOptions, JournalReply, JournalRequest } from './journal-message.ts';
import type { JournalStore } from './journal-store.ts';

// The thread that owns the journal's file. It answers one request after another.

/** Milliseconds after opening when maintenance runs. It also runs after each commit. */
const MAINTAIN_AFTER = 500;

if (parentPort === null) throw new Error('journal-worker.ts must run in a worker thread');
const port = parentPort;

// A thread has its own compile cache.
enableCompileCache();
// Imported here, because the import prints the warning.
const { JournalStore: Store } = await import('./journal-store.ts');

port.once('message', (options: JournalFileOptions) => {
  const opened = attempt(() => {
    const store = new Store(options);
    serve(store, 'readOnly' in options ? undefined : new LostFileDetector(options.path));
    return { kind: 'disk', hasSpace: store.hasSpace };
  });
  port.postMessage(opened);
});

/** Answers requests. The thread ends when its port is closed, or at once if no file was opened. */
function serve(store: JournalStore, files: LostFileDetector | undefined): void {
  const maintain = (): void => {
    if (files?.check() !== undefined) return;
    store.maintain();
    files?.acceptChanges();
  };
  const timer = setTimeout(maintain, MAINTAIN_AFTER).unref();
  port.on('message', (request: JournalRequest) => {
    if (request.kind === 'close') clearTimeout(timer);
    port.postMessage(attempt(() => answer(store, files, request)));
    if (request.kind === 'commit') maintain();
    if (request.kind === 'close') port.close();
  });
}

function answer(store: JournalStore, files: LostFileDetector | undefined, request: JournalRequest): JournalReply {
  switch (request.kind) {
    case 'commit':
      return commit(store, files, request);
    case 'games':
      return { kind: 'games', page: store.games(request.after, request.limit) };
    case 'unfinished':
      return { kind: 'unfinished', page: store.unfinished(request.after, request.limit) };
    case 'game':
      return { kind: 'game', game: store.game(request.id) };
    case 'last-game':
      return { kind: 'last-game', id: store.lastGame() };
    case 'check':
      return check(store, files);
    case 'close':
      store.close();
      files?.close();
      return { kind: 'done' };
  }
}

function commit(store: JournalStore, files: LostFileDetector | undefined, request: CommitRequest): JournalReply {
  const lost = files?.check();
  if (lost !== undefined) return { kind: 'full', lost };
  try {
    const conflicts = store.commit(request);
    return conflicts === 'full' ? { kind: 'full' } : { kind: 'committed', conflicts, hasSpace: store.hasSpace };
  } catch (error) {
    const why = files?.checkAll();
    if (why === undefined) throw error;
    return { kind: 'full', lost: why };
  } finally {
    files?.acceptChanges();
  }
}

function check(store: JournalStore, files: LostFileDetector | undefined): JournalReply {
  const lost = files?.checkAll();
  if (lost === undefined) return { kind: 'disk', hasSpace: store.checkSpace() };
  if (files?.isOnlyLogLost) {
    // The content of a deleted log is lost when the process ends, so it is copied into the database now.
    store.checkpoint();
    files.acceptChanges();
  }
  return { kind: 'disk', hasSpace: false, lost };
}

function attempt(work: () => JournalReply): JournalReply {
  try {
    return work();
  } catch (error) {
    const why = messageOf(error);
    return { kind: 'failed', why, isDamaged: sqliteErrorKind(error) === 'corrupt' };
  }
}
