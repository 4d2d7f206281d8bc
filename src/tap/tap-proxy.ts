import { lookup } from 'node:dns/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { explainError } from '../client/tcp-connection.ts';
import type { Clock } from '../clock.ts';
import { boundAddress, CannotListen } from '../server/listeners/bound-address.ts';
import type { HostAndPort } from './host-and-port.ts';
import type { TapRecorder } from './tap-recorder.ts';
import { DEFAULT_CLIENT_ADDRESS, type TappedConnection } from './tapped-connection.ts';

export interface TapOptions {
  readonly listen: HostAndPort;
  readonly to: HostAndPort;
  readonly recorder: TapRecorder;
  readonly clock: Clock;
}

/** The limit of connections at a time. */
const MOST_CONNECTIONS = 1_000;
/** Milliseconds to wait for the last answers of the server after all clients have disconnected. */
const LAST_ANSWERS = 200;
/** Milliseconds of silence before TCP keepalive starts. */
const KEEP_ALIVE_AFTER = 30_000;

/** A proxy between clients and a server that records what it forwards. */
export class TapProxy {
  readonly #options: TapOptions;
  readonly #listener: Server;
  readonly #connections = new Map<TappedConnection, readonly Socket[]>();
  readonly #whenIdle: (() => void)[] = [];

  private constructor(options: TapOptions) {
    this.#options = options;
    this.#listener = createServer({ allowHalfOpen: true, noDelay: true }, (client) => this.#accept(client));
    this.#listener.maxConnections = MOST_CONNECTIONS;
  }

  /** Rejects with `CannotListen`. */
  static open(options: TapOptions): Promise<TapProxy> {
    const tap = new TapProxy(options);
    const { host, port } = options.listen;
    return new Promise((resolve, reject) => {
      tap.#listener.once('error', (error) => reject(new CannotListen(error, host, port)));
      tap.#listener.listen({ host, port }, () => {
        // Later errors concern a single accept; the next one may succeed.
        tap.#listener.removeAllListeners('error').on('error', () => {});
        resolve(tap);
      });
    });
  }

  /** `host:port`, with the real port. */
  get address(): string {
    return boundAddress(this.#listener);
  }

  /** Resolves when at least one client was connected and all have disconnected. */
  idle(): Promise<void> {
    return new Promise((resolve) => void this.#whenIdle.push(resolve));
  }

  /** Forwards what the server has already sent, and closes all connections. */
  async stop(): Promise<void> {
    this.#listener.close();
    const open = [...this.#connections];
    for (const [, [client]] of open) client?.unpipe().pause();
    if (open.length > 0) await delay(LAST_ANSWERS);
    for (const [call, sockets] of open) {
      call.end(this.#options.clock.now());
      for (const socket of sockets) socket.destroy();
    }
  }

  #accept(client: Socket): void {
    const { to, recorder, clock } = this.#options;
    const address = localAddressFor(client.remoteAddress ?? '', to.host);
    const call = recorder.connect(address ?? DEFAULT_CLIENT_ADDRESS, clock.now());
    const server = connect({
      ...to,
      allowHalfOpen: true,
      noDelay: true,
      ...(address === undefined ? {} : { localAddress: address }),
    });
    this.#connections.set(call, [client, server]);
    for (const socket of [client, server]) socket.setKeepAlive(true, KEEP_ALIVE_AFTER);
    const refuse = (error: Error): void => {
      call.failed(explainError(error), clock.now());
      client.destroy();
    };
    const giveUp = (): void => void server.destroy();
    client.on('error', () => {});
    client.once('close', giveUp);
    server.once('error', refuse);
    server.once('connect', () => {
      server.off('error', refuse);
      client.off('close', giveUp);
      relaySockets(client, server, call, clock);
    });
    const onClose = (): void => {
      if (client.closed && server.closed) this.#remove(call);
    };
    client.once('close', onClose);
    server.once('close', onClose);
  }

  #remove(call: TappedConnection): void {
    this.#connections.delete(call);
    if (this.#connections.size === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
  }
}

/**
 * If client and server are on this machine, the tap connects to the server from the client's own address, because a server may
 * recognise a returning player by the address.
 */
function localAddressFor(remote: string, host: string): string | undefined {
  const plain = remote.replace(/^::ffff:(?=\d+\.)/, '');
  const isLoopback = (text: string): boolean => /^127\.\d+\.\d+\.\d+$/.test(text);
  return isLoopback(plain) && isLoopback(host) ? plain : undefined;
}

/**
 * Why the host does not exist; `undefined` if it exists. Only the first client shows whether the host listens, because the
 * server would treat a test connection as a client.
 */
export async function problemOfHost({ host }: HostAndPort): Promise<string | undefined> {
  try {
    await lookup(host);
    return undefined;
  } catch (error) {
    return error instanceof Error ? explainError(error) : String(error);
  }
}

/**
 * Forwards all bytes between two sockets with `allowHalfOpen`, and reports them to `connection`. If one side does not read,
 * the other side is not read either. The end of one side's bytes is passed on. An error on one side closes the other side.
 */
function relaySockets(client: Socket, server: Socket, connection: TappedConnection, clock: Clock): void {
  // The pipes are set up first, so that the recording does not delay the bytes.
  client.pipe(server);
  server.pipe(client);
  client.on('data', (bytes) => connection.clientSent(bytes, clock.now()));
  server.on('data', (bytes) => connection.serverSent(bytes, clock.now()));
  client.on('end', () => connection.clientFinished(clock.now()));
  server.on('end', () => connection.serverFinished(clock.now()));
  client.on('error', () => {
    connection.lost('client', clock.now());
    server.destroySoon();
  });
  server.on('error', () => {
    connection.lost('server', clock.now());
    client.destroySoon();
  });
}
