import { createServer } from 'node:net';
import { type Dial, type TcpConnection, writerOf } from '../client/tcp-connection.ts';
import { addressText } from '../protocols/protocol-url.ts';

/** Listens on a port, accepts one connection, and stops listening. Reports the address with the real port in one line. */
export const acceptTcp =
  (host: string, port: number, report: (line: string) => void): Dial =>
  (handlers) => {
    let accepted: TcpConnection | undefined;
    const server = createServer({ noDelay: true }, (socket) => {
      if (accepted !== undefined) {
        socket.destroy();
        return;
      }
      socket.on('data', (bytes) => handlers.received(bytes));
      socket.on('error', () => {});
      socket.once('close', () => handlers.closed());
      accepted = writerOf(socket);
      server.close();
      handlers.connected();
    });
    server.on('error', (error: NodeJS.ErrnoException) => handlers.closed(error.message));
    server.listen(port, host, () => {
      const bound = server.address();
      const at = bound === null || typeof bound === 'string' ? port : bound.port;
      report(`waiting for a player on ${addressText(host, at)}`);
    });
    return {
      send: (bytes) => accepted?.send(bytes),
      close() {
        if (accepted === undefined) server.close(() => handlers.closed());
        else accepted.close();
      },
    };
  };
