import { ok, problem, type Result } from '../../result.ts';
import { COLORS, type Color } from '../color.ts';
import { type BoardSize, type Point, square } from '../point.ts';
import type { GameRecord, RecordDraft, RecordMove, Territory } from './game-record.ts';
import { makeAnalysis } from './move-analysis.ts';
import { decodeGame } from './sgf-charset.ts';
import { makeInfo, readInfo } from './sgf-info.ts';
import { CUT_OFF, readMainLine, type SgfMainLine, type SgfNode } from './sgf-main-line.ts';
import { SgfMoveReader } from './sgf-move-reader.ts';
import { MOST_SGF_LINES, makePoint } from './sgf-point.ts';
import { SgfProperties } from './sgf-properties.ts';
import { type SgfSpan, splitGames } from './sgf-split.ts';
import {
  makeApplication,
  makeLines,
  makeReal,
  makeSize,
  makeText,
  parsePoints,
  parseSize,
  shown,
} from './sgf-value.ts';

/** GM, the number of the game. */
const GAMES: { readonly [game in GameRecord['game']]: string } = { go: '1', gomoku: '4' };
const SIGN: { readonly [color in Color]: string } = { black: 'B', white: 'W' };
const MOVES_PER_LINE = 10;

/**
 * One game or a collection as SGF FF[4], each with its main line alone. The problem is a board of more than 52 lines,
 * which letters do not reach.
 */
export function makeSgf(records: GameRecord | readonly GameRecord[]): Result<string> {
  const games = 'game' in records ? [records] : records;
  for (const [index, { size }] of games.entries()) {
    if (Math.max(size.width, size.height) > MOST_SGF_LINES)
      return problem(`game ${index + 1} is ${size.width}x${size.height}, and SGF reaches ${MOST_SGF_LINES} lines`);
  }
  return ok(games.map(makeGame).join(''));
}

function makeGame(record: GameRecord): string {
  const { size } = record;
  const moves = record.moves.map((move) => `;${makeMove(size, move)}`);
  const lines = [`(;${makeRoot(record)}`];
  for (let start = 0; start < moves.length; start += MOVES_PER_LINE)
    lines.push(moves.slice(start, start + MOVES_PER_LINE).join(''));
  if (record.territory !== undefined) lines.push(makeTerritory(size, record.territory));
  return `${lines.join('\n')})\n`;
}

/** TB and TW, which belong to the last node. */
const makeTerritory = (size: BoardSize, territory: Territory): string =>
  COLORS.filter((color) => territory[color].length > 0)
    .map((color) => `T${SIGN[color]}${territory[color].map((point) => `[${makePoint(size, point)}]`).join('')}`)
    .join('');

function makeRoot(record: GameRecord): string {
  const properties = [`FF[4]GM[${GAMES[record.game]}]CA[UTF-8]`];
  const add = (name: string, value: string) => properties.push(`${name}[${value}]`);
  if (record.application !== undefined) add('AP', makeApplication(record.application));
  add('SZ', makeSize(record.size));
  properties.push(makeInfo(record));
  for (const color of COLORS) {
    const stones = record.setup.filter((stone) => stone.color === color);
    const points = stones.map(({ point }) => `[${makePoint(record.size, point)}]`);
    if (points.length > 0) properties.push(`A${SIGN[color]}${points.join('')}`);
  }
  return properties.join('');
}

const makeMove = (size: BoardSize, move: RecordMove): string =>
  `${SIGN[move.color]}[${move.kind === 'pass' ? '' : makePoint(size, move.point)}]${makeClock(move)}${makeComments(move)}`;

/** CC, as the archives of CGOS have it, and its comment for people. */
function makeComments({ analysis }: RecordMove): string {
  if (analysis === undefined) return '';
  const comment = analysis.comment === undefined ? '' : `C[${makeLines(analysis.comment)}]`;
  return `CC[${makeText(makeAnalysis(analysis))}]${comment}`;
}

function makeClock({ color, clock }: RecordMove): string {
  if (clock === undefined) return '';
  const overtime = clock.overtime === undefined ? '' : `O${SIGN[color]}[${clock.overtime}]`;
  return `${SIGN[color]}L[${makeReal(clock.left)}]${overtime}`;
}

/** A game as it was read. */
export interface SgfReadResult {
  readonly record: GameRecord;
  /** One line for each thing that differs from the text or is not in the record. */
  readonly notes: readonly string[];
}

/** A game of a file. */
export interface SgfFileGame {
  /** The problem names the game, the node and the line. */
  readonly read: Result<SgfReadResult>;
  /** Its bytes in the file, with what follows up to the next game; the first one's with what comes before, too. */
  readonly start: number;
  readonly end: number;
  /** The encoding of these bytes; absent where the game was not decoded. */
  readonly charset: string | undefined;
}

/**
 * The games of a file, each along its main line. A malformed or truncated game is a problem of its own. Older formats
 * are understood where their meaning is clear. The problem: there is no game, or more than `most`. `charset` is the
 * encoding of the file, whatever CA says.
 */
