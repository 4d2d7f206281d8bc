import { EMPTY, GoBoard } from '../../rules/go/go-board.ts';
import { cornersOf, type IndexArray, indexArray } from '../../rules/go/neighbour-tables.ts';
import type { BoardSize, Point } from '../../rules/point.ts';

/** Stands for no point. */
export const NOWHERE = -1;

/**
 * A board with incrementally updated data for playouts: the empty points, the pattern around each point, the simple ko.
 * Suicide is never played on it.
 */
export class PlayoutBoard {
  readonly size: BoardSize;
  readonly points: number;
  readonly board: GoBoard;
  readonly stones: Uint8Array;
  readonly neighbours: IndexArray;
  readonly corners: IndexArray;
  /** The empty points in any order, the first `emptyCount` cells. */
  readonly empties: IndexArray;
  emptyCount: number;
  /** See `neighbour-patterns.ts`. */
  readonly shapes: Uint16Array;
  /** The point that the side to move may not retake because of ko; `NOWHERE` if there is none. */
  ko = NOWHERE;
  /** Black's stones minus white's. */
  balance = 0;
  /** The index of an empty point in `empties`. */
  readonly #places: IndexArray;
  readonly #found = new Int32Array(4);

  constructor(size: BoardSize) {
    this.size = size;
    this.board = new GoBoard(size);
    this.points = this.board.points;
    this.stones = this.board.stones;
    this.neighbours = this.board.neighbours;
    this.corners = cornersOf(size);
    this.empties = indexArray(this.points, this.points).map((_, point) => point);
    this.#places = this.empties.slice();
    this.emptyCount = this.points;
    this.shapes = Uint16Array.from({ length: this.points + 1 }, (_, point) => this.#shapeOf(point));
  }

  copyFrom(other: PlayoutBoard): void {
    this.board.copyFrom(other.board);
    this.empties.set(other.empties);
    this.#places.set(other.#places);
    this.shapes.set(other.shapes);
    this.emptyCount = other.emptyCount;
    this.ko = other.ko;
    this.balance = other.balance;
  }

  /** Starts from a board, without a ko. */
  setUp(board: GoBoard): void {
    this.board.copyFrom(board);
    this.ko = NOWHERE;
    this.balance = 0;
    this.emptyCount = 0;
    for (let point = 0; point < this.points; point++) {
      const stone = this.stones[point]!;
      if (stone === EMPTY) {
        this.#places[point] = this.emptyCount;
        this.empties[this.emptyCount++] = point;
      } else this.balance += 1 - 2 * stone;
      this.shapes[point] = this.#shapeOf(point);
    }
  }

  play(stone: number, point: number): void {
    const removed = this.board.place(stone, point as Point);
    const last = this.empties[--this.emptyCount]!;
    const place = this.#places[point]!;
    this.empties[place] = last;
    this.#places[last] = place;
    this.#reshape(point, EMPTY ^ stone);
    const enemy = 1 - stone;
    for (const removedPoint of removed) {
      this.empties[this.emptyCount] = removedPoint;
      this.#places[removedPoint] = this.emptyCount++;
      this.#reshape(removedPoint, EMPTY ^ enemy);
    }
    this.balance += (1 - 2 * stone) * (1 + removed.length);
    const single = removed.length === 1 && this.board.nextInChain(point) === point;
    this.ko = single && this.board.contactsOf(point) === 1 ? removed[0]! : NOWHERE;
  }

  pass(): void {
    this.ko = NOWHERE;
  }

  /** The one liberty of a chain in atari; `NOWHERE` if it has more. */
  lastLiberty(stone: number): number {
    if (this.board.contactsOf(stone) > 4) return NOWHERE;
    return this.board.libertiesOf(stone, 2, this.#found) === 1 ? this.#found[0]! : NOWHERE;
  }

  /** Whether a stone would leave its chain fewer than two liberties, including suicide. */
  isSelfAtari(stone: number, point: number): boolean {
    let liberty = NOWHERE;
    for (let side = 4 * point; side < 4 * point + 4; side++) {
      const neighbour = this.neighbours[side]!;
      const content = this.stones[neighbour]!;
      if (content === EMPTY) {
        if (liberty !== NOWHERE && liberty !== neighbour) return false;
        liberty = neighbour;
      } else if (content === stone) {
        // One liberty is at most four contacts: more than eight are at least three liberties, of which the point itself
        // is one.
        if (this.board.contactsOf(neighbour) > 8) return false;
        // One of three liberties is the point itself, and one may be known already.
        const count = this.board.libertiesOf(neighbour, 3, this.#found);
        for (let i = 0; i < count; i++) {
          const found = this.#found[i]!;
          if (found === point || found === liberty) continue;
          if (liberty !== NOWHERE) return false;
          liberty = found;
        }
      } else if (content === 1 - stone && this.lastLiberty(neighbour) !== NOWHERE) {
        // A capture leaves liberties. Two captured stones leave two, or enough for a fight.
        if (this.board.nextInChain(neighbour) !== neighbour) return false;
        if (liberty !== NOWHERE && liberty !== neighbour) return false;
        liberty = neighbour;
      }
    }
    return true;
  }

  #shapeOf(point: number): number {
    let shape = 0;
    if (point === this.points) return shape;
    for (let i = 0; i < 4; i++) {
      shape |= this.stones[this.neighbours[4 * point + i]!]! << (2 * i);
      shape |= this.stones[this.corners[4 * point + i]!]! << (2 * i + 8);
    }
    return shape;
  }

  /** Updates the patterns around a point; for a neighbour, the point is in the opposite direction. */
  #reshape(point: number, change: number): void {
    const { shapes, neighbours, corners } = this;
    const at = 4 * point;
    shapes[neighbours[at]!]! ^= change << 6;
    shapes[neighbours[at + 1]!]! ^= change << 4;
    shapes[neighbours[at + 2]!]! ^= change << 2;
    shapes[neighbours[at + 3]!]! ^= change;
    shapes[corners[at]!]! ^= change << 14;
    shapes[corners[at + 1]!]! ^= change << 12;
    shapes[corners[at + 2]!]! ^= change << 10;
    shapes[corners[at + 3]!]! ^= change << 8;
  }
}
