import { createServer, type Socket } from 'node:net';
import type { ConnectionHandlers, Dial, TcpConnection } from '../client/tcp-connection.ts';

/** Milliseconds that the client has to close the connection after us. */
const LINGER = 2_000;

/** Listens on a port, accepts one connection, and stops listening. Reports the real address in one line. */
export const acceptTcp =
  (host: string, port: number, report: (line: string) => void): Dial =>
  (listener) => {
    let caller: TcpConnection | undefined;
    const server = createServer({ noDelay: true }, (socket) => {
      if (caller !== undefined) {
        socket.destroy();
        return;
      }
      caller = wireOf(socket, listener);
      server.close();
      listener.connected();
    });
    server.on('error', (error: NodeJS.ErrnoException) => listener.gone(error.message));
    server.listen(port, host, () => {
      const bound = server.address();
      const at = bound === null || typeof bound === 'string' ? port : bound.port;
      report(`waiting for a player on ${host.includes(':') ? `[${host}]` : host}:${at}`);
    });
    return {
      send: (bytes) => caller?.send(bytes),
      close() {
        if (caller === undefined) server.close(() => listener.gone());
        else caller.close();
      },
    };
  };

function wireOf(socket: Socket, listener: ConnectionHandlers): TcpConnection {
  socket.on('data', (bytes) => listener.received(bytes));
  socket.on('error', () => {});
  socket.once('close', () => listener.gone());
  return {
    send: (bytes) => void (socket.writable && socket.write(bytes)),
    close() {
      socket.end();
      socket.resume();
      setTimeout(() => socket.destroy(), LINGER).unref();
    },
  };
}
