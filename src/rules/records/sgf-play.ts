import type { Color } from '../color.ts';
import { maximumMoves } from '../maximum-moves.ts';
import type { BoardSize, Point } from '../point.ts';
import type { RecordMove, SetupStone } from './game-record.ts';
import { parsePoint } from './sgf-point.ts';
import type { SgfProperties } from './sgf-properties.ts';
import { parsePoints, shown } from './sgf-value.ts';

/** So often, on average, may each point be set up: seven characters can name a whole board, and a file has millions. */
const MOST_SETUPS = 16;

/** Reads what is put on the board, node by node. */
export class PlayReader {
  readonly moves: RecordMove[] = [];
  readonly #size: BoardSize;
  readonly #stones = new Map<Point, Color>();
  /** Points that have been set up, each as often as it was. */
  #setups = 0;

  constructor(size: BoardSize) {
    this.#size = size;
  }

  get setup(): SetupStone[] {
    return [...this.#stones].map(([point, color]) => ({ color, point }));
  }

  /** What is wrong with the node, if anything. */
  take(properties: SgfProperties, node: number): string | undefined {
    const wrong =
      this.#set(properties.take(node, 'AB'), 'black') ??
      this.#set(properties.take(node, 'AW'), 'white') ??
      this.#set(properties.take(node, 'AE'), undefined);
    if (wrong !== undefined) return wrong;
    const [black, white] = [properties.take(node, 'B'), properties.take(node, 'W')];
    if (black.length + white.length > 1) return 'more than one move';
    return this.#move('black', black[0]) ?? this.#move('white', white[0]);
  }

  #set(values: readonly string[], color: Color | undefined): string | undefined {
    if (values.length > 0 && this.moves.length > 0) return 'stones are set up after the first move';
    for (const value of values) {
      const points = parsePoints(this.#size, value.trim());
      if (points === undefined) return this.#off(value);
      this.#setups += points.length;
      if (this.#setups > MOST_SETUPS * this.#size.width * this.#size.height) return 'stones are set up over and over';
      for (const point of points) {
        if (color === undefined) this.#stones.delete(point);
        else this.#stones.set(point, color);
      }
    }
    return undefined;
  }

  #move(color: Color, value: string | undefined): string | undefined {
    if (value === undefined) return undefined;
    const most = maximumMoves(this.#size);
    if (this.moves.length === most) return `more than ${most} moves`;
    const written = value.trim();
    if (written === '' || this.#isOldPass(written)) {
      this.moves.push({ kind: 'pass', color });
      return undefined;
    }
    const point = parsePoint(this.#size, written);
    if (point === undefined) return this.#off(value);
    this.moves.push({ kind: 'play', color, point });
    return undefined;
  }

  /** Up to FF[3] a pass was a point beyond the board of 19 lines; FF[4] keeps that for boards no larger. */
  #isOldPass(value: string): boolean {
    return value === 'tt' && Math.max(this.#size.width, this.#size.height) <= 19;
  }

  #off(value: string): string {
    return `[${shown(value)}] is no point of a board of ${this.#size.width}x${this.#size.height}`;
  }
}
