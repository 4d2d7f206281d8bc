import type { Socket } from 'node:net';
import { nameConnection } from '../connection-id.ts';
import type { ConnectionRejectionReason, RejectedConnectionCounter } from '../hub/observability.ts';
import type { TransportCallbacks } from '../hub/transport.ts';
import type { AcceptConnection, IncomingTransport } from './accept-protocol.ts';
import { closeLingering } from './lingering-close.ts';
import { addressOf } from './socket-client-address.ts';

/** A client that leaves more bytes of output unread is disconnected. */
const MAXIMUM_UNREAD = 1 << 20;
/** Milliseconds of silence after which TCP keepalive starts. */
const KEEP_ALIVE_AFTER = 30_000;

const TRANSPORT = Symbol('transport');

/** A socket with its transport. All sockets share the same event listeners: closures would be half of a connection's memory. */
type ServedSocket = Socket & { [TRANSPORT]: SocketTransport };

class SocketTransport implements IncomingTransport {
  readonly #socket: Socket;
  readonly #handOver: HandOverToHttp | undefined;
  readonly #rejections: RejectedConnectionCounter | undefined;
  readonly id: string;
  /** Receives the client's bytes. */
  connection: TransportCallbacks;

  constructor(
    socket: Socket,
    id: string,
    accept: AcceptConnection,
    handOver?: HandOverToHttp,
    rejections?: RejectedConnectionCounter,
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

  batch(sendAll: () => void): void {
    this.#socket.cork();
    sendAll();
    this.#socket.uncork();
  }

  rejected(why: ConnectionRejectionReason): void {
    this.#rejections?.rejected(why);
  }

  close(): void {
    if (!this.#socket.destroyed) closeLingering(this.#socket);
  }

  redirect(connection: TransportCallbacks): void {
    this.connection = connection;
  }

  handOver(firstBytes: Uint8Array): boolean {
    if (this.#handOver === undefined) return false;
    for (const [event, listener] of Object.entries(LISTENERS)) this.#socket.off(event, listener);
    this.#socket.pause();
    nameConnection(this.#socket, this.id);
    this.#handOver(this.#socket, firstBytes);
    return true;
  }

  pause(paused: boolean): void {
    if (paused) this.#socket.pause();
    else this.#socket.resume();
  }
}

/** Hands a socket and the bytes received so far over to the web server. */
export type HandOverToHttp = (socket: Socket, firstBytes: Uint8Array) => void;

const LISTENERS = {
  data(this: ServedSocket, bytes: Uint8Array): void {
    this[TRANSPORT].connection.receive(bytes);
  },
  end(this: ServedSocket): void {
    this[TRANSPORT].connection.finish();
  },
  close(this: ServedSocket): void {
    this[TRANSPORT].connection.lost();
  },
};

/** Ignores errors of the socket, because 'close' follows each error. Without a listener, an error would end the process. */
export function ignoreErrors(socket: Socket): void {
  if (socket.listenerCount('error') === 0) socket.on('error', ignore);
}

const ignore = (): void => {};

/** Serves a socket that was opened with `allowHalfOpen`. `id`: the connection's id in the log. */
export function serveSocket(
  socket: Socket,
  id: string,
  accept: AcceptConnection,
  handOver?: HandOverToHttp,
  rejections?: RejectedConnectionCounter,
): void {
  socket.setNoDelay(true);
  socket.setKeepAlive(true, KEEP_ALIVE_AFTER);
  Object.assign(socket, { [TRANSPORT]: new SocketTransport(socket, id, accept, handOver, rejections) });
  for (const [event, listener] of Object.entries(LISTENERS)) socket.on(event, listener);
  ignoreErrors(socket);
}
