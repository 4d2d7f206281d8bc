import type { Socket } from 'node:net';
import { nameConnection } from '../connection-id.ts';
import type { RejectionCounter, RejectionReason } from '../hub/observability.ts';
import type { Connection } from '../hub/transport.ts';
import type { AcceptConnection, IncomingTransport } from './accept-protocol.ts';
import { addressOf } from './client-address.ts';
import { closeLingering } from './lingering-close.ts';

/** Bytes of unread output after which a connection is closed. */
const MAXIMUM_UNREAD = 1 << 20;
/** Milliseconds of silence after which TCP keepalive starts. */
const KEEP_ALIVE_AFTER = 30_000;

const LINK = Symbol('link');

/** A socket with its link. All sockets share their event listeners: closures would be half of the memory of a connection. */
type Served = Socket & { [LINK]: SocketLink };

class SocketLink implements IncomingTransport {
  readonly #socket: Socket;
  readonly #handOver: HandOver | undefined;
  readonly #rejections: RejectionCounter | undefined;
  readonly id: string;
  /** Receives the client's bytes. */
  connection: Connection;

  constructor(
    socket: Socket,
    id: string,
    accept: AcceptConnection,
    handOver?: HandOver,
    rejections?: RejectionCounter,
  ) {
    this.id = id;
    this.#socket = socket;
    this.#handOver = handOver;
    this.#rejections = rejections;
    this.connection = accept(addressOf(socket), this);
  }

  send(bytes: Uint8Array): void {
    if (!this.#socket.writable) return;
    this.#socket.write(bytes);
    if (this.#socket.writableLength <= MAXIMUM_UNREAD) return;
    this.rejected('unread');
    this.#socket.destroy();
  }

  together(say: () => void): void {
    this.#socket.cork();
    say();
    this.#socket.uncork();
  }

  rejected(why: RejectionReason): void {
    this.#rejections?.rejected(why);
  }

  close(): void {
    if (!this.#socket.destroyed) closeLingering(this.#socket);
  }

  passOn(connection: Connection): void {
    this.connection = connection;
  }

  handOver(said: Uint8Array): boolean {
    if (this.#handOver === undefined) return false;
    for (const [event, listener] of Object.entries(LISTENERS)) this.#socket.off(event, listener);
    this.#socket.pause();
    nameConnection(this.#socket, this.id);
    this.#handOver(this.#socket, said);
    return true;
  }

  pause(paused: boolean): void {
    if (paused) this.#socket.pause();
    else this.#socket.resume();
  }
}

/** Hands a connection and its first bytes over to the web server. */
export type HandOver = (socket: Socket, said: Uint8Array) => void;

const LISTENERS = {
  data(this: Served, bytes: Uint8Array): void {
    this[LINK].connection.receive(bytes);
  },
  end(this: Served): void {
    this[LINK].connection.finish();
  },
  close(this: Served): void {
    this[LINK].connection.lost();
  },
};

/** Ignores errors, because 'close' follows each. Without a listener an error would end the process. */
export function ignoreErrors(socket: Socket): void {
  if (socket.listenerCount('error') === 0) socket.on('error', ignore);
}

const ignore = (): void => {};

/** Serves a socket, which was made with `allowHalfOpen`. `id` is its id in the log. Nothing that the peer does makes it throw. */
export function serveSocket(
  socket: Socket,
  id: string,
  accept: AcceptConnection,
  handOver?: HandOver,
  rejections?: RejectionCounter,
): void {
  socket.setNoDelay(true);
  socket.setKeepAlive(true, KEEP_ALIVE_AFTER);
  Object.assign(socket, { [LINK]: new SocketLink(socket, id, accept, handOver, rejections) });
  for (const [event, listener] of Object.entries(LISTENERS)) socket.on(event, listener);
  ignoreErrors(socket);
}
