import { estimateScore } from '../../../engines/go/estimate-score.ts';
import type { Turn } from '../../../protocols/api/value-schemas.ts';
import { coordinates, type Point, square } from '../../../rules/point.ts';
import type { EstimatorGame } from './estimator-positions.ts';
import { EstimatorPositions } from './estimator-positions.ts';

/** The maximum number of moves of a review. */
export const MOST_REVIEWED = 300;
/** A game with fewer moves has no review: the estimates of its positions differ only by chance. */
export const SHORTEST_REVIEWED = 10;
/** The largest board of a review, in lines. */
export const LARGEST_REVIEWED = 19;
/** This many moves with the largest drops are searched a second time, with more playouts by this factor. */
const CANDIDATES = 6;
const SECOND_SEARCH_FACTOR = 4;
/** The maximum number of mistakes in a review. */
const MOST_MISTAKES = 3;

/** A move that lost points, and one that would have been better. */
export interface Mistake {
  /** The number of the move, from 1. */
  readonly number: number;
  /** In points. */
  readonly loss: number;
  readonly better: Turn;
}

/** The estimated lead after each move, and the mistakes. */
export interface GameReview {
  /** Black's lead after 0, 1, 2 … moves, komi included; each but the last is averaged with its neighbours. */
  readonly leads: readonly number[];
  /** The largest loss first. */
  readonly mistakes: readonly Mistake[];
  readonly moves: number;
}

/** The number of playouts for each position of a review. */
const playoutsOf = (points: number): number => Math.min(200, Math.max(60, Math.round(30_000 / points)));
/** The smallest loss that counts as a mistake. A smaller loss may be random. */
const smallestLoss = (points: number): number => Math.max(3, points / 60);

/**
 * Estimates every position of a game. Then it examines the moves after which the estimate dropped most: the position after
 * such a move is compared with the position after the move that the search prefers. If that is the played move, it is no mistake.
 * The two passes that end a game are no mistakes either, and the last lead is then `result`: black's lead when the game was
 * counted, which knows the dead stones that the players agreed on. The same game gives the same review.
 */
export function* reviewGame(
  game: EstimatorGame,
  result?: number,
): Generator<{ done: number; all: number }, GameReview> {
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
  const examined = moves - passesAtEnd(turns.slice(0, moves));
  if (result !== undefined && moves === turns.length) leads.fill(result, Math.min(moves, examined + 1));
  const least = smallestLoss(size.width * size.height);
  const mistakes: Mistake[] = [];
  for (const [index, count] of largestDrops(turns, leads.slice(0, examined + 1)).entries()) {
    yield { done: moves + 1 + index, all };
    const mistake = examine(game, positions, count, SECOND_SEARCH_FACTOR * playouts);
    if (mistake !== undefined && mistake.loss >= least) mistakes.push(mistake);
  }
  mistakes.sort((one, other) => other.loss - one.loss || one.number - other.number);
  return { leads: smoothed(leads), mistakes: mistakes.slice(0, MOST_MISTAKES), moves };
}

/** The number of passes after the last stone, if they are at least the two that end a game. */
function passesAtEnd(turns: readonly Turn[]): number {
  const passes = turns.length - 1 - turns.findLastIndex(({ kind }) => kind === 'play');
  return passes > 1 ? passes : 0;
}

/**
 * Averages each lead with its neighbours. Without this, the graph would be a zigzag, because having the move is worth a few
 * points. The last lead stays, because it may be the counted result.
 */
const smoothed = (leads: readonly number[]): readonly number[] =>
  leads.map((lead, count) =>
    count === leads.length - 1 ? lead : ((leads[count - 1] ?? lead) + 2 * lead + leads[count + 1]!) / 4,
  );

/** The moves after which the mover's estimate dropped most. A move is given by the number of moves before it. */
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
  const other = positions.afterAlternative(count, best);
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
