import { connect, type Socket } from 'node:net';

export interface ConnectionHandlers {
  connected(): void;
  received(bytes: Uint8Array): void;
  /** Called exactly once, after all other calls, whichever side has closed the connection. `problem` is one line. */
  closed(problem?: string): void;
}

export interface TcpConnection {
  send(bytes: Uint8Array): void;
  /** Closes the connection when everything is sent. `closed` is called afterwards. */
  close(): void;
}

/** Opens a connection. If that fails, only `closed` is called. No handler is called before this function returns. */
export type Dial = (handlers: ConnectionHandlers) => TcpConnection;

/** The longest time for connecting, in milliseconds. */
const CONNECT_TIMEOUT = 10_000;
/** Milliseconds that the other side has to close the connection after we have closed it. */
const LINGER = 2_000;
/** Milliseconds of silence before TCP keepalive starts. */
const KEEP_ALIVE_AFTER = 30_000;

export const dialTcp =
  (host: string, port: number): Dial =>
  (handlers) => {
    const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_AFTER });
    let problem: string | undefined;
    socket.setTimeout(CONNECT_TIMEOUT, () => socket.destroy(new Error('no answer')));
    socket.once('connect', () => {
      socket.setTimeout(0);
      handlers.connected();
    });
    socket.on('data', (bytes) => handlers.received(bytes));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      problem = explainError(error);
    });
    socket.once('close', () => handlers.closed(problem));
    return writerOf(socket);
  };

/** Sends and closes over a socket. */
export const writerOf = (socket: Socket): TcpConnection => ({
  send: (bytes) => void (socket.writable && socket.write(bytes)),
  close() {
    if (socket.connecting) socket.destroy();
    else socket.end();
    socket.resume();
    setTimeout(() => socket.destroy(), LINGER).unref();
  },
});

export function explainError(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'ECONNREFUSED':
      return 'connection refused';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'host not found';
    case 'ECONNRESET':
    case 'EPIPE':
      return 'the connection was reset';
    case 'ENETUNREACH':
    case 'EHOSTUNREACH':
      return 'host unreachable';
    default:
      // A host with several addresses has one error for each address; the first is enough.
      return error instanceof AggregateError ? explainError(error.errors[0]) : error.message;
  }
}
