import { parentPort } from 'node:worker_threads';
import type { Result } from '../result.ts';
import { type ReadFile, readImport } from './import.ts';

if (parentPort === null) throw new Error('import-worker is the inside of a worker thread');
const port = parentPort;

// One file, and the thread ends.
port.once('message', (text: string) => {
  const read: Result<ReadFile> = readImport(text);
  port.postMessage(read);
  port.close();
});
