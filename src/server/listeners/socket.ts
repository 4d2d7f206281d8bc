import type { Socket } from 'node:net';
import { nameConnection } from '../connection-id.ts';
import type { Connection } from '../hub/link.ts';
import type { RejectionCounter, RejectionReason } from '../hub/observability.ts';
import { addressOf } from './client-address.ts';
import { closeLingering } from './lingering-close.ts';
import type { AcceptConnection, IncomingLink } from './protocol-detector.ts';

/** A client that lets so many bytes pile up does not read, and is dropped. */
const LONGEST_UNREAD = 1 << 20;
/** Milliseconds after which a silent peer is asked whether it is still there. */
const KEEP_ALIVE_AFTER = 30_000;

const LINK = Symbol('link');

/** A socket knows its link, so that all sockets share their listeners: closures of its own would be half of what one holds. */
type Served = Socket & { [LINK]: SocketLink };

class SocketLink implements IncomingLink {
  readonly #socket: Socket;
  readonly #handOver: HandOver | undefined;
  readonly #rejections: RejectionCounter | undefined;
  readonly id: string;
  /** Whoever hears what the client says. */
  connection: Connection;

  constructor(
    socket: Socket,
    id: string,
    reception: AcceptConnection,
    handOver?: HandOver,
    rejections?: RejectionCounter,
  ) {
    this.id = id;
    this.#socket = socket;
    this.#handOver = handOver;
    this.#rejections = rejections;
    this.connection = reception(addressOf(socket), this);
  }

  send(bytes: Uint8Array): void {
    if (!this.#socket.writable) return;
    this.#socket.write(bytes);
    if (this.#socket.writableLength <= LONGEST_UNREAD) return;
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

/** Takes a connection over to the web server, with what it has already said. */
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

/** 'close' follows every error; without a listener the error would end the process. */
export function outlive(socket: Socket): void {
  if (socket.listenerCount('error') === 0) socket.on('error', ignore);
}

const ignore = (): void => {};

/** Connects a socket, made with `allowHalfOpen`, to the server; `id` names it in the log. Never throws for anything that the peer does. */
export function serveSocket(
  socket: Socket,
  id: string,
  reception: AcceptConnection,
  handOver?: HandOver,
  rejections?: RejectionCounter,
): void {
  socket.setNoDelay(true);
  socket.setKeepAlive(true, KEEP_ALIVE_AFTER);
  Object.assign(socket, { [LINK]: new SocketLink(socket, id, reception, handOver, rejections) });
  for (const [event, listener] of Object.entries(LISTENERS)) socket.on(event, listener);
  outlive(socket);
}
