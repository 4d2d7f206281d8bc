import { type DestinationStream, destination } from 'pino';

/** Bytes of the log that wait where standard error is a file on a full disk, before lines are left out. */
const MOST_WAITING = 1 << 20;

/** Where the log goes. That it cannot be written must not end what it tells of; what fits is written later. */
export function standardError(): DestinationStream {
  const written = destination({ fd: 2, sync: true, maxLength: MOST_WAITING });
  written.on('error', () => {});
  // Nothing more is tried for a line that is left out, so that would be all that was ever written.
  written.on('drop', () => {
    try {
      written.flushSync();
    } catch {
      // Still no room.
    }
  });
  return written;
}
