import { COLORS, type Color } from '../../rules/color.ts';
import { BLACK, GoBoard } from '../../rules/go/go-board.ts';
import type { BoardSize, Point } from '../../rules/point.ts';
import { MonteCarloSearch } from './monte-carlo-search.ts';
import { NOWHERE } from './playout-board.ts';
import type { SearchRoot } from './search-root.ts';

/** The part of a position that the estimate needs. `GoPosition` implements it. */
export interface PositionToEstimate {
  readonly size: BoardSize;
  readonly toMove: Color;
  stones(): Iterable<{ readonly point: Point; readonly color: Color }>;
}

interface ScoreEstimate {
  /** By point: -1 if white owns it at the end of every playout, 1 if black does. */
  readonly ownership: readonly number[];
  /** Black's area minus white's in points, without komi: the mean of the playouts. */
  readonly lead: number;
  /** The move with the most playouts; undefined if it is a pass. Ko is not considered. */
  readonly best: Point | undefined;
}

const SEED = 0.5;
/** The part of the playouts that only estimates the lead, which is the komi for the other playouts. */
const FIRST_PART = 0.25;

/**
 * Estimates the score of a position by playouts. The same position and number of playouts give the same estimate. Needs
 * only rules and arithmetic, so that it also runs in browsers; 1000 playouts take about 0.1 s on 9x9 and 0.3 s on 19x19.
 */
export function estimateScore(position: PositionToEstimate, playouts: number): ScoreEstimate {
  const root = rootOf(position);
  // With the expected lead as komi the game is even, so that both sides play for points.
  const first = runSearch(root, FIRST_PART * playouts);
  const search = runSearch({ ...root, komi: Math.round(first.meanBalance) }, (1 - FIRST_PART) * playouts);
  const best = search.tree.move[search.best()]!;
  const sign = root.toMove === BLACK ? 1 : -1;
  return {
    ownership: Array.from({ length: root.board.points }, (_, point) => sign * search.ownership(point)),
    lead: search.meanBalance,
    best: best === root.board.points ? undefined : (best as Point),
  };
}

function rootOf(position: PositionToEstimate): SearchRoot {
  const { size, toMove } = position;
  const board = new GoBoard(size);
  for (const { point, color } of position.stones()) board.place(COLORS.indexOf(color), point);
  const start = { last: NOWHERE, passed: false, komi: 0, forbidden: new Set<number>(), isAllowed: () => true };
  return { size, board, toMove: COLORS.indexOf(toMove), ...start };
}

function runSearch(root: SearchRoot, playouts: number): MonteCarloSearch {
  const search = new MonteCarloSearch(root, () => SEED);
  search.run(() => search.playouts < playouts);
  return search;
}
