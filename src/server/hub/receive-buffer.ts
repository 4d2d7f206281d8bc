import type { Transport } from './transport.ts';

/** If more bytes are unread, the connection is paused. */
const PAUSE_ABOVE = 65_536;
/** If at most this many bytes are unread, the connection is resumed. */
const RESUME_BELOW = 16_384;
/** Bytes of the largest piece that the session reads at once. */
const MAXIMUM_PIECE = 4_096;
const LF = 0x0a;

const NOTHING = Buffer.alloc(0);

/** Received bytes that the session has not read yet. */
export class ReceiveBuffer {
  readonly #transport: Pick<Transport, 'pause'>;
  #bytes: Buffer = NOTHING;
  #isPaused = false;

  /** `transport` is paused while too many bytes are unread. */
  constructor(transport: Pick<Transport, 'pause'>) {
    this.#transport = transport;
  }

  get isEmpty(): boolean {
    return this.#bytes.length === 0;
  }

  put(bytes: Uint8Array): void {
    const received = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#bytes = this.isEmpty ? received : Buffer.concat([this.#bytes, received]);
  }

  /** Pauses the connection if too many bytes are unread. Call it after the session has read what it can read at once. */
  pauseIfFull(): void {
    if (this.#bytes.length > PAUSE_ABOVE) this.#setPaused(true);
  }

  /** Takes the next piece: one line, or a limited number of bytes. A piece may end in the middle of a message. */
  take(): Uint8Array {
    const bytes = this.#bytes;
    const lineLength = bytes.indexOf(LF) + 1;
    const length = Math.min(lineLength === 0 ? bytes.length : lineLength, MAXIMUM_PIECE);
    // Usually the piece is the whole buffer, and then no subarray is made.
    const piece = length === bytes.length ? bytes : bytes.subarray(0, length);
    this.#bytes = length === bytes.length ? NOTHING : bytes.subarray(length);
    if (this.#bytes.length <= RESUME_BELOW) this.#setPaused(false);
    return piece;
  }

  /** Drops the unread bytes. */
  clear(): void {
    this.#bytes = NOTHING;
  }

  #setPaused(paused: boolean): void {
    if (paused === this.#isPaused) return;
    this.#isPaused = paused;
    this.#transport.pause(paused);
  }
}
