import { BLACK, type Board, EMPTY } from '../../rules/go/board.ts';
import { areaScore } from '../../rules/go/score.ts';
import type { SearchRoot, MonteCarloSearch } from './monte-carlo-search.ts';

/** Above this share of won playouts a game is to be brought to its end. */
export const WINNING = 0.8;
/** What taking dead stones off may cost of it. */
const TOLERANCE = 0.03;
/** After a pass there must be no doubt at all. */
const CERTAIN = 0.95;
/** Whose an empty point will be is settled from here on; and on so much of the board it need not be. */
const SETTLED = 0.7;
const OPEN_PART = 0.04;
/** A stone is dead whose point is so much its enemy's in the playouts: 1 is always. */
const DEAD = 0.7;

/** Whether the side to move would win if the game ended now: nothing is taken off at the end. */
export function winsAsItStands({ board, komi, toMove }: SearchRoot): boolean {
  const { black, white } = areaScore(board, komi);
  return toMove === BLACK ? black > white : white > black;
}

/**
 * Whether nearly every empty point is already somebody's. Before that nobody is expected to pass, and whoever answers with
 * a pass would see the game end in the middle.
 */
function isSettled(search: MonteCarloSearch, { board }: SearchRoot): boolean {
  let open = 0;
  for (let point = 0; point < board.points; point++) {
    if (board.stones[point] === EMPTY && Math.abs(search.ownership(point)) < SETTLED) open++;
  }
  return open <= OPEN_PART * board.points;
}

/**
 * The child of the root that brings a won game nearer to its end and keeps it won: the pass, if that is won as it stands
 * and the board is settled; else, once the enemy has passed, a stone that takes liberties from dead ones, which count as long as they stand.
 */
export function decidePass(
  search: MonteCarloSearch,
  root: SearchRoot,
  least: number,
  share: (part: number) => () => boolean,
) {
  const mayPass = winsAsItStands(root) && (root.passed || isSettled(search, root));
  const moves = mayPass ? [root.board.points] : root.passed ? [...besideDead(search, root)] : [];
  let best: number | undefined;
  let most = Math.max(mayPass ? CERTAIN : WINNING, least) - TOLERANCE;
  for (const [i, move] of moves.entries()) {
    const child = search.childWith(move);
    if (child === undefined) continue;
    const worth = search.tryOut(child, share((i + 1) / moves.length));
    if (worth >= most) [most, best] = [worth, child];
    if (!share(1)()) break;
  }
  return best;
}

/** The liberties of the enemy's dead stones. */
function besideDead(search: MonteCarloSearch, { board, toMove }: SearchRoot): Set<number> {
  const found = new Set<number>();
  for (let point = 0; point < board.points; point++) {
    if (board.stones[point] !== 1 - toMove || search.ownership(point) < DEAD) continue;
    for (const neighbour of sides(board, point)) if (board.stones[neighbour] === EMPTY) found.add(neighbour);
  }
  return found;
}

const sides = (board: Board, point: number) => board.neighbours.subarray(4 * point, 4 * point + 4);
