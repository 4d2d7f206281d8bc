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
 * The tables of a board and of its history in one piece of memory: such a piece costs two microseconds of the processor,
 * the garbage's collection included, as much as twenty turns.
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

/** By number of points: an empty board without a history, and with one. A copy costs half of what it takes to make them. */
const blankBoards = new Map<number, Uint8Array<ArrayBuffer>>();
const blankPositions = new Map<number, Uint8Array<ArrayBuffer>>();

/** For a board alone. */
export const boardMemory = (points: number): Memory => copyOf(blankBoards, points, 0, 0);

/** For a board and its history. */
export const positionMemory = (points: number): Memory => copyOf(blankPositions, points, TURNS, CHANGES);

/** For the history of a longer game: room for so many turns, and for what so many turns change. */
export function historyMemory(points: number, turns: number, changes: number): Pick<Memory, 'turns' | 'changes'> {
  const afterTurns = turns * Int32Array.BYTES_PER_ELEMENT;
  const buffer = new ArrayBuffer(afterTurns + changes * indexBytes(points));
  return { turns: new Int32Array(buffer, 0, turns), changes: indexArrayIn(points, buffer, afterTurns, changes) };
}

function copyOf(blanks: Map<number, Uint8Array<ArrayBuffer>>, points: number, turns: number, changes: number): Memory {
  let blank = blanks.get(points);
  if (blank === undefined) {
    const cells = points + 1;
    const bytes = turns * Int32Array.BYTES_PER_ELEMENT + (changes + 3 * cells) * indexBytes(points) + cells;
    blank = new Uint8Array(bytes);
    const { chains, stones } = viewsOf(blank.buffer, points, turns, changes);
    chains.fill(points, 0, 2 * cells);
    stones.fill(EMPTY)[points] = EDGE;
    blanks.set(points, blank);
  }
  return viewsOf(blank.slice().buffer, points, turns, changes);
}

function viewsOf(buffer: ArrayBuffer, points: number, turns: number, changes: number): Memory {
  const cells = points + 1;
  const afterTurns = turns * Int32Array.BYTES_PER_ELEMENT;
  const afterChanges = afterTurns + changes * indexBytes(points);
  const afterChains = afterChanges + 3 * cells * indexBytes(points);
  return {
    turns: new Int32Array(buffer, 0, turns),
    changes: indexArrayIn(points, buffer, afterTurns, changes),
    chains: indexArrayIn(points, buffer, afterChanges, 3 * cells),
    stones: new Uint8Array(buffer, afterChains, cells),
  };
}
