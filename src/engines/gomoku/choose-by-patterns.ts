import type { CellEvaluations } from './cell-evaluations.ts';
import { enemyOf, type SearchBoard } from './search-board.ts';
import { MAKES_FIVE, MAKES_THREE } from './threat-classes.ts';

/** The chance to overlook a five is this part of the chance to overlook another threat. */
const FIVE_FACTOR = 0.25;
/** The maximum value of a cell whose threat is overlooked: the value of a good cell without a threat. */
const MOST_WITHOUT_THREAT = 60;
/** The largest random error in the value of a cell, for an `overlookChance` of 1. */
const LARGEST_MISJUDGEMENT = 120;

/**
 * The best of `moves` by the patterns that a stone makes and prevents, without looking ahead. With the chance
 * `overlookChance`, a kind of threat of one side (all open threes of the enemy, for example) is not noticed.
 */
export function chooseByPatterns(
  board: SearchBoard,
  stone: number,
  moves: readonly number[],
  overlookChance: number,
  random: () => number,
): number {
  const isNoticed = [board.black, board.white].map(() => noticedThreats(overlookChance, random));
  const perceivedValue = (side: CellEvaluations, cell: number): number => {
    const noticed = isNoticed[side === board.black ? 0 : 1]![side.threatOf(cell)]!;
    return noticed ? side.valueOf(cell) : Math.min(side.valueOf(cell), MOST_WITHOUT_THREAT);
  };
  const [mine, theirs] = [board.side(stone), board.side(enemyOf(stone))];
  let best = 0;
  let highest = -1;
  for (const cell of moves) {
    const value =
      2 * perceivedValue(mine, cell) + perceivedValue(theirs, cell) + random() * overlookChance * LARGEST_MISJUDGEMENT;
    if (value > highest) [best, highest] = [cell, value];
  }
  return best;
}

/** For each kind of threat: whether it is noticed in this choice. */
function noticedThreats(overlookChance: number, random: () => number): boolean[] {
  return Array.from({ length: MAKES_FIVE + 1 }, (_, threat) => {
    if (threat < MAKES_THREE) return true;
    return random() >= (threat === MAKES_FIVE ? overlookChance * FIVE_FACTOR : overlookChance);
  });
}
