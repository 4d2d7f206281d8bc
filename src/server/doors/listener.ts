import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { nextConnection } from '../connection-id.ts';
import type { Log } from '../hub/witnesses.ts';
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

/** Listens, and shows everybody who comes to `reception`. Rejects with `CannotListen`. */
export function listen(
  host: string,
  port: number,
  reception: Reception,
  log: Log,
  handOver?: HandOver,
): Promise<Listener> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const connection = nextConnection();
    log.debug({ connection, peer: `${socket.remoteAddress}:${socket.remotePort}` }, 'connected');
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      log.debug({ connection }, 'closed');
    });
    serveSocket(socket, connection, reception, handOver);
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
