import { enemyOf, type SearchBoard } from './search-board.ts';
import type { SideEvaluation } from './side-evaluation.ts';
import { MAKES_FIVE, MAKES_THREE } from './threat-classes.ts';

/** A five is overlooked more rarely than other threats, by this factor. */
const FIVE_STANDS_OUT = 0.25;
/** The value of a cell whose threat is overlooked, at most: that of a good cell without a threat. */
const WITHOUT_THREAT = 60;
/** By how much the value of a cell is misjudged at most, at a chance of 1 to overlook a threat. */
const MISJUDGED = 120;

/**
 * The best of `moves` by the patterns that a stone makes and prevents, without looking ahead. With the chance `overlooks`
 * a kind of threat of one side, such as all open threes of the enemy, is not noticed.
 */
export function chooseByPatterns(
  board: SearchBoard,
  stone: number,
  moves: readonly number[],
  overlooks: number,
  random: () => number,
): number {
  const isNoticed = [board.black, board.white].map(() => noticedThreats(overlooks, random));
  const seen = (side: SideEvaluation, cell: number): number => {
    const noticed = isNoticed[side === board.black ? 0 : 1]![side.threatOf(cell)]!;
    return noticed ? side.valueOf(cell) : Math.min(side.valueOf(cell), WITHOUT_THREAT);
  };
  const [mine, theirs] = [board.side(stone), board.side(enemyOf(stone))];
  let best = 0;
  let most = -1;
  for (const cell of moves) {
    const worth = 2 * seen(mine, cell) + seen(theirs, cell) + random() * overlooks * MISJUDGED;
    if (worth > most) [best, most] = [cell, worth];
  }
  return best;
}

/** By threat: whether it is noticed this time. */
function noticedThreats(overlooks: number, random: () => number): boolean[] {
  return Array.from({ length: MAKES_FIVE + 1 }, (_, threat) => {
    if (threat < MAKES_THREE) return true;
    return random() >= (threat === MAKES_FIVE ? overlooks * FIVE_STANDS_OUT : overlooks);
  });
}
