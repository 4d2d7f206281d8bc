import { type Color, opposite } from '../../../src/rules/color.ts';
import type { GomokuRule } from '../../../src/rules/gomoku/gomoku-rules.ts';
import type { BoardCoordinates } from '../../../src/rules/point.ts';
import type { Ending } from './client.ts';

const STEPS = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: 1, y: 1 },
  { x: 1, y: -1 },
];

/** A client's own record of a game of Gomoku: its stones in order, black's first. */
export class GomokuRecord {
  readonly size: number;
  readonly #rule: GomokuRule;
  /** The client's colour, known when a player has moved or is asked to begin. */
  color: Color | undefined;
  readonly stones: BoardCoordinates[] = [];
  /** The last stone is this client's own, the game has ended, and the server has not confirmed the stone. */
  isLastPresumed = false;
  ending: Ending | undefined;

  constructor(size: number, rule: GomokuRule) {
    this.size = size;
    this.#rule = rule;
  }

  get toMove(): Color {
    return this.stones.length % 2 === 0 ? 'black' : 'white';
  }

  at({ x, y }: BoardCoordinates): Color | undefined {
    const index = this.stones.findIndex((stone) => stone.x === x && stone.y === y);
    return index === -1 ? undefined : index % 2 === 0 ? 'black' : 'white';
  }

  isLegal(at: BoardCoordinates): boolean {
    const onBoard = at.x >= 0 && at.y >= 0 && at.x < this.size && at.y < this.size;
    return onBoard && this.at(at) === undefined && this.winner === undefined;
  }

  /** Adds a stone that the server has not confirmed, if the stone decides the game. */
  presume(stone: BoardCoordinates): void {
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

  /** The colour that has a winning row. */
  get winner(): Color | undefined {
    const last = opposite(this.toMove);
    const wins = (from: BoardCoordinates, step: BoardCoordinates): boolean => {
      const along = (count: number): Color | undefined =>
        this.at({ x: from.x + count * step.x, y: from.y + count * step.y });
      if (along(-1) === last) return false;
      let length = 0;
      while (along(length) === last) length++;
      const isClosed = along(-1) !== undefined && along(length) !== undefined;
      return length >= 5 && (length === 5 ? this.#rule !== 'caro' || !isClosed : this.#overlineWins(last));
    };
    return this.stones.some((stone) => STEPS.some((step) => wins(stone, step))) ? last : undefined;
  }

  #overlineWins(color: Color): boolean {
    return this.#rule === 'renju' ? color === 'white' : this.#rule !== 'standard';
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
