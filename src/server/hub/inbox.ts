import type { Link } from './link.ts';

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
  readonly #link: Pick<Link, 'pause'>;
  #bytes: Buffer = NOTHING;
  #isPaused = false;

  /** `link` is paused where what is said has to wait at the client's side. */
  constructor(link: Pick<Link, 'pause'>) {
    this.#link = link;
  }

  get isEmpty(): boolean {
    return this.#bytes.length === 0;
  }

  put(bytes: Uint8Array): void {
    const said = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#bytes = this.isEmpty ? said : Buffer.concat([this.#bytes, said]);
  }

  /** To be called when what could be read at once has been. */
  settle(): void {
    if (this.#bytes.length > LONGEST) this.#setPaused(true);
  }

  /** As much as is read at once: a line, where there are lines. Messages may be cut anywhere, so it does no harm to others. */
  take(): Uint8Array {
    const bytes = this.#bytes;
    const line = bytes.indexOf(LF) + 1;
    const length = Math.min(line === 0 ? bytes.length : line, LONGEST_PIECE);
    // Nearly always it is all that there is.
    const piece = length === bytes.length ? bytes : bytes.subarray(0, length);
    this.#bytes = length === bytes.length ? NOTHING : bytes.subarray(length);
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
    this.#link.pause(paused);
  }
}
