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

/** Pieces of up to so many bytes lie so many together: what is left of four games goes when the last of them does. */
const SMALL = 8_192;
const TOGETHER = 4;
/** Each begins at a multiple of it, in bytes. */
const ALIGNMENT = Int32Array.BYTES_PER_ELEMENT;

const NOTHING = new Uint8Array(0);

/** Hands out copies of some memory. */
class Pieces {
  readonly #blank: Uint8Array;
  readonly #together: number;
  /** What is handed out now, and the byte from which on it is free. */
  #all: Uint8Array<ArrayBuffer> = NOTHING;
  #free = 0;

  constructor(blank: Uint8Array) {
    this.#blank = blank;
    this.#together = blank.length <= SMALL ? TOGETHER : 1;
  }

  /** Calls `use` with memory of which from that byte on as much as is copied is nobody else's. */
  take<Views>(use: (memory: ArrayBuffer, start: number) => Views): Views {
    const length = Math.ceil(this.#blank.length / ALIGNMENT) * ALIGNMENT;
    if (this.#all === NOTHING) this.#all = new Uint8Array(this.#together * length);
    const all = this.#all;
    const start = this.#free;
    all.set(this.#blank, start);
    this.#free += length;
    if (this.#free === all.length) {
      this.#all = NOTHING;
      this.#free = 0;
    }
    return use(all.buffer, start);
  }
}

/** By number of points: an empty board without a history, and with one. A copy costs half of what it takes to make them. */
const boards = new Map<number, Pieces>();
const positions = new Map<number, Pieces>();
/** By bytes: room for a history. */
const rooms = new Map<number, Pieces>();

/** For a board alone. */
export const boardMemory = (points: number): Memory => take(boards, points, 0, 0);

/** For a board and its history. */
export const positionMemory = (points: number): Memory => take(positions, points, TURNS, CHANGES);

/** For the history of a longer game: room for so many turns, and for what so many turns change. */
export function historyMemory(points: number, turns: number, changes: number): Pick<Memory, 'turns' | 'changes'> {
  const afterTurns = turns * Int32Array.BYTES_PER_ELEMENT;
  const bytes = afterTurns + changes * indexBytes(points);
  let pieces = rooms.get(bytes);
  if (pieces === undefined) {
    pieces = new Pieces(new Uint8Array(bytes));
    rooms.set(bytes, pieces);
  }
  return pieces.take((memory, start) => ({
    turns: new Int32Array(memory, start, turns),
    changes: indexArrayIn(points, memory, start + afterTurns, changes),
  }));
}

function take(known: Map<number, Pieces>, points: number, turns: number, changes: number): Memory {
  let pieces = known.get(points);
  if (pieces === undefined) {
    const cells = points + 1;
    const bytes = turns * Int32Array.BYTES_PER_ELEMENT + (changes + 3 * cells) * indexBytes(points) + cells;
    const blank = new Uint8Array(bytes);
    const { chains, stones } = viewsOf(blank.buffer, 0, points, turns, changes);
    chains.fill(points, 0, 2 * cells);
    stones.fill(EMPTY)[points] = EDGE;
    pieces = new Pieces(blank);
    known.set(points, pieces);
  }
  return pieces.take((memory, start) => viewsOf(memory, start, points, turns, changes));
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
