import type { Socket } from 'node:net';

/** Milliseconds that a peer has to read its last bytes once we have closed. */
const LONGEST = 5_000;
/** Milliseconds from one piece that is thrown away to the next, whoever said it. */
const PAUSE = 4;
/** So many at most take turns; then the first is given up, because each holds what Node has read ahead. */
const MOST = 64;

/** Those of whom the next piece is to be thrown away, the longest waiting first. */
const waiting = new Set<Socket>();
let timer: NodeJS.Timeout | undefined;

/**
 * Says no more, and throws away what the peer still says: unread bytes would turn our goodbye into a reset. Each piece is up to
 * 64 KiB of new memory, wanted or not, so whoever has much more to say takes turns with all the others that have.
 */
export function closeLingering(socket: Socket): void {
  const late = setTimeout(() => socket.destroy(), LONGEST);
  late.unref();
  const wait = (): void => {
    socket.pause();
    waiting.add(socket);
    timer ??= setInterval(next, PAUSE).unref();
    if (waiting.size > MOST) giveUpFirst();
  };
  socket.on('data', wait);
  socket.once('close', () => {
    clearTimeout(late);
    waiting.delete(socket);
  });
  socket.end();
  if (socket.readableLength > 0) wait();
  else socket.resume();
}

function giveUpFirst(): void {
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
