import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { nextConnection } from '../connection-id.ts';
import type { Log, TurnsAway } from '../hub/witnesses.ts';
import type { Admission } from '../limits/admission.ts';
import { addressOf } from './address.ts';
import type { Entrance } from './entrance.ts';
import { CannotListen } from './listening.ts';
import type { Reception } from './reception.ts';
import { type HandOver, serveSocket } from './socket.ts';

/** Milliseconds that a client has to read the goodbye. */
const LAST_WORDS = 1_000;

/** A port that is listened on, and everybody who has come by it. */
export interface Listener {
  readonly server: Server;
  readonly sockets: Set<Socket>;
}

/** What is behind a port. */
export interface Door {
  readonly reception: Reception;
  /** To the web server, where there is one. */
  readonly handOver?: HandOver;
  /** Milliseconds that somebody may be silent before the reception hears of them, where not for as long as they like. */
  readonly patience?: number;
  readonly turnsAway?: TurnsAway;
  /** Counts connections; absent where there may be any number. */
  readonly admission?: Admission;
  /** In its protocol, why somebody is not let in; absent where a plain line is understood. */
  readonly makeRefusal?: ((why: string) => Uint8Array) | undefined;
}

/** Listens, and shows everybody whom the entrance lets in to the door's reception. Rejects with `CannotListen`. */
export function listen(host: string, port: number, entrance: Entrance, door: Door, log: Log): Promise<Listener> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const connection = nextConnection();
    log.debug({ connection, peer: `${socket.remoteAddress}:${socket.remotePort}` }, 'connected');
    keep(socket);
    socket.once('close', () => log.debug({ connection }, 'closed'));
    entrance.admit(socket, connection, {
      patience: door.patience,
      hasRoom: (outside) => isAdmitted(outside, door),
      welcome: (inside) => {
        if (inside !== socket) {
          // What is around it ends with it: a goodbye goes through the one inside.
          sockets.delete(socket);
          keep(inside);
        }
        serveSocket(inside, connection, door.reception, door.handOver, door.turnsAway);
      },
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new CannotListen(error, host, port)));
    server.listen({ host, port }, () => {
      // From here on an error is one of accepting, such as no file descriptor left: the next may go well.
      server.removeAllListeners('error').on('error', (error) => log.error({ error: error.message }, 'cannot accept'));
      resolve({ server, sockets });
    });
  });
}

/** Whether there is room for the connection; one that is turned away is told why. */
function isAdmitted(socket: Socket, { admission, turnsAway, makeRefusal }: Door): boolean {
  if (socket.destroyed) return false;
  const address = addressOf(socket);
  const refusal = admission?.enter(address);
  if (refusal === undefined) {
    socket.once('close', () => admission?.leave(address));
    return true;
  }
  turnsAway?.turnedAway('full');
  socket.on('error', () => {});
  socket.end(makeRefusal?.(refusal) ?? `${refusal}\n`, () => socket.destroy());
  return false;
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
