import { setTimeout as delay } from 'node:timers/promises';

// Imported into a measured server. At each message from the parent process, it collects garbage and sends the resident memory.

process.on('message', async () => {
  // One collection can make more objects collectable, and the system takes freed memory back a little later.
  for (let time = 0; time < 4; time++) {
    await globalThis.gc?.({ type: 'major', execution: 'async' });
    await delay(50);
  }
  process.send?.(process.memoryUsage.rss());
});
process.channel?.unref();
