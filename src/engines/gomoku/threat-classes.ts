import { DOUBLE_FOUR, FIVE, FOUR, OPEN_FOUR, OPEN_THREE, OVERLINE } from './line-patterns.ts';

/** The threat of a stone over its four lines together, weakest first. */
const NO_THREAT = 0;
/** Illegal for black in renju. Double-threes are not included; they must be judged by the rules. */
export const FOUL = 1;
export const MAKES_THREE = 2;
export const MAKES_TWO_THREES = 3;
export const MAKES_FOUR = 4;
export const MAKES_FOUR_THREE = 5;
/** An open four, or two fours at once. */
export const MAKES_OPEN_FOUR = 6;
export const MAKES_FIVE = 7;

/** The value of a line by its pattern, and the additional value of a threat; tuned by playing. */
const WORTH = [0, 1, 3, 7, 25, 30, 130, 140, 600, 2000, 600, 0];
const EXTRA = [0, 0, 0, 200, 0, 350, 300, 0];

/** Threat and value by the shapes of a point's four lines, four bits each. */
export interface ThreatTable {
  readonly threat: Uint8Array;
  readonly value: Int16Array;
}

function tableOf(fouls: boolean): ThreatTable {
  const threat = new Uint8Array(1 << 16);
  const value = new Int16Array(1 << 16);
  const counts = new Uint8Array(16);
  for (let packed = 0; packed < threat.length; packed++) {
    counts.fill(0);
    for (let shift = 0; shift < 16; shift += 4) counts[(packed >> shift) & 15]!++;
    const makes = threatOf(counts, fouls);
    threat[packed] = makes;
    if (makes !== FOUL) value[packed] = worthOf(counts) + EXTRA[makes]!;
  }
  return { threat, value };
}

/** By how many of the four lines become each shape. */
function threatOf(counts: Uint8Array, fouls: boolean): number {
  if (counts[FIVE]! > 0) return MAKES_FIVE;
  const fours = counts[FOUR]! + counts[OPEN_FOUR]!;
  if (fouls && fours + 2 * counts[DOUBLE_FOUR]! + 2 * counts[OVERLINE]! > 1) return FOUL;
  if (counts[OPEN_FOUR]! > 0 || fours > 1) return MAKES_OPEN_FOUR;
  const threes = counts[OPEN_THREE]!;
  if (fours > 0) return threes > 0 ? MAKES_FOUR_THREE : MAKES_FOUR;
  if (threes > 0) return threes > 1 ? MAKES_TWO_THREES : MAKES_THREE;
  return NO_THREAT;
}

function worthOf(counts: Uint8Array): number {
  let sum = 0;
  for (let shape = 0; shape < WORTH.length; shape++) sum += counts[shape]! * WORTH[shape]!;
  return sum;
}

/** For white in renju, and for both sides in other rules. */
export const FREE: ThreatTable = tableOf(false);
export const BOUND: ThreatTable = tableOf(true);
