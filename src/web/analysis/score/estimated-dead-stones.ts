import type { BoardSize, Point } from '../../../rules/point.ts';
import type { ReplayedPosition } from '../../game/game-replay.ts';

/** The mean ownership of a chain, from the view of its colour, at which the estimate calls the chain dead. */
const DEAD = -0.4;

/**
 * The stones that an estimate of the score calls dead, chain by chain. `ownership` has a value for each point, from -1 (white
 * owns it in every playout) to 1 (black does).
 */
export function estimatedDeadStones(
  size: BoardSize,
  stones: ReplayedPosition['stones'],
  ownership: readonly number[],
): ReadonlySet<Point> {
  const dead = new Set<Point>();
  for (let index = 0; index < size.width * size.height; index++) {
    const point = index as Point;
    const color = stones.at(point);
    if (color === undefined || dead.has(point)) continue;
    const chain = stones.chainAt(point);
    const mean = chain.reduce((sum, each) => sum + ownership[each]!, 0) / chain.length;
    if ((color === 'black' ? mean : -mean) <= DEAD) for (const each of chain) dead.add(each);
  }
  return dead;
}

/** One point of each chain in `wanted` that is not marked yet. */
export function chainsToMark(
  stones: ReplayedPosition['stones'],
  marked: ReadonlySet<Point>,
  wanted: ReadonlySet<Point>,
): readonly Point[] {
  const chosen: Point[] = [];
  const seen = new Set(marked);
  for (const point of wanted) {
    if (seen.has(point)) continue;
    for (const each of stones.chainAt(point)) seen.add(each);
    chosen.push(point);
  }
  return chosen;
}
