import { BLACK, type Board, EMPTY, WHITE } from './board.ts';
import { indexArray } from './geometry.ts';
import type { Score } from './ruleset.ts';

/** No stone: an empty point that has been counted. */
const COUNTED = 3;

/** Area: every stone, and every empty region that borders on one colour alone. White's points include `komi`. */
export function areaScore(board: Board, komi: number): Score {
  const { points, neighbours } = board;
  const cells = board.stones.slice();
  const region = indexArray(points, points);
  const area = [0, 0];
  for (let point = 0; point < points; point++) {
    const cell = cells[point]!;
    if (cell === BLACK || cell === WHITE) area[cell]!++;
    if (cell !== EMPTY) continue;
    // One bit for each kind of cell that the region touches.
    let touched = 0;
    let found = 1;
    region[0] = point;
    cells[point] = COUNTED;
    for (let i = 0; i < found; i++) {
      const inside = 4 * region[i]!;
      for (let side = inside; side < inside + 4; side++) {
        const neighbour = neighbours[side]!;
        const there = cells[neighbour]!;
        touched |= 1 << there;
        if (there !== EMPTY) continue;
        cells[neighbour] = COUNTED;
        region[found++] = neighbour;
      }
    }
    if (!(touched & (1 << WHITE)) && touched & (1 << BLACK)) area[BLACK]! += found;
    if (!(touched & (1 << BLACK)) && touched & (1 << WHITE)) area[WHITE]! += found;
  }
  return { black: area[BLACK]!, white: area[WHITE]! + komi };
}
