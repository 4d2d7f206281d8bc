import { createServer, type Socket } from 'node:net';
import type { ClientConnection, ConnectionListener, Dial } from '../client/tcp-connection.ts';

/** Milliseconds that the caller has to hang up once we have. */
const LINGER = 2_000;

/**
 * The opposite of dialling: waits for the one who calls, and for nobody after it. Says in one line where, since port 0 is
 * any that is free.
 */
export const awaitTcp =
  (host: string, port: number, report: (line: string) => void): Dial =>
  (ear) => {
    let caller: ClientConnection | undefined;
    const server = createServer({ noDelay: true }, (socket) => {
      if (caller !== undefined) {
        socket.destroy();
        return;
      }
      caller = wireOf(socket, ear);
      server.close();
      ear.connected();
    });
    server.on('error', (error: NodeJS.ErrnoException) => ear.gone(error.message));
    server.listen(port, host, () => {
      const bound = server.address();
      const at = bound === null || typeof bound === 'string' ? port : bound.port;
      report(`waiting for a player on ${host.includes(':') ? `[${host}]` : host}:${at}`);
    });
    return {
      send: (bytes) => caller?.send(bytes),
      close() {
        if (caller === undefined) server.close(() => ear.gone());
        else caller.close();
      },
    };
  };

function wireOf(socket: Socket, ear: ConnectionListener): ClientConnection {
  socket.on('data', (bytes) => ear.received(bytes));
  socket.on('error', () => {});
  socket.once('close', () => ear.gone());
  return {
    send: (bytes) => void (socket.writable && socket.write(bytes)),
    close() {
      socket.end();
      socket.resume();
      setTimeout(() => socket.destroy(), LINGER).unref();
    },
  };
}
