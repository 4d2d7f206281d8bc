import { connect, type Socket } from 'node:net';

/** Callbacks of a connection to a server. */
export interface ConnectionHandlers {
  connected(): void;
  received(bytes: Uint8Array): void;
  /** Called exactly once, after the last other call, whichever side closed; `problem` is one line. */
  gone(problem?: string): void;
}

export interface TcpConnection {
  send(bytes: Uint8Array): void;
  /** Closes the connection when everything is sent; `gone` follows. */
  close(): void;
}

/** Opens a connection. If that fails, only `gone` is called. Nothing is called before this returns. */
export type Dial = (listener: ConnectionHandlers) => TcpConnection;

/** The longest time for connecting, in milliseconds. */
const LONGEST_DIAL = 10_000;
/** Milliseconds that a server has to close its side after us. */
const LINGER = 2_000;
/** Milliseconds of silence before TCP keepalive starts. */
const KEEP_ALIVE_AFTER = 30_000;

export const dialTcp =
  (host: string, port: number): Dial =>
  (listener) => {
    const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_AFTER });
    return listenTo(socket, listener);
  };

function listenTo(socket: Socket, listener: ConnectionHandlers): TcpConnection {
  let problem: string | undefined;
  socket.setTimeout(LONGEST_DIAL, () => socket.destroy(new Error('no answer')));
  socket.once('connect', () => {
    socket.setTimeout(0);
    listener.connected();
  });
  socket.on('data', (bytes) => listener.received(bytes));
  socket.on('error', (error: NodeJS.ErrnoException) => {
    problem = explained(error);
  });
  socket.once('close', () => listener.gone(problem));
  return {
    send: (bytes) => void (socket.writable && socket.write(bytes)),
    close() {
      if (socket.connecting) socket.destroy();
      else socket.end();
      socket.resume();
      setTimeout(() => socket.destroy(), LINGER).unref();
    },
  };
}

/** The error in words for people. */
export function explained(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'ECONNREFUSED':
      return 'nobody listens there';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'there is no such host';
    case 'ECONNRESET':
    case 'EPIPE':
      return 'the connection was cut';
    case 'ENETUNREACH':
    case 'EHOSTUNREACH':
      return 'there is no way to that host';
    default:
      // A host with several addresses has one error for each; the first is enough.
      return error instanceof AggregateError ? explained(error.errors[0]) : error.message;
  }
}
