import { connect, type Socket } from 'node:net';

/** A connection to a server, as whoever dialled it hears it. */
export interface ConnectionListener {
  connected(): void;
  received(bytes: Uint8Array): void;
  /** Exactly once, whoever ended it; `problem` is one line, if something went wrong. Nothing is heard after it. */
  gone(problem?: string): void;
}

export interface ClientConnection {
  send(bytes: Uint8Array): void;
  /** Ends the connection once everything is sent; `gone` follows. */
  close(): void;
}

/** Begins a connection, which may fail: then only `gone` is heard. Nothing is heard before it returns. */
export type Dial = (ear: ConnectionListener) => ClientConnection;

/** Milliseconds that a server has to take the call. */
const LONGEST_DIAL = 10_000;
/** Milliseconds that a server has to hang up once we have. */
const LINGER = 2_000;
/** Milliseconds of silence after which the system asks whether the other end is still there. */
const KEEP_ALIVE_AFTER = 30_000;

export const dialTcp =
  (host: string, port: number): Dial =>
  (ear) => {
    const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_AFTER });
    return listenTo(socket, ear);
  };

function listenTo(socket: Socket, ear: ConnectionListener): ClientConnection {
  let problem: string | undefined;
  socket.setTimeout(LONGEST_DIAL, () => socket.destroy(new Error('no answer')));
  socket.once('connect', () => {
    socket.setTimeout(0);
    ear.connected();
  });
  socket.on('data', (bytes) => ear.received(bytes));
  socket.on('error', (error: NodeJS.ErrnoException) => {
    problem = explained(error);
  });
  socket.once('close', () => ear.gone(problem));
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

/** What stands in the way, in words for people. */
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
      // Where a host has several addresses, each failed by itself, and the first says enough.
      return error instanceof AggregateError ? explained(error.errors[0]) : error.message;
  }
}
