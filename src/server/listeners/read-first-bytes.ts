import type { Duplex } from 'node:stream';

/** The value that was read from the first bytes, and how many bytes it took. */
interface FirstBytes<T> {
  readonly value: T;
  readonly length: number;
}

/**
 * Reads the first bytes of a connection. `read` is called with all bytes received so far, until it returns a value. Then the socket
 * is paused, the bytes after the value are put back, and `onRead` is called. If the connection ends earlier, the socket is destroyed.
 * After `timeout` milliseconds, `onTimeout` is called and the socket is destroyed.
 */
export function readFirstBytes<T>(
  socket: Duplex,
  timeout: number | undefined,
  read: (received: Buffer) => FirstBytes<T> | undefined,
  onRead: (value: T) => void,
  onTimeout: () => void = () => {},
): void {
  let received: Buffer = Buffer.alloc(0);
  const destroy = (): void => void socket.destroy();
  const timeOut = (): void => {
    onTimeout();
    destroy();
  };
  const timer = timeout === undefined ? undefined : setTimeout(timeOut, timeout);
  timer?.unref();
  const release = (): void => {
    clearTimeout(timer);
    socket.off('data', receive).off('end', destroy).off('close', release);
  };
  const receive = (bytes: Buffer): void => {
    received = Buffer.concat([received, bytes]);
    const found = read(received);
    if (found === undefined) return;
    release();
    socket.pause();
    if (found.length < received.length) socket.unshift(received.subarray(found.length));
    onRead(found.value);
  };
  socket.on('data', receive).on('end', destroy).on('close', release);
}
