import { z } from 'zod';
import { ok, problem, type Result } from '../../result.ts';
import { COLORS, type Color } from '../color.ts';
import { maximumMoves } from '../maximum-moves.ts';
import { type BoardSize, coordinates, type Point, pointAt } from '../point.ts';
import { DETAILS, type GameRecord, type RecordClock, type RecordMove, type SetupStone } from './game-record.ts';
import { makeAnalysis, parseAnalysis } from './move-analysis.ts';

const color = z.enum(COLORS);
const lines = z.int().min(1).max(255);
/** Column and row, from 0 at the top left. */
const columnAndRow = z.tuple([z.int(), z.int()]);
/** A limit that is larger than the number of points of any board. */
const MOST_POINTS = 1_000_000;
const points = z.number().min(-MOST_POINTS).max(MOST_POINTS);
const text = z.string().exactOptional();

const result = z.union([
  z.object({
    kind: z.literal('won'),
    winner: color,
    by: z.enum(['resignation', 'time', 'forfeit', 'unstated']),
    text,
  }),
  z.object({ kind: z.literal('won'), winner: color, by: z.literal('score'), margin: points.positive(), text }),
  z.object({ kind: z.enum(['draw', 'void', 'unknown']), text }),
]);

/** The mover's clock after the move: seconds, and in overtime stones or periods. */
const clock = z.object({ left: points.min(0), overtime: z.int().min(0).max(MOST_POINTS).exactOptional() });

/** The analysis of the engine that played the move. Invalid fields are left out. */
const analysis = z.record(z.string(), z.unknown());

/** A record in JSON, version 1. */
const document = z.object({
  format: z.literal('tengen-game'),
  version: z.literal(1),
  game: z.enum(['go', 'gomoku']),
  size: z.object({ width: lines, height: lines }),
  rules: text,
  komi: points.exactOptional(),
  black: text,
  white: text,
  date: text,
  place: text,
  application: z.object({ name: z.string(), version: text }).exactOptional(),
  handicap: z.int().min(0).max(999).exactOptional(),
  details: z.object(Object.fromEntries(DETAILS.map((detail) => [detail, text]))).exactOptional(),
  result: result.exactOptional(),
  setup: z.array(z.object({ color, at: columnAndRow })),
  moves: z.array(
    z.object({
      color,
      at: z.union([columnAndRow, z.literal('pass')]),
      clock: clock.exactOptional(),
      analysis: analysis.exactOptional(),
    }),
  ),
  /** Only in Go, if dead stones were marked: the points of each side without a living stone. */
  territory: z.object({ black: z.array(columnAndRow), white: z.array(columnAndRow) }).exactOptional(),
});
type Document = z.infer<typeof document>;

/** A game as JSON. In contrast to SGF, the board may have any size. */
export function makeJson(record: GameRecord): string {
  const at = (point: Point): [number, number] => {
    const { x, y } = coordinates(record.size, point);
    return [x, y];
  };
  const { territory, ...others } = record;
  const content: Document = {
    format: 'tengen-game',
    version: 1,
    ...others,
    setup: record.setup.map((stone) => ({ color: stone.color, at: at(stone.point) })),
    moves: record.moves.map((move) => ({
      color: move.color,
      at: move.kind === 'pass' ? 'pass' : at(move.point),
      ...clockOf(move),
      ...(move.analysis && { analysis: JSON.parse(makeAnalysis(move.analysis)) }),
    })),
    ...(territory && { territory: { black: territory.black.map(at), white: territory.white.map(at) } }),
  };
  return JSON.stringify(content);
}

/** Parses the JSON of `makeJson`. The problem names the place in the document. */
export function parseJson(json: string): Result<GameRecord> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return problem('this is not JSON');
  }
  const read = document.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    return problem(`${issue?.path.join('.') || 'the document'}: ${issue?.message}`);
  }
  return readPoints(read.data);
}

function readPoints({ format: _, version: __, setup, moves, territory, ...rest }: Document): Result<GameRecord> {
  const stones: SetupStone[] = [];
  for (const [index, { color, at }] of setup.entries()) {
    const point = pointAt(rest.size, ...at);
    if (point === undefined) return problem(offBoard(`setup.${index}`, rest.size));
    stones.push({ color, point });
  }
  const maximum = maximumMoves(rest.size);
  if (moves.length > maximum) return problem(`moves: more than ${maximum}`);
  const played: RecordMove[] = [];
  for (const [index, { color, at, ...timed }] of moves.entries()) {
    const point = at === 'pass' ? undefined : pointAt(rest.size, ...at);
    if (at !== 'pass' && point === undefined) return problem(offBoard(`moves.${index}`, rest.size));
    played.push(
      point === undefined
        ? { kind: 'pass', color, ...clockAndAnalysis(timed) }
        : { kind: 'play', color, point, ...clockAndAnalysis(timed) },
    );
  }
  if (territory === undefined) return ok({ ...rest, setup: stones, moves: played });
  const owned: { [color in Color]: Point[] } = { black: [], white: [] };
  for (const color of COLORS) {
    for (const [index, at] of territory[color].entries()) {
      const point = pointAt(rest.size, ...at);
      if (point === undefined) return problem(offBoard(`territory.${color}.${index}`, rest.size));
      owned[color].push(point);
    }
  }
  return ok({ ...rest, setup: stones, moves: played, territory: owned });
}

function clockAndAnalysis({ clock, analysis }: Pick<Document['moves'][number], 'clock' | 'analysis'>) {
  const read = analysis && parseAnalysis(JSON.stringify(analysis));
  return { ...(clock && { clock }), ...(read && { analysis: read }) };
}

const clockOf = ({ clock }: { readonly clock?: RecordClock }): { clock?: RecordClock } =>
  clock === undefined ? {} : { clock };

const offBoard = (where: string, size: BoardSize): string =>
  `${where}: not a point on a board of ${size.width}x${size.height}`;
