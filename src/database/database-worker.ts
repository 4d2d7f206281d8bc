import { parentPort, workerData } from 'node:worker_threads';
import '../journal/sqlite-warning.ts';
import type { Reply, ThreadRequest } from './sqlite-message.ts';
import type { TaskRunner } from './task-runner.ts';

if (parentPort === null) throw new Error('database-worker is the inside of a worker thread');
const port = parentPort;

// Imported only now, because the warning comes with the import.
const { opening } = await import('./sqlite-connection.ts');

// Nothing else keeps the thread: it ends with the port, or at once where there is no database to serve.
const opened = opening(String(workerData), (connection) => {
  let runner: TaskRunner | undefined;
  const answer = async (request: ThreadRequest): Promise<Reply> => {
    if (request.kind !== 'task') return connection.answer(request);
    // Loaded with the first task: queries are built in the server's thread otherwise.
    const { TaskRunner } = await import('./task-runner.ts');
    runner ??= new TaskRunner((asked) => connection.answer(asked));
    return await runner.answer(request);
  };
  // Whatever comes during a task has to wait for its end.
  let turn: Promise<void> = Promise.resolve();
  const take = async (request: ThreadRequest): Promise<void> => {
    port.postMessage(await answer(request));
    if (request.kind === 'close') port.close();
  };
  port.on('message', (request: ThreadRequest) => {
    turn = turn.then(() => take(request));
  });
});
port.postMessage(opened);
