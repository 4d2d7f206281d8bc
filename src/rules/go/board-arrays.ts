import { type IndexArray, indexArrayIn, indexBytes } from './neighbour-tables.ts';

/** What a point holds. `COLORS[stone]` is the colour, and `1 - stone` the enemy's stone. */
export const BLACK = 0;
export const WHITE = 1;
export const EMPTY = 2;
/** The content of the one cell after the last point, which stands for every missing neighbour. */
export const EDGE = 3;

/** The initial capacity of a history, which `PositionHistory` doubles. */
const TURNS = 256;
const CHANGES = 384;

/** The tables of a board and of its history. They share one buffer: a second one costs 10 % of a game on 9x9, four cost 25 %. */
export interface BoardArrays {
  /** Three tables of as many cells: see `GoBoard`. */
  readonly chains: IndexArray;
  /** One cell for each point and a last one for the edge. */
  readonly stones: Uint8Array;
  readonly turns: Int32Array;
  readonly changes: IndexArray;
}

/** The tables of an empty board, without room for a history. */
export const boardArrays = (points: number): BoardArrays => allocate(points, 0, 0);

/** The tables of an empty board and its history. */
export const positionArrays = (points: number): BoardArrays => allocate(points, TURNS, CHANGES);

function allocate(points: number, turns: number, changes: number): BoardArrays {
  const cells = points + 1;
  const changesStart = turns * Int32Array.BYTES_PER_ELEMENT;
  const chainsStart = changesStart + changes * indexBytes(points);
  const stonesStart = chainsStart + 3 * cells * indexBytes(points);
  const buffer = new ArrayBuffer(stonesStart + cells);
  const stones = new Uint8Array(buffer, stonesStart).fill(EMPTY);
  stones[points] = EDGE;
  return {
    chains: indexArrayIn(points, buffer, chainsStart, 3 * cells).fill(points, 0, 2 * cells),
    stones,
    turns: new Int32Array(buffer, 0, turns),
    changes: indexArrayIn(points, buffer, changesStart, changes),
  };
}
