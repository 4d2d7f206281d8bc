import { parentPort, workerData } from 'node:worker_threads';
import './sqlite-warning.ts';
import { sqliteTrouble } from './sqlite-error.ts';
import type { Batch, Reply, Request, SqliteOptions } from './sqlite-message.ts';
import type { SqliteStore } from './sqlite-store.ts';

if (parentPort === null) throw new Error('sqlite-worker is the inside of a worker thread');
const port = parentPort;
const options: SqliteOptions = workerData;

// Imported only now, because the warning comes with the import.
const { SqliteStore: Store } = await import('./sqlite-store.ts');

port.postMessage(
  attempt(() => {
    const store = new Store(options);
    serve(store);
    return { kind: 'room', hasRoom: store.hasRoom };
  }),
);

/** Nothing else keeps the thread: it ends with the port, or at once where there is no store to serve. */
function serve(store: SqliteStore): void {
  port.on('message', (request: Request) => {
    port.postMessage(attempt(() => answer(store, request)));
    if (request.kind === 'close') port.close();
  });
}

function answer(store: SqliteStore, request: Request): Reply {
  switch (request.kind) {
    case 'commit':
      return commit(store, request);
    case 'games':
      return { kind: 'games', games: store.games(request.after, request.limit) };
    case 'unfinished':
      return { kind: 'games', games: store.unfinished(request.after, request.limit) };
    case 'game':
      return { kind: 'games', games: store.game(request.id) };
    case 'last-game':
      return { kind: 'games', games: store.lastGame() };
    case 'look':
      return { kind: 'room', hasRoom: store.look() };
    case 'close':
      store.close();
      return { kind: 'done' };
  }
}

function commit(store: SqliteStore, batch: Batch): Reply {
  const conflicts = store.commit(batch);
  return conflicts === 'full' ? { kind: 'full' } : { kind: 'committed', conflicts, hasRoom: store.hasRoom };
}

function attempt(work: () => Reply): Reply {
  try {
    return work();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { kind: 'failed', why, isTorn: sqliteTrouble(error) === 'corrupt' };
  }
}
