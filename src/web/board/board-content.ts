import type { Color } from '../../rules/color.ts';
import type { PointOwner } from '../../rules/go/point-owners.ts';
import type { BoardSize, Point } from '../../rules/point.ts';

/** Everything that a board shows. */
export interface BoardContent {
  readonly size: BoardSize;
  /** The stone on a point; positions of both games have this method. */
  readonly stones: { at(point: Point): Color | undefined };
  /** The last stone that was played. */
  readonly last: Point | undefined;
  /** The winning row of Gomoku. */
  readonly winningRow: readonly Point[];
  /** A move that a player is about to confirm or that is suggested. */
  readonly suggestion: Point | undefined;
  /** The areas of a scored game of Go. */
  readonly areas: { at(point: Point): PointOwner | undefined } | undefined;
  /** The stones that are marked as dead, if any are. */
  readonly dead?: ReadonlySet<Point> | undefined;
}

/** The properties of one point, in the order in which a screen reader names them. */
export type PointProperty =
  | 'black'
  | 'white'
  | 'empty'
  | 'last'
  | 'winning'
  | 'suggested'
  | 'dead'
  | `${PointOwner}Area`;

/** A point's properties as bits: two for the stone, one for each mark, two for the area, one for a dead stone. */
export type PointFlags = number;

const STONES = [undefined, 'black', 'white'] as const;
const AREAS = [undefined, 'black', 'white', 'neutral'] as const;
const [LAST, WINNING, SUGGESTED] = [4, 8, 16];
const AREA = 5;
const DEAD = 128;

/** The properties of all points, row by row. Two boards that look alike have equal properties. */
export function looksOf(scene: BoardContent): Uint8Array {
  const { size, stones, areas } = scene;
  const looks = new Uint8Array(size.width * size.height);
  for (let index = 0; index < looks.length; index++) {
    const stone = stones.at(index as Point);
    // Most points are empty, and this runs for every stone.
    if (stone !== undefined) looks[index] = stone === 'black' ? 1 : 2;
    if (areas !== undefined) looks[index]! |= AREAS.indexOf(areas.at(index as Point)) << AREA;
  }
  const mark = (point: Point | undefined, bit: number): void => {
    if (point !== undefined) looks[point]! |= bit;
  };
  mark(scene.last, LAST);
  mark(scene.suggestion, SUGGESTED);
  for (const point of scene.winningRow) mark(point, WINNING);
  for (const point of scene.dead ?? []) mark(point, DEAD);
  return looks;
}

export const stoneOf = (look: PointFlags): Color | undefined => STONES[look & 3];

export const isDead = (look: PointFlags): boolean => (look & DEAD) !== 0;

export function traitsOf(look: PointFlags): readonly PointProperty[] {
  const area = AREAS[(look >> AREA) & 3];
  return [
    stoneOf(look) ?? 'empty',
    ...(look & LAST ? (['last'] as const) : []),
    ...(look & WINNING ? (['winning'] as const) : []),
    ...(isDead(look) ? (['dead'] as const) : []),
    ...(look & SUGGESTED ? (['suggested'] as const) : []),
    ...(area === undefined ? [] : ([`${area}Area`] as const)),
  ];
}

/**
 * The stones that one new stone captured. None if more than one stone is new: then another position is shown, as in a
 * replay.
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
