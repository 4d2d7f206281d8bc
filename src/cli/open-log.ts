import { type DestinationStream, destination, type Logger, pino } from 'pino';
import type { ServeConfig } from '../server/config/config.ts';

/** The log of a server. Each line of one of several processes has the number of its process. */
export function openLog({ process, ...config }: Pick<ServeConfig, 'log-level' | 'process'>): Logger {
  const log = pino({ level: config['log-level'] }, logDestination());
  return process === undefined ? log : log.child({ process: process.number });
}

/** The maximum number of buffered bytes while standard error is a file on a full disk. Further lines are dropped. */
const MOST_BUFFERED = 1 << 20;

/** The output of the log. A write error does not end the server; the lines are buffered and written later. */
function logDestination(): DestinationStream {
  const written = destination({ fd: 2, sync: true, maxLength: MOST_BUFFERED });
  written.on('error', () => {});
  // After a dropped line the stream does not try again by itself.
  written.on('drop', () => {
    try {
      written.flushSync();
    } catch {
      // The disk is still full.
    }
  });
  return written;
}
