import { ok, problem, type Result } from '../../result.ts';
import { COLORS, type Color } from '../color.ts';
import { type BoardSize, type Point, square } from '../point.ts';
import type { GameRecord, RecordDraft, RecordMove, Territory } from './game-record.ts';
import { makeAnalysis } from './move-analysis.ts';
import { decodeGame } from './sgf-charset.ts';
import { makeInfo, readInfo } from './sgf-game-info.ts';
import { CUT_OFF, readMainLine, type SgfMainLine, type SgfNode } from './sgf-main-line.ts';
import { SgfMoveReader } from './sgf-move-reader.ts';
import { MOST_SGF_LINES, makePoint } from './sgf-point.ts';
import { SgfPropertyReader } from './sgf-property-reader.ts';
import { type SgfGameSpan, splitGames } from './sgf-split.ts';
import {
  excerpt,
  makeApplication,
  makeLines,
  makeReal,
  makeSize,
  makeText,
  parsePoints,
  parseSize,
} from './sgf-value.ts';

/** The values of GM, the number of the game. */
const GAMES: { readonly [game in GameRecord['game']]: string } = { go: '1', gomoku: '4' };
const SIGN: { readonly [color in Color]: string } = { black: 'B', white: 'W' };
const MOVES_PER_LINE = 10;

/**
 * Writes one game or several games as SGF FF[4], without variations. The problem: a board has more than 52 lines, for which
 * SGF has no letters.
 */
export function makeSgf(records: GameRecord | readonly GameRecord[]): Result<string> {
  const games = 'game' in records ? [records] : records;
  for (const [index, { size }] of games.entries()) {
    if (Math.max(size.width, size.height) > MOST_SGF_LINES)
      return problem(
        `game ${index + 1} is ${size.width}x${size.height}, and the maximum of SGF is ${MOST_SGF_LINES} lines`,
      );
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

/** Writes TB and TW, which are properties of the last node. */
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

/** Writes an analysis as CC, as in the archives of CGOS, and its comment also as C. */
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

export interface SgfRecordWithNotes {
  readonly record: GameRecord;
  /** One line for each part of the text that is changed in the record or is not in the record. */
  readonly notes: readonly string[];
}

export interface SgfFileGame {
  /** The problem names the game, the node and the line. */
  readonly read: Result<SgfRecordWithNotes>;
  /** The bytes of the game in the file, with the text up to the next game. The first game includes the text before it. */
  readonly start: number;
  readonly end: number;
  /** The encoding of these bytes; undefined if the game was not decoded. */
  readonly charset: string | undefined;
}

/**
 * Reads the main lines of all games in a file. A malformed or truncated game does not prevent reading the others. Older
 * formats are read if their meaning is clear. The problem: there is no game, or there are more than `maximum` games.
 * `charset` is the encoding of the file; it overrides CA.
 */
export function parseSgfFile(bytes: Uint8Array, maximum: number, charset?: string): Result<SgfFileGame[]> {
  const spans = splitGames(bytes, maximum, charset);
  if (!spans.ok) return spans;
  return ok(
    spans.value.map((span, index): SgfFileGame => {
      const start = index === 0 ? 0 : span.start;
      const end = spans.value[index + 1]?.start ?? bytes.length;
      return { ...readGameAt(bytes, span, index + 1), start, end };
    }),
  );
}

/**
 * The maximum number of nodes of one game, including variations. A joseki dictionary has 70,000. For ten times as many, a
 * parser needs a minute.
 */
const MOST_NODES = 100_000;

function readGameAt(bytes: Uint8Array, span: SgfGameSpan, number: number): Pick<SgfFileGame, 'read' | 'charset'> {
  if (!span.isComplete) {
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

/** Reads one game, such as a text of `makeSgf`. */
export function parseSgfGame(text: string): Result<GameRecord> {
  const read = readGame(text, 1, 1);
  return read.ok ? ok(read.value.record) : read;
}

function readGame(text: string, number: number, line: number): Result<SgfRecordWithNotes> {
  const tree = readMainLine(text, number, line);
  return tree.ok ? readRecord(tree.value) : tree;
}

function readRecord(tree: SgfMainLine): Result<SgfRecordWithNotes> {
  const { nodes, lowerCase } = tree;
  const [root] = nodes;
  if (root === undefined) return problem('a game without a node');
  const kind = readKind(root);
  if (!kind.ok) return kind;
  const notes: string[] = [];
  if (lowerCase.size > 0) notes.push(`names in lower case are read as upper case: ${list(lowerCase)}`);
  const properties = new SgfPropertyReader(tree);
  for (const name of ['FF', 'GM', 'CA', 'SZ']) properties.take(0, name);
  const draft: RecordDraft = { ...kind.value, setup: [], moves: [] };
  const info = readInfo(properties, draft, notes);
  if (!info.ok) return info;
  const moveReader = new SgfMoveReader(draft.size);
  for (const [node, { where }] of nodes.entries()) {
    const problemText = moveReader.take(properties, node);
    if (problemText !== undefined) return problem(`${where}: ${problemText}`);
  }
  const territory = draft.game === 'go' ? readTerritory(properties, draft.size) : undefined;
  const { ignored } = properties;
  if (ignored !== undefined) notes.push(`only in the original text: ${ignored}`);
  return ok({
    record: {
      ...draft,
      setup: moveReader.setup,
      moves: moveReader.moves,
      ...(territory === undefined ? {} : { territory }),
    },
    notes,
  });
}

/** Reads TB and TW of the last node. Values that are no points stay unread. */
function readTerritory(properties: SgfPropertyReader, size: BoardSize): Territory | undefined {
  const last = properties.nodes.length - 1;
  const pointsOf = (color: Color): readonly Point[] | undefined =>
    properties.takeAllParsed(last, `T${SIGN[color]}`, size.width * size.height, (value) =>
      parsePoints(size, value.trim()),
    );
  const [black, white] = [pointsOf('black'), pointsOf('white')];
  return black === undefined && white === undefined ? undefined : { black: black ?? [], white: white ?? [] };
}

const list = (names: ReadonlySet<string>): string => [...names].slice(0, MOST_NAMES).map(excerpt).join(', ');
const MOST_NAMES = 20;

function readKind({ where, properties }: SgfNode): Result<Pick<GameRecord, 'game' | 'size'>> {
  const number = properties.get('GM')?.[0]?.trim() || GAMES.go;
  if (number !== GAMES.go && number !== GAMES.gomoku)
    return problem(`${where}: GM[${excerpt(number)}] is neither Go nor Gomoku`);
  const game = number === GAMES.go ? 'go' : 'gomoku';
  const value = properties.get('SZ')?.[0]?.trim() ?? '';
  // FF[4]: only Go has a default size.
  if (value === '' && game === 'go') return ok({ game, size: square(19) });
  const size = parseSize(value);
  return size === undefined
    ? problem(`${where}: SZ[${excerpt(value)}] is not a size from 1 to 52`)
    : ok({ game, size });
}
