import type { Transport } from './transport.ts';

/** With more unread bytes than this, the connection is paused. */
const PAUSE_ABOVE = 65_536;
/** With at most this many unread bytes, it is resumed. */
const RESUME_BELOW = 16_384;
/** Bytes that are read at once if there is no end of a line. */
const LONGEST_PIECE = 4_096;
const LF = 0x0a;

const NOTHING = Buffer.alloc(0);

/** Received bytes that the session has not read yet. */
export class ReceiveBuffer {
  readonly #link: Pick<Transport, 'pause'>;
  #bytes: Buffer = NOTHING;
  #isPaused = false;

  /** `link` is paused while too many bytes are unread. */
  constructor(link: Pick<Transport, 'pause'>) {
    this.#link = link;
  }

  get isEmpty(): boolean {
    return this.#bytes.length === 0;
  }

  put(bytes: Uint8Array): void {
    const said = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#bytes = this.isEmpty ? said : Buffer.concat([this.#bytes, said]);
  }

  /** Must be called after the bytes that could be read at once were read. */
  settle(): void {
    if (this.#bytes.length > PAUSE_ABOVE) this.#setPaused(true);
  }

  /** The next piece: one line, or a limited number of bytes. Messages may be split anywhere. */
  take(): Uint8Array {
    const bytes = this.#bytes;
    const connection = bytes.indexOf(LF) + 1;
    const length = Math.min(connection === 0 ? bytes.length : connection, LONGEST_PIECE);
    // Usually the whole buffer, which then needs no copy.
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
    this.#link.pause(paused);
  }
}
