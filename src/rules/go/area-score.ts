import type { Point } from '../point.ts';
import { BLACK, EMPTY, type GoBoard, WHITE } from './go-board.ts';
import type { IndexArray } from './neighbour-tables.ts';
import type { Score } from './ruleset.ts';

/** The content of a cell that stands for an empty point that has been counted. */
const COUNTED = 3;

/**
 * Working memory of `areaScore`, which is reused because allocating it would take as long as counting. It fits the largest
 * board so far.
 */
let cells = new Uint8Array(0);
let regionPoints = new Int32Array(0);

/**
 * The area of each colour: its stones, and the empty regions that border only on this colour. The `dead` stones are removed
 * first. White's points include `komi`.
 */
export function areaScore(board: GoBoard, komi: number, dead: Iterable<Point> = []): Score {
  const { points, neighbours } = board;
  if (regionPoints.length < points) {
    cells = new Uint8Array(points + 1);
    regionPoints = new Int32Array(points);
  }
  cells.set(board.stones);
  for (const point of dead) cells[point] = EMPTY;
  // There is no branch that depends on the colour of a stone, because the processor cannot predict the colour.
  let stones = 0;
  let whiteStones = 0;
  let blackEmpty = 0;
  let whiteEmpty = 0;
  for (let point = 0; point < points; point++) {
    const cell = cells[point]!;
    if (cell === COUNTED) continue;
    if (cell !== EMPTY) {
      stones++;
      whiteStones += cell & WHITE;
      continue;
    }
    let touchedKinds = kindsBeside(cells, neighbours, point);
    let count = 1;
    // Most regions are single points.
    if ((touchedKinds & (1 << EMPTY)) !== 0) {
      regionPoints[0] = point;
      cells[point] = COUNTED;
      for (let i = 0; i < count; i++) {
        const inside = regionPoints[i]!;
        touchedKinds |= kindsBeside(cells, neighbours, inside);
        for (let side = 4 * inside; side < 4 * inside + 4; side++) {
          const neighbour = neighbours[side]!;
          if (cells[neighbour] !== EMPTY) continue;
          cells[neighbour] = COUNTED;
          regionPoints[count++] = neighbour;
        }
      }
    }
    const borders = touchedKinds & ((1 << BLACK) | (1 << WHITE));
    blackEmpty += borders === 1 << BLACK ? count : 0;
    whiteEmpty += borders === 1 << WHITE ? count : 0;
  }
  return { black: stones - whiteStones + blackEmpty, white: whiteStones + whiteEmpty + komi };
}

/** One bit for each kind of cell beside a point. */
function kindsBeside(cells: Uint8Array, neighbours: IndexArray, point: number): number {
  const north = cells[neighbours[4 * point]!]!;
  const west = cells[neighbours[4 * point + 1]!]!;
  const east = cells[neighbours[4 * point + 2]!]!;
  const south = cells[neighbours[4 * point + 3]!]!;
  return (1 << north) | (1 << west) | (1 << east) | (1 << south);
}
