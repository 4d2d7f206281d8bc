import type { Point } from '../point.ts';
import { BLACK, EMPTY, type GoBoard, WHITE } from './go-board.ts';
import type { IndexArray } from './neighbour-tables.ts';
import type { Score } from './ruleset.ts';

/** No stone: an empty point that has been counted. */
const COUNTED = 3;

/** Where counting keeps its notes: making them anew would cost as much as counting. Long enough for the largest board so far. */
let cells = new Uint8Array(0);
let region = new Int32Array(0);

/**
 * Area: every stone, and every empty region that borders on one colour alone. The `dead` stones are taken off first. White's points
 * include `komi`.
 */
export function areaScore(board: GoBoard, komi: number, dead: Iterable<Point> = []): Score {
  const { points, neighbours } = board;
  if (region.length < points) {
    cells = new Uint8Array(points + 1);
    region = new Int32Array(points);
  }
  cells.set(board.stones);
  for (const point of dead) cells[point] = EMPTY;
  // The processor cannot predict the colour of a stone, so nothing branches on it.
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
    let touched = kindsBeside(cells, neighbours, point);
    let found = 1;
    // Most regions are single points.
    if ((touched & (1 << EMPTY)) !== 0) {
      region[0] = point;
      cells[point] = COUNTED;
      for (let i = 0; i < found; i++) {
        const inside = region[i]!;
        touched |= kindsBeside(cells, neighbours, inside);
        for (let side = 4 * inside; side < 4 * inside + 4; side++) {
          const neighbour = neighbours[side]!;
          if (cells[neighbour] !== EMPTY) continue;
          cells[neighbour] = COUNTED;
          region[found++] = neighbour;
        }
      }
    }
    const reached = touched & ((1 << BLACK) | (1 << WHITE));
    blackEmpty += reached === 1 << BLACK ? found : 0;
    whiteEmpty += reached === 1 << WHITE ? found : 0;
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
