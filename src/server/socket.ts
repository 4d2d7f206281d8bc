import type { Socket } from 'node:net';
import type { Link } from './hub.ts';
import type { Reception } from './reception.ts';

/** A client that lets so many bytes pile up does not read, and is dropped. */
const LONGEST_UNREAD = 1 << 20;
/** Milliseconds after which a silent peer is asked whether it is still there. */
const KEEP_ALIVE_AFTER = 30_000;
/** Milliseconds that a peer has to read its last bytes once we have closed. */
const LINGER = 5_000;

class SocketLink implements Link {
  readonly #socket: Socket;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  send(bytes: Uint8Array): void {
    if (!this.#socket.writable) return;
    this.#socket.write(bytes);
    if (this.#socket.writableLength > LONGEST_UNREAD) this.#socket.destroy();
  }

  close(): void {
    if (this.#socket.destroyed) return;
    this.#socket.end();
    // What the peer still says is read and dropped: unread bytes would turn our goodbye into a reset.
    this.#socket.resume();
    const timer = setTimeout(() => this.#socket.destroy(), LINGER);
    timer.unref();
    this.#socket.once('close', () => clearTimeout(timer));
  }

  pause(paused: boolean): void {
    if (paused) this.#socket.pause();
    else this.#socket.resume();
  }
}

/** Connects a socket, made with `allowHalfOpen`, to the server. Never throws for anything that the peer does. */
export function serveSocket(socket: Socket, reception: Reception): void {
  socket.setNoDelay(true);
  socket.setKeepAlive(true, KEEP_ALIVE_AFTER);
  const connection = reception(plainAddress(socket.remoteAddress ?? ''), new SocketLink(socket));
  socket.on('data', (bytes) => connection.receive(bytes));
  socket.on('end', () => connection.finish());
  // 'close' follows every error; without a listener the error would end the process.
  socket.on('error', () => {});
  socket.on('close', () => connection.lost());
}

/** An IPv4 address that came through an IPv6 socket is the same address. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '');
