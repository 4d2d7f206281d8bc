import type { Color } from '../../rules/color.ts';
import type { Point } from '../../rules/point.ts';
import type { Move } from './game-event.ts';

// A game stores all its moves, and there are few different moves. Therefore all games share one object per move.

export const PASSES: Readonly<Record<Color, Move>> = {
  black: { kind: 'pass', color: 'black' },
  white: { kind: 'pass', color: 'white' },
};

const plays: Readonly<Record<Color, Map<Point, Move>>> = { black: new Map(), white: new Map() };

/** The shared object for a stone. */
export function playAt(color: Color, point: Point): Move {
  const known = plays[color].get(point);
  if (known !== undefined) return known;
  const move: Move = { kind: 'play', color, point };
  plays[color].set(point, move);
  return move;
}
