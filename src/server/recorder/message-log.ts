import type { Speaker } from '../../protocols/messages/protocol-messages.ts';

/** One message of a client, or one write of the server, which may contain several whole messages. */
export interface LoggedMessage {
  /** The place among the messages of all connections: see `GameRecorder`. */
  readonly order: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly from: Speaker;
  /** `private`: the bytes are not stored. `earlier`: from long before the game, and stored only because later messages refer to it. */
  readonly kind: 'public' | 'private' | 'earlier';
  readonly bytes: Uint8Array;
}

export interface GameMessage extends LoggedMessage {
  /** The index of the connection in the game's recording. */
  readonly connection: number;
  /** How many moves the game had at this time. */
  readonly turns: number;
}

const KINDS = ['public', 'private', 'earlier'] as const;
const FIRST_CAPACITY = 512;
/** Bytes before each message: order (8), time (8), turns (4), length (4), connection (2), side (1), kind (1). */
const HEADER = 28;

/** The messages of one game. They are in one buffer, because there are thousands of games, and few logs are ever read. */
export class MessageLog {
  #buffer: Buffer = Buffer.allocUnsafeSlow(FIRST_CAPACITY);
  /** A view of the buffer. Writing the numbers with Node's `Buffer` would take longer than the move itself. */
  #view = viewOf(this.#buffer);
  #end = 0;

  /** A log with the `bytes` of another log. */
  static of(bytes: Buffer): MessageLog {
    const log = new MessageLog();
    log.#buffer = bytes;
    log.#view = viewOf(bytes);
    log.#end = bytes.length;
    return log;
  }

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#end);
  }

  /** Bytes of memory, including the reserved part. */
  get size(): number {
    return this.#buffer.length;
  }

  add({ order, at, from, kind, bytes }: LoggedMessage, connection: number, turns: number): void {
    const start = this.#end;
    this.#end = start + HEADER + bytes.length;
    this.#grow(this.#end);
    const view = this.#view;
    view.setFloat64(start, order, true);
    view.setFloat64(start + 8, at, true);
    view.setUint32(start + 16, turns, true);
    view.setUint32(start + 20, bytes.length, true);
    view.setUint16(start + 24, connection, true);
    view.setUint8(start + 26, from === 'server' ? 1 : 0);
    view.setUint8(start + 27, KINDS.indexOf(kind));
    this.#buffer.set(bytes, start + HEADER);
  }

  *[Symbol.iterator](): Generator<GameMessage> {
    for (let start = 0; start < this.#end; ) {
      const from = start + HEADER;
      const length = this.#buffer.readUInt32LE(start + 20);
      yield {
        order: this.#buffer.readDoubleLE(start),
        at: this.#buffer.readDoubleLE(start + 8),
        turns: this.#buffer.readUInt32LE(start + 16),
        connection: this.#buffer.readUInt16LE(start + 24),
        from: this.#buffer.readUInt8(start + 26) === 1 ? 'server' : 'client',
        kind: KINDS[this.#buffer.readUInt8(start + 27)] ?? 'private',
        bytes: this.#buffer.subarray(from, from + length),
      };
      start = from + length;
    }
  }

  #grow(end: number): void {
    if (end <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(end, 2 * this.#buffer.length));
    this.#buffer.copy(grown);
    this.#buffer = grown;
    this.#view = viewOf(grown);
  }
}

const viewOf = ({ buffer, byteOffset, length }: Buffer): DataView => new DataView(buffer, byteOffset, length);
