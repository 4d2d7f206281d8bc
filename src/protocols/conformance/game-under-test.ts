import type { Color } from '../../rules/color.ts';
import { GoPosition } from '../../rules/go/go-position.ts';
import type { BoardCoordinates } from '../../rules/point.ts';
import { pointAt, square } from '../../rules/point.ts';
import type { PointNotation } from './point-notation.ts';

export interface ScriptedStone extends BoardCoordinates {
  readonly color: Color;
}

/** The stones of the game between the script and the tested client. */
export interface GameUnderTest {
  readonly notation: PointNotation;
  readonly played: readonly ScriptedStone[];
  /** The largest possible board, if no message has the size. */
  readonly largest?: number;
  /** The stone that the script has refused or will refuse, as the client wrote it. */
  readonly tried?: string;
}

export const withStone = (stones: GameUnderTest, stone: ScriptedStone): GameUnderTest => ({
  ...stones,
  played: [...stones.played, stone],
});

/**
 * Whether a stone is legal, if coordinates count from one of the possible origins. Suicide is allowed, because no document
 * forbids it.
 */
export const isLegal = ({ notation, played, largest }: GameUnderTest, size: number, stone: ScriptedStone): boolean =>
  notation.origins.some((origin) => isLegalSequence([...played, stone], largest ?? size, origin, notation.game));

function isLegalSequence(
  stones: readonly ScriptedStone[],
  size: number,
  origin: number,
  game: PointNotation['game'],
): boolean {
  const position = new GoPosition(square(size));
  const occupied = new Set<number>();
  return stones.every(({ color, x, y }) => {
    const point = pointAt(square(size), x - origin, y - origin);
    if (point === undefined || occupied.has(point)) return false;
    // Gomoku has no captures.
    if (game === 'gomoku') occupied.add(point);
    else if (position.judge(color, point, { ko: 'simple', suicide: 'allowed' }) !== undefined) return false;
    else position.play(color, point);
    return true;
  });
}

/**
 * Chooses a point for a stone of the script. The point is valid for every origin. It is as near to the centre as possible
 * without a neighbouring stone, so that the stone captures nothing and makes no row. On a crowded board it is any legal point.
 */
export function findFreePoint(stones: GameUnderTest, size: number, color: Color): BoardCoordinates {
  const middle = Math.floor(size / 2);
  const places = Array.from({ length: (size - 1) ** 2 }, (_, index) => ({
    x: 1 + (index % (size - 1)),
    y: 1 + Math.floor(index / (size - 1)),
  }));
  const distance = (one: BoardCoordinates, x: number, y: number): number =>
    Math.max(Math.abs(one.x - x), Math.abs(one.y - y));
  const far = places.filter((place) => stones.played.every(({ x, y }) => distance(place, x, y) > 1));
  const [best] = far.toSorted((one, other) => distance(one, middle, middle) - distance(other, middle, middle));
  const place = best ?? places.find((each) => isLegal(stones, size, { ...each, color }));
  if (place === undefined) throw new Error('the board is full before the dialogue is over');
  return place;
}
