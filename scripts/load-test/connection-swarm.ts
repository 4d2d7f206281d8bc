import { connect, type Socket } from 'node:net';

/** Connections from one process to one server, from one or several addresses of this machine. */
export class ConnectionSwarm {
  readonly port: number;
  readonly #addresses: readonly string[];
  readonly #sockets = new Set<Socket>();
  #connectCount = 0;
  /** The number of connections that were established. */
  connected = 0;
  /** The number of connections that were closed before `stop`. */
  lost = 0;
  isStopped = false;

  constructor(port: number, addresses: readonly string[]) {
    this.port = port;
    this.#addresses = addresses;
  }

  get open(): number {
    return this.#sockets.size;
  }

  /** Opens a connection and sends the greeting. It discards everything it receives, or with `neverReads` reads nothing. */
  connect(greeting = '', neverReads = false): Socket {
    const address = this.#addresses[this.#connectCount++ % this.#addresses.length];
    // With an explicit local address, the system does not reuse a port for a minute, so the ports would run out.
    const from = address === undefined || address === '127.0.0.1' ? {} : { localAddress: address };
    const socket = connect({ host: '127.0.0.1', port: this.port, ...from });
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.once('connect', () => {
      this.connected++;
      if (greeting !== '') socket.write(greeting);
    });
    socket.once('close', () => {
      this.#sockets.delete(socket);
      if (!this.isStopped) this.lost++;
    });
    if (!neverReads) socket.resume();
    return socket;
  }

  /** Opens `count` connections, 200 at a time so that the listener's queue does not overflow. */
  async connectMany(count: number, greeting: (index: number) => string, neverReads = false): Promise<Socket[]> {
    const sockets: Socket[] = [];
    while (sockets.length < count && !this.isStopped) {
      const batch = Array.from({ length: Math.min(200, count - sockets.length) }, (_, index) =>
        this.connect(greeting(sockets.length + index), neverReads),
      );
      await Promise.all(batch.map(connected));
      sockets.push(...batch);
    }
    return sockets;
  }

  /** Sends `packet` again and again, as fast as the connection accepts it. */
  flood(socket: Socket, packet: string): void {
    const bytes = Buffer.from(packet);
    const more = (): void => {
      while (!this.isStopped && !socket.destroyed && socket.write(bytes));
    };
    socket.on('drain', () => setImmediate(more));
    if (socket.connecting) socket.once('connect', more);
    else more();
  }

  /** Repeats an action in `concurrency` parallel loops until `stop`. */
  async repeat(concurrency: number, action: () => Promise<void>): Promise<void> {
    const loop = async (): Promise<void> => {
      while (!this.isStopped) await action();
    };
    await Promise.all(Array.from({ length: concurrency }, loop));
  }

  stop(): void {
    this.isStopped = true;
    // A TCP reset: after a normal close, the port would stay in use for a minute.
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }
}

/** Resolves when the socket has connected or closed. */
export const connected = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.once('connect', () => resolve());
    socket.once('close', () => resolve());
  });

export const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });
