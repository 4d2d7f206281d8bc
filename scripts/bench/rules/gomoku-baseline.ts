import type { Color } from '../../../src/rules/color.ts';
import type { RandomGame } from './random-games.ts';

const EMPTY = 0;
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const;

/** A usual implementation of Gomoku: a typed array, and after each stone a check of the four lines through it. */
export function replayBaseline({ lines, moves }: RandomGame): Color | undefined {
  const cells = new Uint8Array(lines * lines);
  const run = (x: number, y: number, right: number, down: number, stone: number): number => {
    let length = 0;
    for (;;) {
      x += right;
      y += down;
      if (x < 0 || y < 0 || x >= lines || y >= lines || cells[y * lines + x] !== stone) return length;
      length++;
    }
  };
  let stone = 1;
  for (const move of moves) {
    if (cells[move] !== EMPTY) throw new Error(`${move} is occupied`);
    cells[move] = stone;
    const x = move % lines;
    const y = Math.floor(move / lines);
    for (const [right, down] of DIRECTIONS) {
      if (1 + run(x, y, right, down, stone) + run(x, y, -right, -down, stone) >= 5)
        return stone === 1 ? 'black' : 'white';
    }
    stone = 3 - stone;
  }
  return undefined;
}
