import { areaScore } from '../../rules/go/area-score.ts';
import { BLACK, EMPTY, type GoBoard } from '../../rules/go/go-board.ts';
import type { MonteCarloSearch } from './monte-carlo-search.ts';
import type { SearchRoot } from './search-root.ts';

/** Above this winning rate, the engine tries to end the game. */
export const WINNING = 0.8;
/** The winning rate that the capture of dead stones may cost. */
const TOLERANCE = 0.03;
/** The winning rate that is needed after a pass of the opponent. */
const CERTAIN = 0.95;
/** An empty point is settled if the difference between the two sides' shares of its playouts is at least this. */
const SETTLED = 0.7;
/** The maximum part of the board's points that may be unsettled when the engine passes. */
const OPEN_PART = 0.04;
/** A stone is dead if its enemy's share of the playouts for its point is greater than its own by at least this. */
const DEAD = 0.7;

/** Whether the side to move would win if the game ended now, without removing dead stones. */
export function winsAsItStands({ board, komi, toMove }: SearchRoot): boolean {
  const { black, white } = areaScore(board, komi);
  return toMove === BLACK ? black > white : white > black;
}

/** Whether nearly every empty point is settled. Before that, a pass would end the game too early. */
function isSettled(search: MonteCarloSearch, { board }: SearchRoot): boolean {
  let open = 0;
  for (let point = 0; point < board.points; point++) {
    if (board.stones[point] === EMPTY && Math.abs(search.ownership(point)) < SETTLED) open++;
  }
  return open <= OPEN_PART * board.points;
}

/**
 * The child of the root that ends a won game: a pass, if the side to move wins as the board stands and the board is
 * settled; or, after a pass of the enemy, a stone that helps to capture dead stones.
 */
export function decidePass(
  search: MonteCarloSearch,
  root: SearchRoot,
  least: number,
  share: (part: number) => () => boolean,
) {
  const mayPass = winsAsItStands(root) && (root.passed || isSettled(search, root));
  const moves = mayPass ? [root.board.points] : root.passed ? [...libertiesOfDead(search, root)] : [];
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
function libertiesOfDead(search: MonteCarloSearch, { board, toMove }: SearchRoot): Set<number> {
  const found = new Set<number>();
  for (let point = 0; point < board.points; point++) {
    if (board.stones[point] !== 1 - toMove || search.ownership(point) < DEAD) continue;
    for (const neighbour of sides(board, point)) if (board.stones[neighbour] === EMPTY) found.add(neighbour);
  }
  return found;
}

const sides = (board: GoBoard, point: number) => board.neighbours.subarray(4 * point, 4 * point + 4);
