import type { Color } from '../color.ts';
import { maximumMoves } from '../maximum-moves.ts';
import type { BoardSize, Point } from '../point.ts';
import type { RecordClock, RecordMove, SetupStone } from './game-record.ts';
import { parseAnalysis } from './move-analysis.ts';
import { parsePoint } from './sgf-point.ts';
import type { SgfProperties } from './sgf-properties.ts';
import { makeReal, parseLines, parsePoints, parseReal, parseText, shown } from './sgf-value.ts';

/** So often, on average, may each point be set up: seven characters can name a whole board, and a file has millions. */
const MOST_SETUPS = 16;

/** The properties of a side's clock: seconds left, and stones or periods left. */
const BLACK = { color: 'black', left: 'BL', overtime: 'OB' } as const;
const WHITE = { color: 'white', left: 'WL', overtime: 'OW' } as const;
/** Of stones or periods; more than any time control has. */
const MOST_OVERTIME = 1_000_000;

/** Reads what is put on the board, node by node. */
export class SgfMoveReader {
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
    const move = black[0] === undefined ? WHITE : BLACK;
    const value = black[0] ?? white[0];
    if (value === undefined) return undefined;
    return this.#move(move.color, value, { ...readClock(properties, node, move), ...readAnalysis(properties, node) });
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

  #move(color: Color, value: string, more: Pick<RecordMove, 'clock' | 'analysis'>): string | undefined {
    const most = maximumMoves(this.#size);
    if (this.moves.length === most) return `more than ${most} moves`;
    const written = value.trim();
    if (written === '' || this.#isOldPass(written)) {
      this.moves.push({ kind: 'pass', color, ...more });
      return undefined;
    }
    const point = parsePoint(this.#size, written);
    if (point === undefined) return this.#off(value);
    this.moves.push({ kind: 'play', color, point, ...more });
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

/** The mover's clock. Properties with other values stay unread, and so does overtime without a time. */
function readClock(
  properties: SgfProperties,
  node: number,
  { left, overtime }: typeof BLACK | typeof WHITE,
): { readonly clock?: RecordClock } {
  const seconds = properties.takeParsed(node, left, parseTime);
  if (seconds === undefined) return {};
  const count = properties.takeParsed(node, overtime, parseOvertime);
  return { clock: { left: seconds, ...(count === undefined ? {} : { overtime: count }) } };
}

/** The analysis of an engine. One that is no JSON stays unread; its comment, which is C as well, is read with it. */
function readAnalysis(properties: SgfProperties, node: number): Pick<RecordMove, 'analysis'> {
  const analysis = properties.takeParsed(node, 'CC', (value) => parseAnalysis(parseText(value)));
  if (analysis === undefined) return {};
  properties.takeParsed(node, 'C', (value) => (parseLines(value) === analysis.comment?.trim() ? value : undefined));
  return { analysis };
}

/** Seconds as `makeReal` writes them. */
function parseTime(value: string): number | undefined {
  const seconds = parseReal(value.trim());
  return seconds === undefined || seconds < 0 ? undefined : Number(makeReal(Math.abs(seconds)));
}

function parseOvertime(value: string): number | undefined {
  const count = parseReal(value.trim());
  return count !== undefined && Number.isInteger(count) && count >= 0 && count <= MOST_OVERTIME
    ? Math.abs(count)
    : undefined;
}
