import { type IndexArray, indexArrayIn, indexBytes } from './neighbour-tables.ts';

/** The content of a cell. `COLORS[stone]` is the colour of a stone, and `1 - stone` is the enemy's stone. */
export const BLACK = 0;
export const WHITE = 1;
export const EMPTY = 2;
/** The content of the one cell after the last point. This cell stands for every missing neighbour. */
export const EDGE = 3;

/** The initial capacity of a history. `PositionHistory` doubles it if necessary. */
const INITIAL_MOVES = 256;
const INITIAL_CHANGES = 384;

/**
 * The tables of a board and of its history. They share one buffer: two buffers take 10 % more time for a game on 9x9, and
 * four take 25 % more.
 */
export interface PositionArrays {
  /** Three tables of the same length; see `GoBoard`. */
  readonly chains: IndexArray;
  /** One cell for each point, and a last cell for the edge. */
  readonly stones: Uint8Array;
  readonly moves: Int32Array;
  readonly changes: IndexArray;
}

/** The tables of an empty board, without room for a history. */
export const boardArrays = (points: number): PositionArrays => allocate(points, 0, 0);

/** The tables of an empty board and its history. */
export const positionArrays = (points: number): PositionArrays => allocate(points, INITIAL_MOVES, INITIAL_CHANGES);

function allocate(points: number, moves: number, changes: number): PositionArrays {
  const cells = points + 1;
  const changesStart = moves * Int32Array.BYTES_PER_ELEMENT;
  const chainsStart = changesStart + changes * indexBytes(points);
  const stonesStart = chainsStart + 3 * cells * indexBytes(points);
  const buffer = new ArrayBuffer(stonesStart + cells);
  const stones = new Uint8Array(buffer, stonesStart).fill(EMPTY);
  stones[points] = EDGE;
  return {
    chains: indexArrayIn(points, buffer, chainsStart, 3 * cells).fill(points, 0, 2 * cells),
    stones,
    moves: new Int32Array(buffer, 0, moves),
    changes: indexArrayIn(points, buffer, changesStart, changes),
  };
}
