import { DOUBLE_FOUR, FIVE, FOUR, OPEN_FOUR, OPEN_THREE, OVERLINE } from './line-patterns.ts';

/** The kinds of threats that a stone makes on its four lines together, the weakest first. */
const NO_THREAT = 0;
/** Illegal for black in renju. Double-threes are not included: the rules must judge them. */
export const FOUL = 1;
export const MAKES_THREE = 2;
export const MAKES_TWO_THREES = 3;
export const MAKES_FOUR = 4;
export const MAKES_FOUR_THREE = 5;
/** An open four, or two fours at once. */
export const MAKES_OPEN_FOUR = 6;
export const MAKES_FIVE = 7;

/** The value of a line by its pattern, and the additional value of a threat. Both were tuned by playing games. */
const PATTERN_VALUES = [0, 1, 3, 7, 25, 30, 130, 140, 600, 2000, 600, 0];
const THREAT_BONUS = [0, 0, 0, 200, 0, 350, 300, 0];

/** The number of shapes of a line, and of pairs of them without regard to the order. */
const SHAPES = OVERLINE + 1;
const PAIRS = (SHAPES * (SHAPES + 1)) / 2;
/** The number of a pair of shapes, four bits each. */
const PAIR_NUMBERS = new Uint8Array(256);
for (let high = 0, count = 0; high < SHAPES; high++) {
  for (let low = 0; low <= high; low++) PAIR_NUMBERS[(high << 4) | low] = PAIR_NUMBERS[(low << 4) | high] = count++;
}
/** The bits of a judgement, from the lowest: the threat, whether the renju rules must judge the stone, and the value. */
export const THREAT = 7;
const NEEDS_REFEREE = 8;
const VALUE_SHIFT = 4;

export const threatIn = (judgement: number): number => judgement & THREAT;
export const needsReferee = (judgement: number): boolean => (judgement & NEEDS_REFEREE) !== 0;
export const valueIn = (judgement: number): number => judgement >> VALUE_SHIFT;

/**
 * The judgement of a stone (threat and value in one number), by the patterns of the four lines through its point. The index
 * consists of two pairs of patterns, so that the table is small enough for a fast cache.
 */
class JudgementTable {
  readonly #judgements = new Int32Array(PAIRS * PAIRS);

  constructor(fouls: boolean) {
    const counts = new Uint8Array(16);
    for (let packed = 0; packed < 1 << 16; packed++) {
      const shapes = [0, 4, 8, 12].map((shift) => (packed >> shift) & 15);
      if (shapes.some((shape) => shape >= SHAPES)) continue;
      counts.fill(0);
      for (const shape of shapes) counts[shape]!++;
      const threat = threatOf(counts, fouls);
      const value = threat === FOUL ? 0 : patternValue(counts) + THREAT_BONUS[threat]!;
      const isDoubtful = shapes.filter((shape) => shape >= OPEN_THREE).length > 1;
      this.#judgements[indexOf(packed)] = (value << VALUE_SHIFT) | (isDoubtful ? NEEDS_REFEREE : 0) | threat;
    }
  }

  /** `packed` has the four patterns, four bits each. */
  judgementOf(packed: number): number {
    return this.#judgements[indexOf(packed)]!;
  }
}

const indexOf = (packed: number): number => PAIR_NUMBERS[packed & 255]! * PAIRS + PAIR_NUMBERS[packed >> 8]!;

/** The threat, by the number of lines that have each pattern. */
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

function patternValue(counts: Uint8Array): number {
  let sum = 0;
  for (let shape = 0; shape < PATTERN_VALUES.length; shape++) sum += counts[shape]! * PATTERN_VALUES[shape]!;
  return sum;
}

/** The judgements for white in renju, and for both sides in other rules. */
export const WITHOUT_FOULS = new JudgementTable(false);
export const WITH_FOULS = new JudgementTable(true);
