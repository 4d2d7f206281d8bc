import type { Socket } from 'node:net';
import { nameConnection } from '../connection-id.ts';
import type { TurnedAway, TurnsAway } from '../hub/witnesses.ts';
import { addressOf } from './address.ts';
import type { Arrival, Reception } from './reception.ts';

/** A client that lets so many bytes pile up does not read, and is dropped. */
const LONGEST_UNREAD = 1 << 20;
/** Milliseconds after which a silent peer is asked whether it is still there. */
const KEEP_ALIVE_AFTER = 30_000;
/** Milliseconds that a peer has to read its last bytes once we have closed. */
const LINGER = 5_000;

class SocketLink implements Arrival {
  readonly #socket: Socket;
  readonly #turnsAway: TurnsAway | undefined;
  readonly id: string;
  readonly handOver: Arrival['handOver'];

  constructor(socket: Socket, id: string, handOver: Arrival['handOver'], turnsAway: TurnsAway | undefined) {
    this.id = id;
    this.#turnsAway = turnsAway;
    this.#socket = socket;
    this.handOver = handOver;
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

/** Takes a connection over to the web server, with what it has already said. */
export type HandOver = (socket: Socket, said: Uint8Array) => void;

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
  const listeners = {
    data: (bytes: Uint8Array) => connection.receive(bytes),
    end: () => connection.finish(),
    close: () => connection.lost(),
  };
  const letGo = (said: Uint8Array): void => {
    for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener);
    socket.pause();
    nameConnection(socket, id);
    handOver?.(socket, said);
  };
  const link = new SocketLink(socket, id, handOver && letGo, turnsAway);
  const connection = reception(addressOf(socket), link);
  for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener);
  // 'close' follows every error; without a listener the error would end the process.
  socket.on('error', () => {});
}
