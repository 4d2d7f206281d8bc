import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { nextConnection } from '../connection-id.ts';
import type { Log, RejectedConnectionCounter } from '../hub/observability.ts';
import type { ConnectionLimiter } from '../limits/connection-limiter.ts';
import type { AcceptConnection } from './accept-protocol.ts';
import type { AdmissionCallbacks, AdmissionChecks } from './admission-checks.ts';
import { CannotListen } from './bound-address.ts';
import { addressOf } from './socket-client-address.ts';
import { type HandOverToHttp, serveSocket } from './socket-transport.ts';

/** Milliseconds that clients have to read the last bytes when the server stops. */
const CLOSE_TIMEOUT = 1_000;

/** An open port and its connections. */
export interface Listener {
  readonly server: Server;
  readonly sockets: ReadonlyMap<Socket, unknown>;
}

export interface ConnectionHandling {
  readonly accept: AcceptConnection;
  /** Hands HTTP over to the web server, if there is one. */
  readonly handOver?: HandOverToHttp;
  /** Milliseconds within which the first bytes must arrive; absent if there is no limit. */
  readonly firstBytesTimeout?: number;
  readonly rejections?: RejectedConnectionCounter;
  /** Limits connections; absent if there is no limit. */
  readonly connectionLimiter?: ConnectionLimiter;
  /** Several processes listen on this port. */
  readonly reusePort?: boolean;
  /** Makes a refusal in the protocol of the listener. If it is absent, the refusal is a line of text. */
  readonly makeRefusal?: ((why: string) => Uint8Array) | undefined;
}

/** Opens a port. Connections that pass `checks` are served. Rejects with `CannotListen`. */
export function listen(
  host: string,
  port: number,
  checks: AdmissionChecks,
  options: ConnectionHandling,
  log: Log,
): Promise<Listener> {
  const connections = new Map<Socket, AcceptedConnection>();
  // One function for all sockets, because there are thousands of idle ones.
  function close(this: Socket): void {
    connections.get(this)?.closed();
    connections.delete(this);
  }
  const track = (socket: Socket, connection: AcceptedConnection): void => {
    connections.set(socket, connection);
    socket.on('close', close);
  };
  const context = { options, log, connections, track };
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const connection = new AcceptedConnection(context, socket);
    track(socket, connection);
    checks.admit(socket, connection.id, connection);
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new CannotListen(error, host, port)));
    server.listen({ host, port, reusePort: options.reusePort ?? false }, () => {
      // Later errors are failures to accept a connection, such as no free file descriptor. The next connection may succeed.
      server.removeAllListeners('error').on('error', (error) => log.error({ error: error.message }, 'listener.failed'));
      resolve({ server, sockets: connections });
    });
  });
}

/** What all connections of one listener share. */
interface ListenerContext {
  readonly options: ConnectionHandling;
  readonly log: Log;
  readonly connections: Map<Socket, AcceptedConnection>;
  track(socket: Socket, connection: AcceptedConnection): void;
}

class AcceptedConnection implements AdmissionCallbacks {
  readonly #context: ListenerContext;
  /** The accepted socket. A client that uses TLS is served through another, decrypted socket. */
  readonly #socket: Socket;
  readonly id = nextConnection();
  /** The address under which the connection is counted. */
  #address: string | undefined;

  constructor(context: ListenerContext, socket: Socket) {
    this.#context = context;
    this.#socket = socket;
    context.log.debug(
      { connection: this.id, peer: `${socket.remoteAddress}:${socket.remotePort}` },
      'connection.opened',
    );
  }

  get firstBytesTimeout(): number | undefined {
    return this.#context.options.firstBytesTimeout;
  }

  /** Counts the connection. A refused client is sent the reason. */
  admitToLimits(socket: Socket): boolean {
    const { connectionLimiter, rejections, makeRefusal } = this.#context.options;
    if (socket.destroyed) return false;
    const address = addressOf(socket);
    const refusal = connectionLimiter?.enter(address);
    if (refusal === undefined) {
      this.#address = address;
      return true;
    }
    rejections?.rejected('full');
    socket.end(makeRefusal?.(refusal) ?? `${refusal}\n`, () => socket.destroy());
    return false;
  }

  accept(socket: Socket): void {
    const { connections, track, options } = this.#context;
    if (socket !== this.#socket) {
      // The decrypted socket sends the last bytes, and closes the accepted socket.
      connections.delete(this.#socket);
      track(socket, this);
    }
    serveSocket(socket, this.id, options.accept, options.handOver, options.rejections);
  }

  closed(): void {
    const { options, log } = this.#context;
    if (this.#address !== undefined) options.connectionLimiter?.leave(this.#address);
    log.debug({ connection: this.id }, 'connection.closed');
  }
}

/** Closes all sockets, after peers have had time to read the last bytes. */
export async function closeSockets(sockets: readonly Socket[]): Promise<void> {
  for (const socket of sockets) socket.end();
  // An incomplete request is an error of the socket, which is followed by its close.
  const closed = sockets
    .filter((socket) => !socket.closed)
    .map((socket) => new Promise((resolve) => socket.once('close', resolve)));
  await Promise.race([Promise.all(closed), delay(CLOSE_TIMEOUT)]);
  for (const socket of sockets) socket.destroy();
}
