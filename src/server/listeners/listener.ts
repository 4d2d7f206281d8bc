import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { nextConnection } from '../connection-id.ts';
import type { Log, RejectionCounter } from '../hub/observability.ts';
import type { Admission } from '../limits/admission.ts';
import type { AdmissionChecks, AdmissionTarget } from './admission-checks.ts';
import { CannotListen } from './bound-address.ts';
import { addressOf } from './client-address.ts';
import type { AcceptConnection } from './protocol-detector.ts';
import { type HandOver, serveSocket } from './socket.ts';

/** Milliseconds that a client has to read the goodbye. */
const LAST_WORDS = 1_000;

/** A port that is listened on, and everybody who has come by it. */
export interface Listener {
  readonly server: Server;
  readonly sockets: ReadonlyMap<Socket, unknown>;
}

/** What is behind a port. */
export interface ListenerOptions {
  readonly accept: AcceptConnection;
  /** To the web server, where there is one. */
  readonly handOver?: HandOver;
  /** Milliseconds that somebody may be silent before the reception hears of them, where not for as long as they like. */
  readonly patience?: number;
  readonly rejections?: RejectionCounter;
  /** Counts connections; absent where there may be any number. */
  readonly admission?: Admission;
  /** In its protocol, why somebody is not let in; absent where a plain line is understood. */
  readonly makeRefusal?: ((why: string) => Uint8Array) | undefined;
}

/** Listens, and shows everybody whom the entrance lets in to the door's reception. Rejects with `CannotListen`. */
export function listen(
  host: string,
  port: number,
  entrance: AdmissionChecks,
  door: ListenerOptions,
  log: Log,
): Promise<Listener> {
  const visitors = new Map<Socket, Visitor>();
  // One for all of them: there are thousands that do nothing but be there.
  function close(this: Socket): void {
    visitors.get(this)?.leave();
    visitors.delete(this);
  }
  const keep = (socket: Socket, visitor: Visitor): void => {
    visitors.set(socket, visitor);
    socket.on('close', close);
  };
  const house = { door, log, visitors, keep };
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const visitor = new Visitor(house, socket);
    keep(socket, visitor);
    entrance.admit(socket, visitor.connection, visitor);
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new CannotListen(error, host, port)));
    server.listen({ host, port }, () => {
      // From here on an error is one of accepting, such as no file descriptor left: the next may go well.
      server.removeAllListeners('error').on('error', (error) => log.error({ error: error.message }, 'listener.failed'));
      resolve({ server, sockets: visitors });
    });
  });
}

/** What all who come by one listener have to do with. */
interface ListenerContext {
  readonly door: ListenerOptions;
  readonly log: Log;
  readonly visitors: Map<Socket, Visitor>;
  keep(socket: Socket, visitor: Visitor): void;
}

/** Somebody who has come by a listener, until it goes. */
class Visitor implements AdmissionTarget {
  readonly #house: ListenerContext;
  /** What the listener was given; what is spoken inside it may be spoken through another. */
  readonly #socket: Socket;
  readonly connection = nextConnection();
  /** As the admission counts it. */
  #address: string | undefined;

  constructor(house: ListenerContext, socket: Socket) {
    this.#house = house;
    this.#socket = socket;
    const { connection } = this;
    house.log.debug({ connection, peer: `${socket.remoteAddress}:${socket.remotePort}` }, 'connection.opened');
  }

  get patience(): number | undefined {
    return this.#house.door.patience;
  }

  /** One that is turned away is told why. */
  hasRoom(socket: Socket): boolean {
    const { admission, rejections, makeRefusal } = this.#house.door;
    if (socket.destroyed) return false;
    const address = addressOf(socket);
    const refusal = admission?.enter(address);
    if (refusal === undefined) {
      this.#address = address;
      return true;
    }
    rejections?.rejected('full');
    socket.end(makeRefusal?.(refusal) ?? `${refusal}\n`, () => socket.destroy());
    return false;
  }

  welcome(inside: Socket): void {
    const { visitors, keep, door } = this.#house;
    if (inside !== this.#socket) {
      // What is around it ends with it: a goodbye goes through the one inside.
      visitors.delete(this.#socket);
      keep(inside, this);
    }
    serveSocket(inside, this.connection, door.accept, door.handOver, door.rejections);
  }

  leave(): void {
    const { door, log } = this.#house;
    if (this.#address !== undefined) door.admission?.leave(this.#address);
    log.debug({ connection: this.connection }, 'connection.closed');
  }
}

/** Closes what is still open: at once where nothing is to be read any more, else when the peer has had time to read. */
export async function hangUp(sockets: readonly Socket[]): Promise<void> {
  for (const socket of sockets) socket.end();
  // Half a request that ends here is an error of its socket's: only the close that follows it counts.
  const closed = sockets
    .filter((socket) => !socket.closed)
    .map((socket) => new Promise((resolve) => socket.once('close', resolve)));
  await Promise.race([Promise.all(closed), delay(LAST_WORDS)]);
  for (const socket of sockets) socket.destroy();
}
