import { connect, type Socket } from 'node:net';
import type { MessageExchange } from './measured-protocol.ts';

/** All connections share one buffer, because the bytes are compared as soon as they have been read. */
const receiveBuffer = Buffer.allocUnsafe(65_536);
const NOTHING: Buffer = Buffer.alloc(0);

/** One connection. It throws if the server sends anything but the expected bytes. */
class PairMember {
  readonly #socket: Socket;
  #expected = NOTHING;
  #received = 0;

  /** `onComplete` is called when all expected bytes have been received. */
  constructor(port: number, onComplete: () => void) {
    const read = (count: number): boolean => {
      this.#compare(count);
      if (this.isComplete) onComplete();
      return true;
    };
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer: receiveBuffer, callback: read },
    });
    this.#socket.on('error', (error) => {
      throw error;
    });
    this.#socket.on('end', () => {
      throw new Error(`the server closed the connection instead of sending ${this.#missing()}`);
    });
  }

  get isComplete(): boolean {
    return this.#received === this.#expected.length;
  }

  expect(bytes: Buffer): void {
    this.#expected = bytes;
    this.#received = 0;
  }

  send(bytes: Buffer): void {
    if (bytes.length > 0) this.#socket.write(bytes);
  }

  /** Closes with a TCP reset: after a normal close, the port would stay in use for a minute. */
  reset(): void {
    this.#socket.removeAllListeners('end').resetAndDestroy();
  }

  #compare(count: number): void {
    const end = this.#received + count;
    if (end > this.#expected.length || this.#expected.compare(receiveBuffer, 0, count, this.#received, end) !== 0) {
      const received = JSON.stringify(receiveBuffer.toString('latin1', 0, count));
      throw new Error(`received ${received} instead of ${this.#missing()}`);
    }
    this.#received = end;
  }

  #missing(): string {
    return JSON.stringify(this.#expected.toString('latin1', this.#received));
  }
}

/** Two connections that perform one message exchange after the other. */
export class ConnectionPair {
  readonly #members: readonly [PairMember, PairMember];
  #exchanges: readonly MessageExchange[] = [];
  #next = 0;
  #onDone: () => void = () => {};

  constructor(port: number) {
    const onComplete = (): void => {
      if (this.#isComplete) this.#startNext();
    };
    this.#members = [new PairMember(port, onComplete), new PairMember(port, onComplete)];
  }

  /** Calls `onDone` after the last exchange. */
  run(exchanges: readonly MessageExchange[], onDone: () => void): void {
    this.#exchanges = exchanges;
    this.#next = 0;
    this.#onDone = onDone;
    this.#startNext();
  }

  reset(): void {
    for (const member of this.#members) member.reset();
  }

  get #isComplete(): boolean {
    return this.#members[0].isComplete && this.#members[1].isComplete;
  }

  #startNext(): void {
    const exchange = this.#exchanges[this.#next++];
    if (exchange === undefined) {
      this.#onDone();
      return;
    }
    const [black, white] = this.#members;
    black.expect(exchange.expected[0]);
    white.expect(exchange.expected[1]);
    black.send(exchange.send[0]);
    white.send(exchange.send[1]);
  }
}
