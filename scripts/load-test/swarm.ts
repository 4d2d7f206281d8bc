import { connect, type Socket } from 'node:net';

/** Connections from one process to one server, from one or several addresses of this machine. */
export class Swarm {
  readonly port: number;
  readonly #addresses: readonly string[];
  readonly #sockets = new Set<Socket>();
  #calls = 0;
  /** How many the server has let in, and how many went without our doing. */
  connected = 0;
  lost = 0;
  isOver = false;

  constructor(port: number, addresses: readonly string[]) {
    this.port = port;
    this.#addresses = addresses;
  }

  get open(): number {
    return this.#sockets.size;
  }

  /** A connection whose answers are read and thrown away, unless it is `deaf`. */
  call(greeting = '', deaf = false): Socket {
    const address = this.#addresses[this.#calls++ % this.#addresses.length];
    // Who names its own address gets no port that was in use a minute ago, and so runs out of them.
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
      if (!this.isOver) this.lost++;
    });
    if (!deaf) socket.resume();
    return socket;
  }

  /** So many, a few at a time so that the queue of the listener does not overflow. */
  async crowd(count: number, greeting: (index: number) => string, deaf = false): Promise<Socket[]> {
    const sockets: Socket[] = [];
    while (sockets.length < count && !this.isOver) {
      const few = Array.from({ length: Math.min(200, count - sockets.length) }, (_, index) =>
        this.call(greeting(sockets.length + index), deaf),
      );
      await Promise.all(few.map(connected));
      sockets.push(...few);
    }
    return sockets;
  }

  /** Says `packet` over and over, as fast as it is taken. */
  flood(socket: Socket, packet: string): void {
    const bytes = Buffer.from(packet);
    const more = (): void => {
      while (!this.isOver && !socket.destroyed && socket.write(bytes));
    };
    socket.on('drain', () => setImmediate(more));
    if (socket.connecting) socket.once('connect', more);
    else more();
  }

  /** Does something over and over, so many at once, until it is over. */
  async keepDoing(many: number, visit: () => Promise<void>): Promise<void> {
    const one = async (): Promise<void> => {
      while (!this.isOver) await visit();
    };
    await Promise.all(Array.from({ length: many }, one));
  }

  end(): void {
    this.isOver = true;
    // Without waiting for the last packet, which would keep the port for a minute.
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }
}

/** Resolves once it is connected, or has failed. */
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
