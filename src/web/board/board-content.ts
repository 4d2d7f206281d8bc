import type { Color } from '../../rules/color.ts';
import type { PointOwner } from '../../rules/go/point-owners.ts';
import type { BoardSize, Point } from '../../rules/point.ts';

export interface BoardContent {
  readonly size: BoardSize;
  /** The stone on a point; positions of both games have this method. */
  readonly stones: { at(point: Point): Color | undefined };
  readonly last: Point | undefined;
  /** The winning row of Gomoku. */
  readonly winningRow: readonly Point[];
  /** A suggested move, or a move that is not confirmed yet. */
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
export type PointPropertyBits = number;

const STONES = [undefined, 'black', 'white'] as const;
const AREAS = [undefined, 'black', 'white', 'neutral'] as const;
const [LAST, WINNING, SUGGESTED] = [4, 8, 16];
const AREA = 5;
const DEAD = 128;

/** The properties of all points, row by row. */
export function pointFlags(scene: BoardContent): Uint8Array {
  const { size, stones, areas } = scene;
  const flags = new Uint8Array(size.width * size.height);
  for (let index = 0; index < flags.length; index++) {
    const stone = stones.at(index as Point);
    // Fast for empty points, because most points are empty and this runs for every new stone.
    if (stone !== undefined) flags[index] = stone === 'black' ? 1 : 2;
    if (areas !== undefined) flags[index]! |= AREAS.indexOf(areas.at(index as Point)) << AREA;
  }
  const mark = (point: Point | undefined, bit: number): void => {
    if (point !== undefined) flags[point]! |= bit;
  };
  mark(scene.last, LAST);
  mark(scene.suggestion, SUGGESTED);
  for (const point of scene.winningRow) mark(point, WINNING);
  for (const point of scene.dead ?? []) mark(point, DEAD);
  return flags;
}

export const stoneOf = (flags: PointPropertyBits): Color | undefined => STONES[flags & 3];

export const isDead = (flags: PointPropertyBits): boolean => (flags & DEAD) !== 0;

export function propertiesOf(flags: PointPropertyBits): readonly PointProperty[] {
  const area = AREAS[(flags >> AREA) & 3];
  return [
    stoneOf(flags) ?? 'empty',
    ...(flags & LAST ? (['last'] as const) : []),
    ...(flags & WINNING ? (['winning'] as const) : []),
    ...(isDead(flags) ? (['dead'] as const) : []),
    ...(flags & SUGGESTED ? (['suggested'] as const) : []),
    ...(area === undefined ? [] : ([`${area}Area`] as const)),
  ];
}

/**
 * The stones that one new stone has captured. None if there is more than one new stone: then another position is shown, as
 * in a replay.
 */
export function capturedBetween(before: Uint8Array, after: Uint8Array): readonly { point: Point; color: Color }[] {
  const captured: { point: Point; color: Color }[] = [];
  let newStones = 0;
  for (let index = 0; index < after.length; index++) {
    if (before[index] === after[index]) continue;
    const [stood, stands] = [stoneOf(before[index] ?? 0), stoneOf(after[index]!)];
    if (stood === stands) continue;
    if (stood !== undefined) captured.push({ point: index as Point, color: stood });
    if (stands !== undefined) newStones++;
  }
  return newStones === 1 ? captured : [];
}
