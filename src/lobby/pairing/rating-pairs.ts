export interface RoundPlayer {
  readonly rating: number;
  /** Whether games do not change the player's rating. */
  readonly isAnchor?: boolean;
}

/** Returns a random integer from 0 to `limit` - 1. */
export type RandomInteger = (limit: number) => number;

/** With at most this many players, any two can be paired. */
const FEW_PLAYERS = 4;
const RANGE_FOR_FEW_PLAYERS = 3_000;
const MIN_RANGE = 500;
/** Two neighbouring anchors are paired one time in this many. */
const ANCHOR_PAIR_ODDS = 10;

/**
 * Pairs players whose ratings are similar, but not always the same players. A random number is added to each rating, and neighbours in the
 * order of the sums are paired. If the number of players is odd, one is left out. If both neighbours are anchors, the first is mostly paired
 * with the next player who is no anchor; without such a player, it is left out.
 */
export function ratingPairs<Player extends RoundPlayer>(
  players: readonly Player[],
  random: RandomInteger,
): (readonly [Player, Player])[] {
  const range = rangeOf(players.map(({ rating }) => rating));
  const drawn = players.map((player, order) => ({ player, order, sum: player.rating + random(range) }));
  drawn.sort((one, other) => other.sum - one.sum || one.order - other.order);
  const pairs: (readonly [Player, Player])[] = [];
  const left = drawn.map(({ player }) => player).reverse();
  for (let player = left.pop(); player !== undefined; player = left.pop()) {
    const skipsAnchors = player.isAnchor && left.at(-1)?.isAnchor && random(ANCHOR_PAIR_ODDS) !== 0;
    const place = skipsAnchors ? left.findLastIndex(({ isAnchor }) => !isAnchor) : left.length - 1;
    const [opponent] = place < 0 ? [] : left.splice(place, 1);
    if (opponent !== undefined) pairs.push([player, opponent]);
  }
  return pairs;
}

/** One and a half times the largest difference between ratings that are four places apart. */
function rangeOf(ratings: readonly number[]): number {
  if (ratings.length <= FEW_PLAYERS) return RANGE_FOR_FEW_PLAYERS;
  const sorted = ratings.toSorted((one, other) => one - other);
  const gaps = sorted.slice(FEW_PLAYERS).map((rating, index) => rating - (sorted[index] ?? rating));
  return Math.max(MIN_RANGE, 1.5 * Math.max(...gaps));
}
