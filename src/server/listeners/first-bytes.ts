import type { Duplex } from 'node:stream';

/** The value that was read from the first bytes, and how many of them were consumed. */
interface Opening<T> {
  readonly value: T;
  readonly length: number;
}

/**
 * Reads the first bytes of a connection until `read`, which is called with all of them, returns a value. Then the socket is paused,
 * the remaining bytes are put back, and `then` is called. The connection is closed if it ends before, or, after `late` is called,
 * if it takes more than `patience` milliseconds.
 */
export function readFirstBytes<T>(
  socket: Duplex,
  patience: number | undefined,
  read: (said: Buffer) => Opening<T> | undefined,
  then: (value: T) => void,
  late: () => void = () => {},
): void {
  let said: Buffer = Buffer.alloc(0);
  const drop = (): void => void socket.destroy();
  const giveUp = (): void => {
    late();
    drop();
  };
  const timer = patience === undefined ? undefined : setTimeout(giveUp, patience);
  timer?.unref();
  const release = (): void => {
    clearTimeout(timer);
    socket.off('data', receive).off('end', drop).off('close', release);
  };
  const receive = (bytes: Buffer): void => {
    said = Buffer.concat([said, bytes]);
    const opening = read(said);
    if (opening === undefined) return;
    release();
    socket.pause();
    if (opening.length < said.length) socket.unshift(said.subarray(opening.length));
    then(opening.value);
  };
  socket.on('data', receive).on('end', drop).on('close', release);
}
