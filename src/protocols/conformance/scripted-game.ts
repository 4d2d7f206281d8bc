import type { Color } from '../../rules/color.ts';
import { GoPosition } from '../../rules/go/position.ts';
import { pointAt, square } from '../../rules/point.ts';
import type { Place } from './dialogue-language.ts';

/** How a protocol writes a point of the board. */
export interface Notation {
  readonly game: 'go' | 'gomoku';
  /** As a regular expression. */
  readonly source: string;
  /** What the smallest coordinate can be: where a document does not say, more than one. */
  readonly origins: readonly number[];
  read(text: string, size: number): Place;
  write(place: Place, size: number): string;
}

/** Two coordinates with a space between them. */
export const columnAndRow = (game: Notation['game'], origins: readonly number[]): Notation => ({
  game,
  source: '\\d+ \\d+',
  origins,
  read(text) {
    const [x = Number.NaN, y = Number.NaN] = text.split(' ').map(Number);
    return { x, y };
  },
  write: ({ x, y }) => `${x} ${y}`,
});

export interface Stone extends Place {
  readonly color: Color;
}

/** The game that the scripted side and the client play. */
export interface ScriptedGame {
  readonly notation: Notation;
  readonly played: readonly Stone[];
  /** Lines of the largest board that it can be, where the size of the board is not told. */
  readonly largest?: number;
  /** A stone that was refused, as it was written. */
  readonly tried?: string;
}

export const withStone = (stones: ScriptedGame, stone: Stone): ScriptedGame => ({
  ...stones,
  played: [...stones.played, stone],
});

/** Whether a stone is legal, by at least one of the readings of its coordinates; suicide is, for all that the documents say. */
export const isLegal = ({ notation, played, largest }: ScriptedGame, size: number, stone: Stone): boolean =>
  notation.origins.some((origin) => canFollow([...played, stone], largest ?? size, origin, notation.game));

function canFollow(stones: readonly Stone[], size: number, origin: number, game: Notation['game']): boolean {
  const position = new GoPosition(square(size));
  const occupied = new Set<number>();
  return stones.every(({ color, x, y }) => {
    const point = pointAt(square(size), x - origin, y - origin);
    if (point === undefined || occupied.has(point)) return false;
    // Nothing is ever taken off in Gomoku.
    if (game === 'gomoku') occupied.add(point);
    else if (position.judge(color, point, { ko: 'simple', suicide: 'allowed' }) !== undefined) return false;
    else position.play(color, point);
    return true;
  });
}

/**
 * A point for a stone of ours, on the board however its coordinates are counted: as near to the middle as there is no
 * other stone near, so that nothing is captured and nothing won; on a crowded board any point that is legal.
 */
export function freePlace(stones: ScriptedGame, size: number, color: Color): Place {
  const middle = Math.floor(size / 2);
  const places = Array.from({ length: (size - 1) ** 2 }, (_, index) => ({
    x: 1 + (index % (size - 1)),
    y: 1 + Math.floor(index / (size - 1)),
  }));
  const distance = (one: Place, x: number, y: number): number => Math.max(Math.abs(one.x - x), Math.abs(one.y - y));
  const far = places.filter((place) => stones.played.every(({ x, y }) => distance(place, x, y) > 1));
  const [best] = far.toSorted((one, other) => distance(one, middle, middle) - distance(other, middle, middle));
  const place = best ?? places.find((each) => isLegal(stones, size, { ...each, color }));
  if (place === undefined) throw new Error('the board is full before the dialogue is over');
  return place;
}
