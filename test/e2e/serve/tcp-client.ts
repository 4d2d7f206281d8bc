import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * Milliseconds that a test waits for bytes. The election of a leader in a NATS cluster takes much less, also on a busy
 * machine.
 */
const TIMEOUT = 60_000;
/** An error message shows this many of the last bytes received. */
const MAX_SHOWN_BYTES = 2_000;

/** A client that knows no protocol: it sends and receives bytes and lines. */
export class TcpClient<Stream extends Duplex = Socket> {
  readonly socket: Stream;
  #received = Buffer.alloc(0);
  #changed: () => void = () => {};
  closed = false;

  constructor(socket: Stream) {
    this.socket = socket;
    socket.on('data', (bytes) => {
      this.#received = Buffer.concat([this.#received, bytes]);
      this.#changed();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.closed = true;
      this.#changed();
    });
  }

  static async connect(port: number, address = '127.0.0.1'): Promise<TcpClient> {
    const socket = connect({ host: '127.0.0.1', port, localAddress: address });
    const client = new TcpClient(socket);
    await once(socket, 'connect');
    return client;
  }

  send(...lines: readonly string[]): void {
    for (const line of lines) this.socket.write(`${line}\n`);
  }

  /** Writes text, then waits until the socket can take more or is closed. */
  async write(text: string): Promise<void> {
    const { socket } = this;
    if (this.closed || socket.write(text)) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        socket.off('drain', done).off('close', done);
        resolve();
      };
      socket.on('drain', done).on('close', done);
    });
  }

  /** The next `count` bytes. */
  async bytes(count: number): Promise<Buffer> {
    await this.#waitUntil(() => this.#received.length >= count);
    return this.#take(count);
  }

  /** The next line, without its LF. */
  async line(): Promise<string> {
    await this.#waitUntil(() => this.#received.includes(0x0a));
    return this.#take(this.#received.indexOf(0x0a) + 1)
      .toString()
      .slice(0, -1);
  }

  async lines(count: number): Promise<string[]> {
    const lines: string[] = [];
    while (lines.length < count) lines.push(await this.line());
    return lines;
  }

  /** Waits until the connection is closed, and returns all bytes up to then. */
  async readToEnd(): Promise<Buffer> {
    await this.#waitUntil(() => this.closed);
    return this.#take(this.#received.length);
  }

  #take(count: number): Buffer {
    const taken = this.#received.subarray(0, count);
    this.#received = this.#received.subarray(count);
    return taken;
  }

  async #waitUntil(isThere: () => boolean): Promise<void> {
    let isTimedOut = false;
    const timer = setTimeout(() => {
      isTimedOut = true;
      this.#changed();
    }, TIMEOUT);
    try {
      while (!isThere()) {
        if (this.closed) throw new Error(`closed after ${this.#shown}`);
        if (isTimedOut) throw new Error(`only ${this.#shown} within ${TIMEOUT / 1000} s`);
        await new Promise<void>((resolve) => {
          this.#changed = resolve;
        });
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** The last bytes received, as text in quotes. */
  get #shown(): string {
    return JSON.stringify(this.#received.subarray(-MAX_SHOWN_BYTES).toString());
  }
}
