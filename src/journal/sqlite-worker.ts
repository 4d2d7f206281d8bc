import { enableCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import './sqlite-warning.ts';
import type { GameId } from '../lobby/games/event.ts';
import { DatabaseFiles } from './database-files.ts';
import { packGames } from './packed-games.ts';
import { sqliteTrouble } from './sqlite-error.ts';
import type { Batch, Reply, Request, SqliteOptions } from './sqlite-message.ts';
import type { SqliteStore } from './sqlite-store.ts';

/** Milliseconds after opening; or after the first commit. */
const TIDY_AFTER = 500;

if (parentPort === null) throw new Error('sqlite-worker is the inside of a worker thread');
const port = parentPort;

// A thread does not share in what the main thread keeps.
enableCompileCache();
// Imported only now, because the warning comes with the import.
const { SqliteStore: Store } = await import('./sqlite-store.ts');

port.once('message', (options: SqliteOptions) => {
  const opened = attempt(() => {
    const store = new Store(options);
    serve(store, 'readOnly' in options ? undefined : new DatabaseFiles(options.path));
    return { kind: 'room', hasRoom: store.hasRoom };
  });
  port.postMessage(opened);
});

/** Nothing else keeps the thread: it ends with the port, or at once where there is no store to serve. */
function serve(store: SqliteStore, files: DatabaseFiles | undefined): void {
  const tidy = (): void => {
    if (files?.check() !== undefined) return;
    store.tidy();
    files?.acceptChanges();
  };
  const tidying = setTimeout(tidy, TIDY_AFTER).unref();
  port.on('message', (request: Request) => {
    if (request.kind === 'close') clearTimeout(tidying);
    const reply = attempt(() => answer(store, files, request));
    port.postMessage(reply, reply.kind === 'games' ? [reply.games.rests.buffer] : []);
    if (request.kind === 'commit') tidy();
    if (request.kind === 'close') port.close();
  });
}

function answer(store: SqliteStore, files: DatabaseFiles | undefined, request: Request): Reply {
  switch (request.kind) {
    case 'commit':
      return commit(store, files, request);
    case 'games':
      return { kind: 'listed', page: store.games(request.after, request.limit) };
    case 'unfinished':
      return unfinished(store, request);
    case 'game':
      return { kind: 'game', game: store.game(request.id) };
    case 'last-game':
      return { kind: 'last-game', id: store.lastGame() };
    case 'look':
      return look(store, files);
    case 'close':
      store.close();
      files?.close();
      return { kind: 'done' };
  }
}

/** Where each reading is: whoever reads asks for pages of which the one before has not come yet, and beyond the last. */
const readings = new Map<number, GameId>();

function unfinished(store: SqliteStore, { reading, many }: Request & { kind: 'unfinished' }): Reply {
  const { games, next } = store.unfinished(readings.get(reading) ?? 0, many);
  readings.set(reading, next ?? Number.MAX_SAFE_INTEGER);
  return { kind: 'games', games: packGames(games), isLast: next === undefined };
}

function commit(store: SqliteStore, files: DatabaseFiles | undefined, batch: Batch): Reply {
  const lost = files?.check();
  if (lost !== undefined) return { kind: 'full', lost };
  try {
    const conflicts = store.commit(batch);
    return conflicts === 'full' ? { kind: 'full' } : { kind: 'committed', conflicts, hasRoom: store.hasRoom };
  } catch (error) {
    const why = files?.checkAll();
    if (why === undefined) throw error;
    return { kind: 'full', lost: why };
  } finally {
    files?.acceptChanges();
  }
}

function look(store: SqliteStore, files: DatabaseFiles | undefined): Reply {
  const lost = files?.checkAll();
  if (lost === undefined) return { kind: 'room', hasRoom: store.look() };
  if (files?.isOnlyLogLost) {
    // What stands in a log without a name would be gone with the process.
    store.checkpoint();
    files.acceptChanges();
  }
  return { kind: 'room', hasRoom: false, lost };
}

function attempt(work: () => Reply): Reply {
  try {
    return work();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { kind: 'failed', why, isTorn: sqliteTrouble(error) === 'corrupt' };
  }
}