export function parseSgfFile(bytes: Uint8Array, most: number, charset?: string): Result<SgfFileGame[]> {
  const spans = splitGames(bytes, most, charset);
  if (!spans.ok) return spans;
  return ok(
    spans.value.map((span, index): SgfFileGame => {
      const start = index === 0 ? 0 : span.start;
      const end = spans.value[index + 1]?.start ?? bytes.length;
      return { ...readSpan(bytes, span, index + 1), start, end };
    }),
  );
}

/**
 * The limit of nodes of one game, variations included: a joseki dictionary has 70,000. A parser needs a minute for ten
 * times as many.
 */
const MOST_NODES = 100_000;

function readSpan(bytes: Uint8Array, span: SgfSpan, number: number): Pick<SgfFileGame, 'read' | 'charset'> {
  if (!span.isWhole) {
    const why = span.end < bytes.length ? 'the next game begins before this one ends' : CUT_OFF;
    return { read: problem(`game ${number}: ${why}`), charset: undefined };
  }
  if (span.nodes > MOST_NODES) {
    return { read: problem(`game ${number}: more than ${MOST_NODES} nodes`), charset: undefined };
  }
  const { text, charset, note } = decodeGame(bytes.subarray(span.start, span.end), span.charset);
  const read = readGame(text, number, span.line);
  if (!read.ok || note === undefined) return { read, charset };
  return { read: ok({ ...read.value, notes: [note, ...read.value.notes] }), charset };
}

/** The games of a text; all of them must be well-formed. */
export function parseSgf(text: string): Result<GameRecord[]> {
  const games = parseSgfFile(new TextEncoder().encode(text), Number.POSITIVE_INFINITY, 'utf-8');
  if (!games.ok) return games;
  const records: GameRecord[] = [];
  for (const { read } of games.value) {
    if (!read.ok) return read;
    records.push(read.value.record);
  }
  return ok(records);
}

/** Reads one game that is well-formed, as `makeSgf` writes it. */
export function parseSgfGame(text: string): Result<GameRecord> {
  const read = readGame(text, 1, 1);
  return read.ok ? ok(read.value.record) : read;
}

function readGame(text: string, number: number, line: number): Result<SgfReadResult> {
  const tree = readMainLine(text, number, line);
  return tree.ok ? readRecord(tree.value) : tree;
}

function readRecord(tree: SgfMainLine): Result<SgfReadResult> {
  const { nodes, lowerCase } = tree;
  const [root] = nodes;
  if (root === undefined) return problem('a game without a node');
  const kind = readKind(root);
  if (!kind.ok) return kind;
  const notes: string[] = [];
  if (lowerCase.size > 0) notes.push(`names in lower case are read in capitals: ${list(lowerCase)}`);
  const properties = new SgfProperties(tree);
  for (const name of ['FF', 'GM', 'CA', 'SZ']) properties.take(0, name);
  const draft: RecordDraft = { ...kind.value, setup: [], moves: [] };
  const info = readInfo(properties, draft, notes);
  if (!info.ok) return info;
  const play = new SgfMoveReader(draft.size);
  for (const [node, { where }] of nodes.entries()) {
    const wrong = play.take(properties, node);
    if (wrong !== undefined) return problem(`${where}: ${wrong}`);
  }
  const territory = draft.game === 'go' ? readTerritory(properties, draft.size) : undefined;
  const { ignored } = properties;
  if (ignored !== undefined) notes.push(`in the original text alone: ${ignored}`);
  return ok({
    record: { ...draft, setup: play.setup, moves: play.moves, ...(territory === undefined ? {} : { territory }) },
    notes,
  });
}

/** TB and TW of the last node. Values that are no points stay unread. */
function readTerritory(properties: SgfProperties, size: BoardSize): Territory | undefined {
  const last = properties.nodes.length - 1;
  const pointsOf = (color: Color): readonly Point[] | undefined =>
    properties.takeAllParsed(last, `T${SIGN[color]}`, size.width * size.height, (value) =>
      parsePoints(size, value.trim()),
    );
  const [black, white] = [pointsOf('black'), pointsOf('white')];
  return black === undefined && white === undefined ? undefined : { black: black ?? [], white: white ?? [] };
}

const list = (names: ReadonlySet<string>): string => [...names].slice(0, MOST_NAMES).map(shown).join(', ');
const MOST_NAMES = 20;

function readKind({ where, properties }: SgfNode): Result<Pick<GameRecord, 'game' | 'size'>> {
  const number = properties.get('GM')?.[0]?.trim() || GAMES.go;
  if (number !== GAMES.go && number !== GAMES.gomoku)
    return problem(`${where}: GM[${shown(number)}] is neither Go nor Gomoku`);
  const game = number === GAMES.go ? 'go' : 'gomoku';
  const value = properties.get('SZ')?.[0]?.trim() ?? '';
  // FF[4]: only Go has a size that goes without saying.
  if (value === '' && game === 'go') return ok({ game, size: square(19) });
  const size = parseSize(value);
  return size === undefined ? problem(`${where}: SZ[${shown(value)}] is no size from 1 to 52`) : ok({ game, size });
}
