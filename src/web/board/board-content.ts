import type { Color } from '../../rules/color.ts';
import type { BoardSize, Point } from '../../rules/point.ts';

/** What is to be seen on a board, whoever looks. */
export interface BoardContent {
  readonly size: BoardSize;
  /** The stone on a point; a position of either game is one. */
  readonly stones: { at(point: Point): Color | undefined };
  /** The stone that was played last. */
  readonly last: Point | undefined;
  /** The stones that won a game of Gomoku. */
  readonly winningRow: readonly Point[];
  /** A move that somebody proposes. */
  readonly suggestion: Point | undefined;
  /** Whose area each point is once a game of Go was counted. */
  readonly areas: { at(point: Point): Area | undefined } | undefined;
}

/** `neutral`: empty, and nobody's alone. */
export type Area = Color | 'neutral';

/** All that is said of one point, in the order in which it is said. */
export type Trait = 'black' | 'white' | 'empty' | 'last' | 'winning' | 'suggested' | `${Area}Area`;

/** What a point is, as bits: two for the stone, one each for the marks, two for the area. */
export type Look = number;

const STONES = [undefined, 'black', 'white'] as const;
const AREAS = [undefined, 'black', 'white', 'neutral'] as const;
const [LAST, WINNING, SUGGESTED] = [4, 8, 16];
const AREA = 5;

/** Every point's look, row by row: two scenes differ where their looks do. */
export function looksOf(scene: BoardContent): Uint8Array {
  const { size, stones, areas } = scene;
  const looks = new Uint8Array(size.width * size.height);
  for (let index = 0; index < looks.length; index++) {
    const stone = stones.at(index as Point);
    // Most of a board is empty, and all of it is looked at for every stone.
    if (stone !== undefined) looks[index] = stone === 'black' ? 1 : 2;
    if (areas !== undefined) looks[index]! |= AREAS.indexOf(areas.at(index as Point)) << AREA;
  }
  const mark = (point: Point | undefined, bit: number): void => {
    if (point !== undefined) looks[point]! |= bit;
  };
  mark(scene.last, LAST);
  mark(scene.suggestion, SUGGESTED);
  for (const point of scene.winningRow) mark(point, WINNING);
  return looks;
}

export const stoneOf = (look: Look): Color | undefined => STONES[look & 3];

export function traitsOf(look: Look): readonly Trait[] {
  const area = AREAS[look >> AREA];
  return [
    stoneOf(look) ?? 'empty',
    ...(look & LAST ? (['last'] as const) : []),
    ...(look & WINNING ? (['winning'] as const) : []),
    ...(look & SUGGESTED ? (['suggested'] as const) : []),
    ...(area === undefined ? [] : ([`${area}Area`] as const)),
  ];
}

/**
 * The stones that one new stone took from the board. None where more than one is new: then the board shows another
 * position, as in a replay, and nothing was captured before anybody's eyes.
 */
export function capturedBetween(before: Uint8Array, after: Uint8Array): readonly { point: Point; color: Color }[] {
  const captured: { point: Point; color: Color }[] = [];
  let fresh = 0;
  for (let index = 0; index < after.length; index++) {
    if (before[index] === after[index]) continue;
    const [stood, stands] = [stoneOf(before[index] ?? 0), stoneOf(after[index]!)];
    if (stood === stands) continue;
    if (stood !== undefined) captured.push({ point: index as Point, color: stood });
    if (stands !== undefined) fresh++;
  }
  return fresh === 1 ? captured : [];
}
