import { estimateScore } from '../../../engines/go/estimate-score.ts';
import type { Turn } from '../../../protocols/api/value-schemas.ts';
import { coordinates, type Point, square } from '../../../rules/point.ts';
import type { EstimatorGame } from './estimator-positions.ts';
import { EstimatorPositions } from './estimator-positions.ts';

/** The limit of moves of a review. */
export const MOST_REVIEWED = 300;
/** The largest board of a review, in lines. */
export const LARGEST_REVIEWED = 19;
/** So many moves with the largest drops are searched again, with this many times the playouts. */
const CANDIDATES = 6;
const AGAIN = 4;
/** So many mistakes are named. */
const MOST_MISTAKES = 3;

/** A move that lost points, and one that would have been better. */
export interface Mistake {
  /** The number of the move, from 1. */
  readonly number: number;
  /** In points. */
  readonly loss: number;
  readonly better: Turn;
}

export interface GameReview {
  /** Black's lead after 0, 1, 2 … moves, komi included; each is averaged with its neighbours. */
  readonly leads: readonly number[];
  /** The largest loss first. */
  readonly mistakes: readonly Mistake[];
  /** Only so many moves were looked at. */
  readonly moves: number;
}

/** Playouts for each position of a review. */
const playoutsOf = (points: number): number => Math.min(200, Math.max(60, Math.round(30_000 / points)));
/** A smaller loss may be chance. */
const leastLoss = (points: number): number => Math.max(3, points / 60);

/**
 * Estimates every position of a game, then looks more closely at the moves after which the estimate dropped most: what
 * the move led to is compared with what the most searched other move leads to. The same game gives the same review.
 */
export function* reviewGame(game: EstimatorGame): Generator<{ done: number; all: number }, GameReview> {
  const { board, turns } = game;
  const positions = new EstimatorPositions(game);
  const size = square(board.size);
  const playouts = playoutsOf(size.width * size.height);
  const moves = Math.min(MOST_REVIEWED, turns.length);
  const all = moves + 1 + CANDIDATES;
  const leads: number[] = [];
  for (let count = 0; count <= moves; count++) {
    yield { done: count, all };
    leads.push(estimateScore(positions.after(count), playouts).lead - board.komi);
  }
  const least = leastLoss(size.width * size.height);
  const mistakes: Mistake[] = [];
  for (const [index, count] of largestDrops(turns, leads).entries()) {
    yield { done: moves + 1 + index, all };
    const mistake = examine(game, positions, count, AGAIN * playouts);
    if (mistake !== undefined && mistake.loss >= least) mistakes.push(mistake);
  }
  mistakes.sort((one, other) => other.loss - one.loss || one.number - other.number);
  return { leads: smoothed(leads), mistakes: mistakes.slice(0, MOST_MISTAKES), moves };
}

/** The side to move has a few points more by that alone, which would make every line a zigzag. */
const smoothed = (leads: readonly number[]): readonly number[] =>
  leads.map((lead, count) => ((leads[count - 1] ?? lead) + 2 * lead + (leads[count + 1] ?? lead)) / 4);

/** The moves, by the number of moves before them, after which the mover's estimate dropped most. */
function largestDrops(turns: readonly Turn[], leads: readonly number[]): readonly number[] {
  const dropAt = (count: number): number => (leads[count]! - leads[count + 1]!) * signOf(turns[count]!);
  return [...leads.keys()]
    .slice(0, -1)
    .sort((one, other) => dropAt(other) - dropAt(one) || one - other)
    .slice(0, CANDIDATES);
}

function examine(
  game: EstimatorGame,
  positions: EstimatorPositions,
  count: number,
  playouts: number,
): Mistake | undefined {
  const turn = game.turns[count]!;
  const size = square(game.board.size);
  const { best } = estimateScore(positions.after(count), playouts);
  if (isSame(turn, best, size.width)) return undefined;
  const other = positions.afterOther(count, best);
  if (typeof other === 'string') return undefined;
  const gain = estimateScore(other, playouts).lead - estimateScore(positions.after(count + 1), playouts).lead;
  const { color } = turn;
  const better: Turn =
    best === undefined ? { kind: 'pass', color } : { kind: 'play', color, point: coordinates(size, best) };
  return { number: count + 1, loss: gain * signOf(turn), better };
}

const signOf = ({ color }: Turn): 1 | -1 => (color === 'black' ? 1 : -1);

const isSame = (turn: Turn, point: Point | undefined, width: number): boolean =>
  turn.kind === 'pass' ? point === undefined : turn.point.y * width + turn.point.x === point;
