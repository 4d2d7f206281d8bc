import { Duplex } from 'node:stream';
import { WebSocket } from 'ws';

/**
 * A page's WebSocket as a stream of bytes: each line that is written becomes a message, and each message received
 * becomes a line.
 */
export class WebSocketStream extends Duplex {
  readonly #socket: WebSocket;
  #opened = false;

  /** `address`: the local address of the connection. */
  constructor(port: number, address: string) {
    super();
    this.#socket = new WebSocket(`ws://127.0.0.1:${port}/api/socket`, { localAddress: address });
    this.#socket.on('open', () => this.#socket.send('{"kind":"open"}'));
    this.#socket.on('message', (data) => {
      // The first message only reports that the visit is open.
      if (this.#opened) this.push(`${data.toString()}\n`);
      this.#opened = true;
      this.emit('opened');
    });
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => {
      this.push(null);
      this.end();
      this.emit('opened');
    });
  }

  override _read(): void {}

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (!this.#opened && this.#socket.readyState <= WebSocket.OPEN) {
      this.once('opened', () => this._write(bytes, _encoding, done));
      return;
    }
    if (this.#socket.readyState === WebSocket.OPEN) {
      for (const line of bytes.toString().trimEnd().split('\n')) this.#socket.send(line);
    }
    done();
  }

  override _final(done: () => void): void {
    this.#socket.close();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.terminate();
    done(error);
  }
}
