import type { Socket } from 'node:net';

/** Milliseconds that a peer has to read the last bytes. */
const MAXIMUM_DURATION = 5_000;
/** Milliseconds between two reads of discarded bytes, of all sockets together. */
const READ_INTERVAL = 4;
/** At most this many sockets wait: then the first is destroyed, because each holds up to 64 KiB that Node has read. */
const MAXIMUM_WAITING = 64;

/** Sockets with more bytes to discard, the longest waiting first. */
const waiting = new Set<Socket>();
let timer: NodeJS.Timeout | undefined;

/**
 * Closes the sending side, and then discards all bytes that arrive. If unread bytes were left, the kernel would send a reset, and the
 * peer might lose our last bytes. Each read allocates up to 64 KiB, so sockets with many bytes are read one after another.
 */
export function closeLingering(socket: Socket): void {
  const timeout = setTimeout(() => socket.destroy(), MAXIMUM_DURATION).unref();
  const wait = (): void => {
    socket.pause();
    waiting.add(socket);
    timer ??= setInterval(next, READ_INTERVAL).unref();
    if (waiting.size > MAXIMUM_WAITING) destroyFirst();
  };
  socket.on('data', wait);
  socket.once('close', () => {
    clearTimeout(timeout);
    waiting.delete(socket);
  });
  socket.end();
  if (socket.readableLength > 0) wait();
  else socket.resume();
}

function destroyFirst(): void {
  const [first] = waiting;
  if (first === undefined) return;
  waiting.delete(first);
  first.destroy();
}

function next(): void {
  const [first] = waiting;
  if (first === undefined) {
    clearInterval(timer);
    timer = undefined;
  } else {
    waiting.delete(first);
    first.resume();
  }
}
