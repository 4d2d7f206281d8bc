import { parentPort, workerData } from 'node:worker_threads';
import './sqlite-warning.ts';
import type { Reply, Request, SqliteOptions } from './sqlite-message.ts';
import type { SqliteStore } from './sqlite-store.ts';

if (parentPort === null) throw new Error('sqlite-worker is the inside of a worker thread');
const port = parentPort;
const options: SqliteOptions = workerData;

// Imported only now, because the warning comes with the import.
const { SqliteStore: Store } = await import('./sqlite-store.ts');

port.postMessage(
  attempt(() => {
    serve(new Store(options));
    return { kind: 'done' };
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
      return { kind: 'committed', conflicts: store.commit(request) };
    case 'games':
      return { kind: 'games', games: store.games(request.after, request.limit) };
    case 'unfinished':
      return { kind: 'games', games: store.unfinished(request.after, request.limit) };
    case 'game':
      return { kind: 'games', games: store.game(request.id) };
    case 'last-game':
      return { kind: 'games', games: store.lastGame() };
    case 'close':
      store.close();
      return { kind: 'done' };
  }
}

function attempt(work: () => Reply): Reply {
  try {
    return work();
  } catch (error) {
    return { kind: 'failed', why: error instanceof Error ? error.message : String(error) };
  }
}
