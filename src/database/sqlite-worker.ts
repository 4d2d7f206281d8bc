import { parentPort, workerData } from 'node:worker_threads';
import '../journal/sqlite-warning.ts';
import { type SqliteTrouble, sqliteTrouble } from '../journal/sqlite-error.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import type { Reply, Request } from './sqlite-message.ts';

if (parentPort === null) throw new Error('sqlite-worker is the inside of a worker thread');
const port = parentPort;

const PASSING: ReadonlySet<SqliteTrouble> = new Set(['busy', 'full', 'perhaps-full']);

// Imported only now, because the warning comes with the import.
const { SqliteConnection: Connection } = await import('./sqlite-connection.ts');

port.postMessage(
  attempt(() => {
    serve(new Connection(String(workerData)));
    return { kind: 'done', rows: [], changes: 0 };
  }),
);

/** Nothing else keeps the thread: it ends with the port, or at once where there is no database to serve. */
function serve(connection: SqliteConnection): void {
  port.on('message', (request: Request) => {
    port.postMessage(attempt(() => answer(connection, request)));
    if (request.kind === 'close') port.close();
  });
}

function answer(connection: SqliteConnection, request: Request): Reply {
  if (request.kind === 'query') return connection.query(request.sql, request.parameters);
  connection.close();
  return { kind: 'done', rows: [], changes: 0 };
}

function attempt(work: () => Reply): Reply {
  try {
    return work();
  } catch (error) {
    const passes = PASSING.has(sqliteTrouble(error));
    return { kind: 'failed', why: error instanceof Error ? error.message : String(error), passes };
  }
}
