/** A client may be ahead of what is read by so many bytes before its connection is not read any more, … */
const LONGEST = 65_536;
/** … and is read on from here. */
const SHORT = 16_384;
/** Bytes of a piece that has no end of a line. */
const LONGEST_PIECE = 4_096;
const LF = 0x0a;

const NOTHING = Buffer.alloc(0);

/** What a client has said and its session has not been told. */
export class Inbox {
  readonly #pause: (paused: boolean) => void;
  #bytes: Buffer = NOTHING;
  #isPaused = false;

  /** `pause` stops the connection from being read, so that what is said waits at the client's side, and lets it go on. */
  constructor(pause: (paused: boolean) => void) {
    this.#pause = pause;
  }

  get isEmpty(): boolean {
    return this.#bytes.length === 0;
  }

  put(bytes: Uint8Array): void {
    const said = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#bytes = this.isEmpty ? said : Buffer.concat([this.#bytes, said]);
  }

  /** To be called when what could be read at once has been. */
  settle(): void {
    if (this.#bytes.length > LONGEST) this.#setPaused(true);
  }

  /** As much as is read at once: a line, where there are lines. Messages may be cut anywhere, so it does no harm to others. */
  take(): Uint8Array {
    const end = this.#bytes.subarray(0, LONGEST_PIECE).indexOf(LF);
    const piece = this.#bytes.subarray(0, end === -1 ? LONGEST_PIECE : end + 1);
    this.#bytes = this.#bytes.length === piece.length ? NOTHING : this.#bytes.subarray(piece.length);
    if (this.#bytes.length <= SHORT) this.#setPaused(false);
    return piece;
  }

  /** Nobody reads the rest. */
  clear(): void {
    this.#bytes = NOTHING;
  }

  #setPaused(paused: boolean): void {
    if (paused === this.#isPaused) return;
    this.#isPaused = paused;
    this.#pause(paused);
  }
}
