import type { Side } from '../../protocols/messages/interpreter.ts';

/** What one side said at once, as it went over the wire. */
export interface Utterance {
  /** Counts whatever is heard, on every connection. */
  readonly order: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly from: Side;
  /** Which of the conversations about the game, in the order in which they began. */
  readonly talk: number;
  /** How many turns the game had by then. */
  readonly turns: number;
  /** `private`: for one player alone, its bytes are not kept; `earlier`: said long before, and here only so that the rest can be read. */
  readonly kind: 'public' | 'private' | 'earlier';
  readonly bytes: Uint8Array;
}

/** What was said on a connection, whatever it belongs to. */
export type LoggedUtterance = Omit<Utterance, 'talk' | 'turns'>;

const KINDS = ['public', 'private', 'earlier'] as const;
const FIRST_CAPACITY = 512;
/** Before the bytes: the order (8), the time (8), the turns (4), how many bytes (4), the talk (2), who (1), what kind (1). */
const HEADER = 28;

/**
 * What is said about one game, in the order in which it is heard. One piece of memory, because there are thousands of
 * games, and hardly any of them is ever looked at while it runs.
 */
export class ByteLog {
  #memory: Buffer = Buffer.allocUnsafeSlow(FIRST_CAPACITY);
  /** Of the same memory: turns are written by it, a call of Node's for each number would take longer than the move. */
  #view = viewOf(this.#memory);
  #end = 0;

  /** One that has been kept, from its `bytes`. */
  static of(bytes: Buffer): ByteLog {
    const tape = new ByteLog();
    tape.#memory = bytes;
    tape.#view = viewOf(bytes);
    tape.#end = bytes.length;
    return tape;
  }

  /** All of it. */
  get bytes(): Buffer {
    return this.#memory.subarray(0, this.#end);
  }

  /** Bytes of memory that it takes. */
  get size(): number {
    return this.#memory.length;
  }

  /** `talk` and `turns` as in an utterance. */
  add({ order, at, from, kind, bytes }: LoggedUtterance, talk: number, turns: number): void {
    const start = this.#end;
    this.#end = start + HEADER + bytes.length;
    this.#reach(this.#end);
    const view = this.#view;
    view.setFloat64(start, order, true);
    view.setFloat64(start + 8, at, true);
    view.setUint32(start + 16, turns, true);
    view.setUint32(start + 20, bytes.length, true);
    view.setUint16(start + 24, talk, true);
    view.setUint8(start + 26, from === 'server' ? 1 : 0);
    view.setUint8(start + 27, KINDS.indexOf(kind));
    this.#memory.set(bytes, start + HEADER);
  }

  /** Everything from that place on, each with the place after it; the first place is 0. */
  *from(place: number): Generator<{ readonly utterance: Utterance; readonly end: number }> {
    for (let start = place; start < this.#end; ) {
      const from = start + HEADER;
      const length = this.#memory.readUInt32LE(start + 20);
      const utterance: Utterance = {
        order: this.#memory.readDoubleLE(start),
        at: this.#memory.readDoubleLE(start + 8),
        turns: this.#memory.readUInt32LE(start + 16),
        talk: this.#memory.readUInt16LE(start + 24),
        from: this.#memory.readUInt8(start + 26) === 1 ? 'server' : 'client',
        kind: KINDS[this.#memory.readUInt8(start + 27)] ?? 'private',
        bytes: this.#memory.subarray(from, from + length),
      };
      start = from + length;
      yield { utterance, end: start };
    }
  }

  #reach(end: number): void {
    if (end <= this.#memory.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(end, 2 * this.#memory.length));
    this.#memory.copy(grown);
    this.#memory = grown;
    this.#view = viewOf(grown);
  }
}

/** Of all of it. */
const viewOf = ({ buffer, byteOffset, length }: Buffer): DataView => new DataView(buffer, byteOffset, length);
