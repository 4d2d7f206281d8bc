import { type IndexArray, indexArrayIn, indexBytes } from './geometry.ts';

/** What a point holds. `COLORS[stone]` is the colour, and `1 - stone` the enemy's stone. */
export const BLACK = 0;
export const WHITE = 1;
export const EMPTY = 2;
/** Beyond the edge: the one cell after the last point, which every missing neighbour stands for. */
export const EDGE = 3;

/** For how many turns there is room at first, and for what so many turns change. */
const TURNS = 256;
const CHANGES = 384;

/**
 * The tables of a board and of its history in one piece of memory: memory of its own costs two microseconds of the
 * processor, the garbage's collection included, as much as thirty turns.
 */
export interface Memory {
  /** Three tables of as many cells: see `Board`. */
  readonly chains: IndexArray;
  /** One cell for each point and a last one for the edge. */
  readonly stones: Uint8Array;
  /** See `History`, which takes other memory when the game has become too long for this. */
  readonly turns: Int32Array;
  readonly changes: IndexArray;
}

/** Blanks of up to so many bytes are copied so many at a time: their memory goes when the last of these copies does. */
const SMALL = 8_192;
const TOGETHER = 4;
/** Each copy begins at a multiple of it, in bytes. */
const ALIGNMENT = Int32Array.BYTES_PER_ELEMENT;

const NOTHING = new Uint8Array(0);

/** Copies of some memory, which costs half of what it takes to make it. */
class Copies {
  readonly #blank: Uint8Array;
  readonly #together: number;
  /** Where the next ones go, and the byte at which the first of them does. */
  #room: Uint8Array<ArrayBuffer> = NOTHING;
  #start = 0;

  constructor(blank: Uint8Array) {
    this.#blank = blank;
    this.#together = blank.length <= SMALL ? TOGETHER : 1;
  }

  /** Calls `use` with some memory and the byte at which a new copy begins in it, which is the caller's alone. */
  make<Views>(use: (memory: ArrayBuffer, start: number) => Views): Views {
    const length = Math.ceil(this.#blank.length / ALIGNMENT) * ALIGNMENT;
    if (this.#room === NOTHING) this.#room = new Uint8Array(this.#together * length);
    const room = this.#room;
    const start = this.#start;
    room.set(this.#blank, start);
    this.#start += length;
    if (this.#start === room.length) {
      this.#room = NOTHING;
      this.#start = 0;
    }
    return use(room.buffer, start);
  }
}

/** By number of points: an empty board without a history, and with one. */
const boards = new Map<number, Copies>();
const positions = new Map<number, Copies>();

/** For a board alone. */
export const boardMemory = (points: number): Memory => make(boards, points, 0, 0);

/** For a board and its history. */
export const positionMemory = (points: number): Memory => make(positions, points, TURNS, CHANGES);

/** For the history of a longer game: room for so many turns, and for what so many turns change. */
export function historyMemory(points: number, turns: number, changes: number): Pick<Memory, 'turns' | 'changes'> {
  const afterTurns = turns * Int32Array.BYTES_PER_ELEMENT;
  const buffer = new ArrayBuffer(afterTurns + changes * indexBytes(points));
  return { turns: new Int32Array(buffer, 0, turns), changes: indexArrayIn(points, buffer, afterTurns, changes) };
}

function make(known: Map<number, Copies>, points: number, turns: number, changes: number): Memory {
  let copies = known.get(points);
  if (copies === undefined) {
    const cells = points + 1;
    const bytes = turns * Int32Array.BYTES_PER_ELEMENT + (changes + 3 * cells) * indexBytes(points) + cells;
    const blank = new Uint8Array(bytes);
    const { chains, stones } = viewsOf(blank.buffer, 0, points, turns, changes);
    chains.fill(points, 0, 2 * cells);
    stones.fill(EMPTY)[points] = EDGE;
    copies = new Copies(blank);
    known.set(points, copies);
  }
  return copies.make((memory, start) => viewsOf(memory, start, points, turns, changes));
}

function viewsOf(memory: ArrayBuffer, start: number, points: number, turns: number, changes: number): Memory {
  const cells = points + 1;
  const afterTurns = start + turns * Int32Array.BYTES_PER_ELEMENT;
  const afterChanges = afterTurns + changes * indexBytes(points);
  const afterChains = afterChanges + 3 * cells * indexBytes(points);
  return {
    turns: new Int32Array(memory, start, turns),
    changes: indexArrayIn(points, memory, afterTurns, changes),
    chains: indexArrayIn(points, memory, afterChanges, 3 * cells),
    stones: new Uint8Array(memory, afterChains, cells),
  };
}
