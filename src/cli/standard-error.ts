import { type DestinationStream, destination } from 'pino';

/** Buffered bytes of the log while standard error is a file on a full disk; above it, lines are dropped. */
const MOST_WAITING = 1 << 20;

/** The output of the log. A write error must not end the server; lines are written later if they fit. */
export function standardError(): DestinationStream {
  const written = destination({ fd: 2, sync: true, maxLength: MOST_WAITING });
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
