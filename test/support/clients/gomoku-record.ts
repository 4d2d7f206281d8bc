import { type Color, opposite } from '../../../src/rules/color.ts';
import type { Ending, Place } from './client.ts';

const STEPS = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: 1, y: 1 },
  { x: 1, y: -1 },
];

/** One freestyle game of Gomoku as a client was told of it: where the stones were put, black's first. */
export class GomokuRecord {
  readonly size: number;
  /** Known as soon as somebody has played, or is asked to begin. */
  color: Color | undefined;
  readonly stones: Place[] = [];
  /** The last stone is this client's own, and the game has ended: nobody has said whether that stone was taken. */
  isLastPresumed = false;
  ending: Ending | undefined;

  constructor(size: number) {
    this.size = size;
  }

  get toMove(): Color {
    return this.stones.length % 2 === 0 ? 'black' : 'white';
  }

  at({ x, y }: Place): Color | undefined {
    const index = this.stones.findIndex((stone) => stone.x === x && stone.y === y);
    return index === -1 ? undefined : index % 2 === 0 ? 'black' : 'white';
  }

  isLegal(at: Place): boolean {
    const onBoard = at.x >= 0 && at.y >= 0 && at.x < this.size && at.y < this.size;
    return onBoard && this.at(at) === undefined && this.winner === undefined;
  }

  /** Takes in a stone that is not acknowledged if it would have ended the game. */
  presume(stone: Place): void {
    this.stones.push(stone);
    this.isLastPresumed = this.isDecided;
    if (!this.isDecided) this.stones.pop();
  }

  get isDecided(): boolean {
    return this.isFull || this.winner !== undefined;
  }

  get isFull(): boolean {
    return this.stones.length === this.size ** 2;
  }

  /** Five of a colour in a row, looked for everywhere. */
  get winner(): Color | undefined {
    const last = opposite(this.toMove);
    const five = (from: Place, step: Place): boolean =>
      [0, 1, 2, 3, 4].every((count) => this.at({ x: from.x + count * step.x, y: from.y + count * step.y }) === last);
    return this.stones.some((stone) => STEPS.some((step) => five(stone, step))) ? last : undefined;
  }

  toString(): string {
    const signs = { black: 'X', white: 'O' } as const;
    const sign = (color: Color | undefined): string => (color === undefined ? '.' : signs[color]);
    const rows = Array.from({ length: this.size }, (_, y) =>
      Array.from({ length: this.size }, (_, x) => sign(this.at({ x, y }))).join(' '),
    );
    return rows.join('\n');
  }
}
