import { ok, problem, type Result } from '../../result.ts';
import { COLORS, type Color } from '../color.ts';
import { type BoardSize, type Point, square } from '../point.ts';
import type { Draft, GameRecord, RecordMove, SetupStone } from './record.ts';
import { readMainLines, type SgfNode } from './sgf-text.ts';
import {
  MOST_SGF_LINES,
  makeApplication,
  makePoint,
  makeReal,
  makeResult,
  makeSize,
  makeText,
  parseApplication,
  parsePoint,
  parsePoints,
  parseReal,
  parseResult,
  parseSize,
  parseText,
} from './sgf-value.ts';

/** GM, the number of the game. */
const GAMES: { readonly [game in GameRecord['game']]: string } = { go: '1', gomoku: '4' };
const TEXTS = { RU: 'rules', PB: 'black', PW: 'white', DT: 'date', PC: 'place' } as const;
const SIGN: { readonly [color in Color]: string } = { black: 'B', white: 'W' };
const MOVES_PER_LINE = 10;
/** So often, on average, may each point be set up: seven characters can name a whole board, and a file has millions. */
const MOST_SETUPS = 16;

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
  return `${lines.join('\n')})\n`;
}

function makeRoot(record: GameRecord): string {
  const properties = [`FF[4]GM[${GAMES[record.game]}]CA[UTF-8]`];
  const add = (name: string, value: string) => properties.push(`${name}[${value}]`);
  if (record.application !== undefined) add('AP', makeApplication(record.application));
  add('SZ', makeSize(record.size));
  if (record.komi !== undefined) add('KM', makeReal(record.komi));
  for (const [name, field] of Object.entries(TEXTS)) {
    const text = record[field];
    if (text !== undefined) add(name, makeText(text));
  }
  if (record.result !== undefined) add('RE', makeResult(record.result));
  for (const color of COLORS) {
    const stones = record.setup.filter((stone) => stone.color === color);
    const points = stones.map(({ point }) => `[${makePoint(record.size, point)}]`);
    if (points.length > 0) properties.push(`A${SIGN[color]}${points.join('')}`);
  }
  return properties.join('');
}

const makeMove = (size: BoardSize, move: RecordMove): string =>
  `${SIGN[move.color]}[${move.kind === 'pass' ? '' : makePoint(size, move.point)}]`;

/**
 * The games of a collection, each along its main line; variations, comments and markup are passed over. Older files
 * are understood as far as they say the same. The problem names the game, the node and the line.
 */
export function parseSgf(text: string): Result<GameRecord[]> {
  const games = parseSgfGames(text);
  if (!games.ok) return games;
  const records: GameRecord[] = [];
  for (const record of games.value) {
    if (!record.ok) return record;
    records.push(record.value);
  }
  return ok(records);
}

/**
 * The same, but a game that makes no sense is a problem of its own, as long as it is clear where it ends. A collection of
 * more than `most` games is read no further.
 */
export function parseSgfGames(text: string, most?: number): Result<Result<GameRecord>[]> {
  const games = readMainLines(text, most);
  return games.ok ? ok(games.value.map(readRecord)) : games;
}

function readRecord(nodes: readonly SgfNode[]): Result<GameRecord> {
  const [root] = nodes;
  if (root === undefined) return problem('a game without a node');
  const kind = readKind(root);
  if (!kind.ok) return kind;
  const draft: Draft = { ...kind.value, setup: [], moves: [] };
  const komi = readKomi(nodes, draft);
  if (!komi.ok) return komi;
  readInfo(nodes, draft);
  const play = new PlayReader(draft.size);
  for (const node of nodes) {
    const wrong = play.take(node);
    if (wrong !== undefined) return problem(`${node.where}: ${wrong}`);
  }
  return ok({ ...draft, setup: play.setup, moves: play.moves });
}

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

function readKomi(nodes: readonly SgfNode[], draft: Draft): Result<void> {
  const found = find(nodes, 'KM');
  if (found === undefined) return ok(undefined);
  const komi = parseReal(found.value.trim());
  if (komi === undefined) return problem(`${found.where}: KM[${shown(found.value)}] is no number`);
  draft.komi = komi;
  return ok(undefined);
}

function readInfo(nodes: readonly SgfNode[], draft: Draft): void {
  for (const [name, field] of Object.entries(TEXTS)) {
    const text = parseText(find(nodes, name)?.value ?? '');
    if (text !== '') draft[field] = text;
  }
  const application = parseApplication(find(nodes, 'AP')?.value ?? '');
  if (application.name !== '') draft.application = application;
  const result = find(nodes, 'RE');
  if (result !== undefined) draft.result = parseResult(parseText(result.value));
}

/** The first value of a property that says something, wherever it stands: game information may follow the root. */
function find(nodes: readonly SgfNode[], name: string): { value: string; where: string } | undefined {
  for (const { properties, where } of nodes) {
    const value = properties.get(name)?.[0];
    if (value !== undefined && value.trim() !== '') return { value, where };
  }
  return undefined;
}

/** Reads what is put on the board, node by node. */
class PlayReader {
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
  take({ properties }: SgfNode): string | undefined {
    const wrong =
      this.#set(properties.get('AB'), 'black') ??
      this.#set(properties.get('AW'), 'white') ??
      this.#set(properties.get('AE'), undefined);
    if (wrong !== undefined) return wrong;
    const [black = [], white = []] = [properties.get('B'), properties.get('W')];
    if (black.length + white.length > 1) return 'more than one move';
    return this.#move('black', black[0]) ?? this.#move('white', white[0]);
  }

  #set(values: readonly string[] = [], color: Color | undefined): string | undefined {
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

/** Somebody's value inside a message: one line, and not too long. */
function shown(value: string): string {
  const text = value.replace(/\p{Cc}/gu, ' ');
  return text.length > 20 ? `${text.slice(0, 20)}…` : text;
}
