import { type Color, opposite } from '../../../src/rules/color.ts';
import { GoPosition } from '../../../src/rules/go/go-position.ts';
import { GomokuPosition } from '../../../src/rules/gomoku/gomoku-position.ts';
import { coordinates, type Point, square } from '../../../src/rules/point.ts';
import { seededRandomInt } from '../../../test/support/clients/random.ts';
import { randomGoGame } from '../rules/random-games.ts';

/** The usual size of the board. */
export const LINES = 19;
/** About the length of a game between humans on 19x19. */
const MAXIMUM_MOVES = 250;
/** On a smaller board, a game has at most this share of the points as moves. */
const SHARE_OF_POINTS = 0.7;
const GAMES = 20;

/** A stone of a recorded game, and the stones that it captures. Coordinates count from 0, from the top left. */
export interface GeneratedStone {
  readonly color: Color;
  readonly x: number;
  readonly y: number;
  readonly captured: readonly { readonly x: number; readonly y: number }[];
}

/** Legal games of Go, the same in every run. */
export function generateGoGames(lines: number): readonly (readonly GeneratedStone[])[] {
  const randomInt = seededRandomInt(19);
  const size = square(lines);
  const most = Math.min(MAXIMUM_MOVES, Math.floor(SHARE_OF_POINTS * lines ** 2));
  return Array.from({ length: GAMES }, () => {
    const position = new GoPosition(size);
    return randomGoGame(lines, most, randomInt).moves.map((turn) => {
      if (turn < 0) throw new Error('a player passed before the board was full');
      const color = position.toMove;
      const captured = position.play(color, turn as Point).toSorted((one, other) => one - other);
      return { color, ...coordinates(size, turn as Point), captured: captured.map((at) => coordinates(size, at)) };
    });
  });
}

/** Games of Gomoku on 19 lines in which neither side gets five in a row. */
export function generateGomokuGames(): readonly (readonly GeneratedStone[])[] {
  const randomInt = seededRandomInt(20);
  const size = square(LINES);
  return Array.from({ length: GAMES }, () => {
    const position = new GomokuPosition(LINES, 'freestyle');
    const empty = Array.from({ length: LINES * LINES }, (_, point) => point as Point);
    const stones: GeneratedStone[] = [];
    let color: Color = 'black';
    while (stones.length < MAXIMUM_MOVES) {
      const [point] = empty.splice(randomInt(empty.length), 1);
      if (point === undefined) throw new Error('the board is full');
      const { x, y } = coordinates(size, point);
      if (makesFive(stones, { color, x, y })) {
        empty.push(point);
        continue;
      }
      position.play(point);
      stones.push({ color, x, y, captured: [] });
      color = opposite(color);
    }
    return stones;
  });
}

type Placed = Pick<GeneratedStone, 'color' | 'x' | 'y'>;

function makesFive(stones: readonly Placed[], { color, x, y }: Placed): boolean {
  const own = new Set(stones.filter((stone) => stone.color === color).map((stone) => stone.x + LINES * stone.y));
  const run = (right: number, down: number): number => {
    for (let length = 0; ; length++) {
      const [column, row] = [x + right * (length + 1), y + down * (length + 1)];
      if (column < 0 || column >= LINES || !own.has(column + LINES * row)) return length;
    }
  };
  return [[1, 0] as const, [0, 1] as const, [1, 1] as const, [1, -1] as const].some(
    ([right, down]) => run(right, down) + run(-right, -down) >= 4,
  );
}
