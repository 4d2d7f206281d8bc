import { setTimeout as delay } from 'node:timers/promises';

// Imported into a server that is measured: when its parent asks, it collects all garbage and says what memory is left.

process.on('message', async () => {
  // What one collection lets go of may let go of more, and the system takes memory back a little later.
  for (let time = 0; time < 4; time++) {
    await globalThis.gc?.({ type: 'major', execution: 'async' });
    await delay(50);
  }
  process.send?.(process.memoryUsage.rss());
});
process.channel?.unref();
