import { BLACK, type Board, EMPTY, WHITE } from './board.ts';
import type { Score } from './ruleset.ts';

/** No stone: an empty point that has been counted. */
const COUNTED = 3;

/** Where counting keeps its notes: making them anew would cost as much as counting. Long enough for the largest board so far. */
let cells = new Uint8Array(0);
let region = new Int32Array(0);

/** Area: every stone, and every empty region that borders on one colour alone. White's points include `komi`. */
export function areaScore(board: Board, komi: number): Score {
  const { points, neighbours } = board;
  if (region.length < points) {
    cells = new Uint8Array(points + 1);
    region = new Int32Array(points);
  }
  cells.set(board.stones);
  let black = 0;
  let white = 0;
  for (let point = 0; point < points; point++) {
    const cell = cells[point]!;
    // Which colour stands there is anybody's guess, so nothing branches on it.
    black += ~(cell | (cell >>> 1)) & 1;
    white += cell & ~(cell >>> 1) & 1;
    if (cell !== EMPTY) continue;
    // One bit for each kind of cell that the region touches.
    let touched = 0;
    let found = 1;
    region[0] = point;
    cells[point] = COUNTED;
    for (let i = 0; i < found; i++) {
      const inside = 4 * region[i]!;
      const north = cells[neighbours[inside]!]!;
      const west = cells[neighbours[inside + 1]!]!;
      const east = cells[neighbours[inside + 2]!]!;
      const south = cells[neighbours[inside + 3]!]!;
      const around = (1 << north) | (1 << west) | (1 << east) | (1 << south);
      touched |= around;
      // Most regions are single points.
      if ((around & (1 << EMPTY)) === 0) continue;
      for (let side = inside; side < inside + 4; side++) {
        const neighbour = neighbours[side]!;
        if (cells[neighbour] !== EMPTY) continue;
        cells[neighbour] = COUNTED;
        region[found++] = neighbour;
      }
    }
    touched &= (1 << BLACK) | (1 << WHITE);
    if (touched === 1 << BLACK) black += found;
    if (touched === 1 << WHITE) white += found;
  }
  return { black, white: white + komi };
}
