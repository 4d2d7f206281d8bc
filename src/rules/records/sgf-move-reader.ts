import type { Color } from '../color.ts';
import { maximumMoves } from '../maximum-moves.ts';
import type { BoardSize, Point } from '../point.ts';
import type { RecordClock, RecordMove, SetupStone } from './game-record.ts';
import { parseAnalysis } from './move-analysis.ts';
import { parsePoint } from './sgf-point.ts';
import type { SgfPropertyReader } from './sgf-property-reader.ts';
import { excerpt, makeReal, parseLines, parsePoints, parseReal, parseText } from './sgf-value.ts';

/**
 * The limit of set-up points, as a multiple of the board's points. Without it, a file could set up the whole board with
 * every seven characters.
 */
const MOST_SETUPS = 16;

/** The properties of a side's clock: seconds left, and stones or periods left. */
const BLACK = { color: 'black', left: 'BL', overtime: 'OB' } as const;
const WHITE = { color: 'white', left: 'WL', overtime: 'OW' } as const;
/** The maximum number of stones or periods in overtime. No time control has so many. */
const MOST_OVERTIME = 1_000_000;

/** Reads set-up stones and moves, node by node. */
export class SgfMoveReader {
  readonly moves: RecordMove[] = [];
  readonly #size: BoardSize;
  readonly #stones = new Map<Point, Color>();
  /** The number of points that have been set up. A point is counted each time. */
  #setups = 0;

  constructor(size: BoardSize) {
    this.#size = size;
  }

  get setup(): SetupStone[] {
    return [...this.#stones].map(([point, color]) => ({ color, point }));
  }

  /** Reads a node. Returns the problem, if there is one. */
  take(properties: SgfPropertyReader, node: number): string | undefined {
    const problem =
      this.#setUp(properties.take(node, 'AB'), 'black') ??
      this.#setUp(properties.take(node, 'AW'), 'white') ??
      this.#setUp(properties.take(node, 'AE'), undefined);
    if (problem !== undefined) return problem;
    const [black, white] = [properties.take(node, 'B'), properties.take(node, 'W')];
    if (black.length + white.length > 1) return 'more than one move';
    const move = black[0] === undefined ? WHITE : BLACK;
    const value = black[0] ?? white[0];
    if (value === undefined) return undefined;
    return this.#addMove(move.color, value, {
      ...readClock(properties, node, move),
      ...readAnalysis(properties, node),
    });
  }

  #setUp(values: readonly string[], color: Color | undefined): string | undefined {
    if (values.length > 0 && this.moves.length > 0) return 'stones are set up after the first move';
    for (const value of values) {
      const points = parsePoints(this.#size, value.trim());
      if (points === undefined) return this.#offBoard(value);
      this.#setups += points.length;
      if (this.#setups > MOST_SETUPS * this.#size.width * this.#size.height) return 'stones are set up too often';
      for (const point of points) {
        if (color === undefined) this.#stones.delete(point);
        else this.#stones.set(point, color);
      }
    }
    return undefined;
  }

  #addMove(color: Color, value: string, details: Pick<RecordMove, 'clock' | 'analysis'>): string | undefined {
    const maximum = maximumMoves(this.#size);
    if (this.moves.length === maximum) return `more than ${maximum} moves`;
    const text = value.trim();
    if (text === '' || this.#isOldPass(text)) {
      this.moves.push({ kind: 'pass', color, ...details });
      return undefined;
    }
    const point = parsePoint(this.#size, text);
    if (point === undefined) return this.#offBoard(value);
    this.moves.push({ kind: 'play', color, point, ...details });
    return undefined;
  }

  /**
   * Whether the value is the pass of FF[3]: a point beyond a board of 19 lines. FF[4] allows it on boards of up to 19
   * lines.
   */
  #isOldPass(value: string): boolean {
    return value === 'tt' && Math.max(this.#size.width, this.#size.height) <= 19;
  }

  #offBoard(value: string): string {
    return `[${excerpt(value)}] is not a point on a board of ${this.#size.width}x${this.#size.height}`;
  }
}

/** Reads the mover's clock. Properties with invalid values stay unread, and so does overtime without a time. */
function readClock(
  properties: SgfPropertyReader,
  node: number,
  { left, overtime }: typeof BLACK | typeof WHITE,
): { readonly clock?: RecordClock } {
  const seconds = properties.takeParsed(node, left, parseTime);
  if (seconds === undefined) return {};
  const count = properties.takeParsed(node, overtime, parseOvertime);
  return { clock: { left: seconds, ...(count === undefined ? {} : { overtime: count }) } };
}

/**
 * Reads the analysis of an engine. If CC is no JSON, it stays unread. A comment C that repeats the comment of the analysis
 * is dropped.
 */
function readAnalysis(properties: SgfPropertyReader, node: number): Pick<RecordMove, 'analysis'> {
  const analysis = properties.takeParsed(node, 'CC', (value) => parseAnalysis(parseText(value)));
  if (analysis === undefined) return {};
  properties.takeParsed(node, 'C', (value) => (parseLines(value) === analysis.comment?.trim() ? value : undefined));
  return { analysis };
}

/** Parses seconds, and rounds them to the precision of `makeReal`. */
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
