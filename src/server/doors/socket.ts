import type { Socket } from 'node:net';
import { nameConnection } from '../connection-id.ts';
import type { Connection } from '../hub/link.ts';
import type { TurnedAway, TurnsAway } from '../hub/witnesses.ts';
import { addressOf } from './address.ts';
import { linger } from './linger.ts';
import type { Arrival, Reception } from './reception.ts';

/** A client that lets so many bytes pile up does not read, and is dropped. */
const LONGEST_UNREAD = 1 << 20;
/** Milliseconds after which a silent peer is asked whether it is still there. */
const KEEP_ALIVE_AFTER = 30_000;

const LINK = Symbol('link');

/** A socket knows its link, so that all sockets share their listeners: closures of its own would be half of what one holds. */
type Served = Socket & { [LINK]: SocketLink };

class SocketLink implements Arrival {
  readonly #socket: Socket;
  readonly #handOver: HandOver | undefined;
  readonly #turnsAway: TurnsAway | undefined;
  readonly id: string;
  /** Whoever hears what the client says. */
  connection: Connection;

  constructor(socket: Socket, id: string, reception: Reception, handOver?: HandOver, turnsAway?: TurnsAway) {
    this.id = id;
    this.#socket = socket;
    this.#handOver = handOver;
    this.#turnsAway = turnsAway;
    this.connection = reception(addressOf(socket), this);
  }

  send(bytes: Uint8Array): void {
    if (!this.#socket.writable) return;
    this.#socket.write(bytes);
    if (this.#socket.writableLength <= LONGEST_UNREAD) return;
    this.turnedAway('unread');
    this.#socket.destroy();
  }

  together(say: () => void): void {
    this.#socket.cork();
    say();
    this.#socket.uncork();
  }

  turnedAway(why: TurnedAway): void {
    this.#turnsAway?.turnedAway(why);
  }

  close(): void {
    if (!this.#socket.destroyed) linger(this.#socket);
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
  reception: Reception,
  handOver?: HandOver,
  turnsAway?: TurnsAway,
): void {
  socket.setNoDelay(true);
  socket.setKeepAlive(true, KEEP_ALIVE_AFTER);
  Object.assign(socket, { [LINK]: new SocketLink(socket, id, reception, handOver, turnsAway) });
  for (const [event, listener] of Object.entries(LISTENERS)) socket.on(event, listener);
  outlive(socket);
}
