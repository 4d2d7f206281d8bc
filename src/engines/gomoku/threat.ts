import {
  DOUBLE_FOUR,
  FIVE,
  FOUR,
  NONE,
  ONE,
  OPEN_FOUR,
  OPEN_ONE,
  OPEN_THREE,
  OPEN_TWO,
  OVERLINE,
  THREE,
  TWO,
} from './shape.ts';

/** What a stone on a point threatens over its four lines together, the weakest first. */
export const NO_THREAT = 0;
/** Black may not play there in renju, whatever else it makes; a double-three is not among these, for it has to be judged. */
export const FOUL = 1;
export const MAKES_THREE = 2;
export const MAKES_TWO_THREES = 3;
export const MAKES_FOUR = 4;
export const MAKES_FOUR_THREE = 5;
/** An open four, or two fours at once. */
export const MAKES_OPEN_FOUR = 6;
export const MAKES_FIVE = 7;

const VALUES = new Map([
  [NONE, 0],
  [ONE, 1],
  [OPEN_ONE, 3],
  [TWO, 7],
  [OPEN_TWO, 25],
  [THREE, 30],
  [OPEN_THREE, 130],
  [FOUR, 140],
  [OPEN_FOUR, 600],
  [FIVE, 2000],
  [DOUBLE_FOUR, 600],
  [OVERLINE, 0],
]);
const EXTRA = new Map([
  [MAKES_TWO_THREES, 200],
  [MAKES_FOUR_THREE, 350],
  [MAKES_OPEN_FOUR, 300],
]);

/** Threat and value by the shapes of a point's four lines, four bits each. */
export interface ThreatTable {
  readonly threat: Uint8Array;
  readonly value: Int16Array;
}

function tableOf(fouls: boolean): ThreatTable {
  const threat = new Uint8Array(1 << 16);
  const value = new Int16Array(1 << 16);
  for (let packed = 0; packed < threat.length; packed++) {
    const shapes = [packed & 15, (packed >> 4) & 15, (packed >> 8) & 15, packed >> 12];
    const makes = threatOf(shapes, fouls);
    threat[packed] = makes;
    value[packed] =
      makes === FOUL ? 0 : shapes.reduce((sum, shape) => sum + (VALUES.get(shape) ?? 0), EXTRA.get(makes) ?? 0);
  }
  return { threat, value };
}

function threatOf(shapes: readonly number[], fouls: boolean): number {
  const count = (...wanted: readonly number[]): number => shapes.filter((shape) => wanted.includes(shape)).length;
  if (count(FIVE) > 0) return MAKES_FIVE;
  const fours = count(FOUR, OPEN_FOUR);
  if (fouls && (fours > 1 || count(DOUBLE_FOUR, OVERLINE) > 0)) return FOUL;
  if (count(OPEN_FOUR) > 0 || fours > 1) return MAKES_OPEN_FOUR;
  const threes = count(OPEN_THREE);
  if (fours > 0) return threes > 0 ? MAKES_FOUR_THREE : MAKES_FOUR;
  if (threes > 0) return threes > 1 ? MAKES_TWO_THREES : MAKES_THREE;
  return NO_THREAT;
}

/** Of a side that may play anything, and of renju's black. */
export const FREE: ThreatTable = tableOf(false);
export const BOUND: ThreatTable = tableOf(true);
