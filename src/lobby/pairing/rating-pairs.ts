/** A player of a round with a rating. */
export interface RoundPlayer {
  readonly rating: number;
  /** No game changes its rating. */
  readonly isAnchor?: boolean;
}

/** Numbers from 0 to below `limit`. */
export type Random = (limit: number) => number;

/** With so few players any two may meet. */
const FEW = 4;
const RANGE_OF_FEW = 3_000;
const LEAST_RANGE = 500;
/** Of so many times that two anchors are neighbours they meet once. */
const TIMES_APART = 10;

/**
 * Pairs players who are near in rating, and not always the same ones: a random number is added to each rating, and neighbours in the
 * order of the sums are paired. Of an odd number of players one is left out. An anchor whose neighbour is an anchor, too, is mostly paired with
 * the next player who is none; if there is none, it is left out.
 */
export function ratingPairs<Player extends RoundPlayer>(
  players: readonly Player[],
  random: Random,
): (readonly [Player, Player])[] {
  const range = rangeOf(players.map(({ rating }) => rating));
  const drawn = players.map((player, order) => ({ player, order, sum: player.rating + random(range) }));
  drawn.sort((one, other) => other.sum - one.sum || one.order - other.order);
  const pairs: (readonly [Player, Player])[] = [];
  const left = drawn.map(({ player }) => player).reverse();
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    const isApart = one.isAnchor && left.at(-1)?.isAnchor && random(TIMES_APART) !== 0;
    const place = isApart ? left.findLastIndex(({ isAnchor }) => !isAnchor) : left.length - 1;
    const [other] = place < 0 ? [] : left.splice(place, 1);
    if (other !== undefined) pairs.push([one, other]);
  }
  return pairs;
}

/** One and a half times the largest difference between ratings that are four places apart. */
function rangeOf(ratings: readonly number[]): number {
  if (ratings.length <= FEW) return RANGE_OF_FEW;
  const sorted = ratings.toSorted((one, other) => one - other);
  const gaps = sorted.slice(FEW).map((rating, index) => rating - (sorted[index] ?? rating));
  return Math.max(LEAST_RANGE, 1.5 * Math.max(...gaps));
}
