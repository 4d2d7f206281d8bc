import { writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

const { beats, seconds }: { beats: Int32Array; seconds: number } = workerData;
let what = '';
let known = 0;

parentPort?.on('message', (text: string) => {
  what = text;
  known = -1;
});

setInterval(() => {
  const count = Atomics.load(beats, 0);
  if (count > 0 && count === known) {
    // The main thread hangs, so its streams cannot be used.
    writeSync(2, `${what}: input ${count} takes more than ${seconds} s\n`);
    process.kill(process.pid, 'SIGKILL');
  }
  known = count;
}, seconds * 1000);
