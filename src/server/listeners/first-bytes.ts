import type { Duplex } from 'node:stream';

/** What the first bytes of a connection mean, and how many of them are done with. */
interface Opening<T> {
  readonly value: T;
  readonly length: number;
}

/**
 * Reads a connection's first bytes until `read`, called with all of them, says what they mean. Then the socket is paused,
 * what follows is put back, and `then` is called. Whoever takes more than `patience` milliseconds in all is dropped, and
 * `late` is called; whoever says no more is dropped.
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
  const letGo = (): void => {
    clearTimeout(timer);
    socket.off('data', hear).off('end', drop).off('close', letGo);
  };
  const hear = (bytes: Buffer): void => {
    said = Buffer.concat([said, bytes]);
    const opening = read(said);
    if (opening === undefined) return;
    letGo();
    socket.pause();
    if (opening.length < said.length) socket.unshift(said.subarray(opening.length));
    then(opening.value);
  };
  socket.on('data', hear).on('end', drop).on('close', letGo);
}
