import { styleText } from 'node:util';
import stringWidth from 'string-width';
import type { GameFollower } from '../client/game-follower.ts';
import { COLORS, type Color } from '../rules/color.ts';
import { type Point, pointAt, square } from '../rules/point.ts';
import { columnName, vertexName } from '../rules/vertex.ts';
import { plainText } from '../sanitize-text.ts';
import type { DisplayedTime } from './terminal-session.ts';

/** Everything that is shown on the screen. */
export interface ScreenView {
  readonly columns: number;
  readonly rows: number;
  /** Whether styles and characters outside ASCII may be used. */
  readonly rich: boolean;
  readonly title: string;
  /** One line that says what to do now. */
  readonly status: string;
  readonly table: GameFollower | undefined;
  readonly cursor: Point;
  readonly timeLeft: DisplayedTime | undefined;
  /** For each command: how to type it, and its effect. */
  readonly commands: readonly (readonly [string, string])[];
  /** The messages, latest last. */
  readonly messages: readonly string[];
  readonly input: string;
  readonly help: boolean;
}

/** The title, the column names, and the two lines below. */
const LINES_AROUND_BOARD = 4;
/** On a narrow terminal: the players, and the last messages. */
const LINES_BELOW_BOARD = 3;
/** The minimum width of the panel beside the board, in columns. */
const NARROWEST_PANEL = 20;
const ROOM_FOR_BOTH = 60;
/** Columns between the board and the panel. */
const GAP = 3;
/** The maximum number of messages on the screen. */
const MOST_SHOWN = 100;

type Style = Parameters<typeof styleText>[0];

/** The whole screen as lines, with as many lines and columns as the terminal has. */
export function drawScreen(view: ScreenView): string[] {
  const body = view.help ? help(view) : board(view);
  const middle = body.slice(0, view.rows - 3);
  while (middle.length < view.rows - 3) middle.push('');
  const lines = [
    paint(view, 'inverse', fit(` ${view.title}`, view.columns)),
    ...middle,
    paint(view, 'bold', fit(view.status, view.columns).trimEnd()),
    fit(`> ${view.input}`, view.columns - 1).trimEnd(),
  ];
  return lines;
}

/** The part of the board that fits the screen, around the cursor, and the place of the panel. */
function windowOf(view: Pick<ScreenView, 'columns' | 'rows' | 'cursor'>, size: number) {
  const margin = String(size).length + 1;
  const cell = cellWidth(size);
  const isPanelBeside = view.columns >= ROOM_FOR_BOTH || view.columns >= margin + size * cell + GAP + NARROWEST_PANEL;
  const around = LINES_AROUND_BOARD + (isPanelBeside ? 0 : LINES_BELOW_BOARD);
  const height = Math.max(1, Math.min(size, view.rows - around));
  const free = view.columns - margin - 1 - (isPanelBeside ? NARROWEST_PANEL : 0);
  const width = Math.max(1, Math.min(size, Math.floor(free / cell)));
  const start = (at: number, room: number): number => Math.min(Math.max(0, at - Math.floor(room / 2)), size - room);
  const left = start(view.cursor % size, width);
  const top = start(Math.floor(view.cursor / size), height);
  return { left, top, width, height, margin, cell, isPanelBeside };
}

/** Two columns per point, or three where column names are longer. */
const cellWidth = (size: number): number => columnName(size - 1).length + 1;

function board(view: ScreenView): string[] {
  const { table } = view;
  if (table === undefined)
    return view.messages.slice(-(view.rows - 3)).map((line) => fit(line, view.columns).trimEnd());
  const { size } = table.game;
  const { left, top, width, height, margin, cell, isPanelBeside } = windowOf(view, size);
  const columns = Array.from({ length: width }, (_, index) =>
    columnName(left + index, table.game.game).padStart(cell),
  ).join('');
  const lines = [`${' '.repeat(margin)}${columns} `];
  for (let y = top; y < top + height; y++) {
    const row = Array.from({ length: width }, (_, index) => cellAt(view, table, left + index, y, cell)).join('');
    const after = right(view, table, left + width, y);
    lines.push(`${String(size - y).padStart(margin)}${row}${paint(view, 'bgYellow', after)}`);
  }
  if (!isPanelBeside) return [...lines, ...below(view, table, view.rows - 3 - lines.length)];
  const beside = panel(view, table, view.columns - margin - width * cell - GAP, view.rows - 3);
  while (lines.length < beside.length) lines.push(' '.repeat(margin + width * cell + 1));
  return lines.map((line, index) => (beside[index] === undefined ? line : `${line}  ${beside[index]}`));
}

/** The bracket after the last point of a row. */
function right(view: ScreenView, table: GameFollower, x: number, y: number): string {
  return x > 0 ? closing(view, table, x - 1, y) : ' ';
}

/** Spaces and a sign. The spaces carry the brackets of this point and of the one before. */
function cellAt(view: ScreenView, table: GameFollower, x: number, y: number, cell: number): string {
  const { size } = table.game;
  const point = pointAt(square(size), x, y)!;
  const color = table.at(point);
  const opening = isCursor(view, table, point) ? '[' : isLast(table, point) ? '(' : undefined;
  const closed = x > 0 ? closing(view, table, x - 1, y) : ' ';
  // With one column between two points, an opening bracket replaces a closing one.
  const before = cell === 2 ? (opening ?? closed) : `${closed}${' '.repeat(cell - 3)}${opening ?? ' '}`;
  const sign =
    color === undefined
      ? isStar(size, x, y)
        ? '+'
        : view.rich
          ? '·'
          : '.'
      : stoneSign(view, color, table.marks?.has(point));
  const style: Style = color === 'white' ? ['bgYellow', 'whiteBright', 'bold'] : ['bgYellow', 'black'];
  const winning = table.row.includes(point) ? 'underline' : 'reset';
  const blank = paint(view, ['bgYellow', 'black'], before);
  return `${blank}${paint(view, winning === 'underline' ? [...style, 'underline'] : style, sign)}`;
}

function closing(view: ScreenView, table: GameFollower, x: number, y: number): string {
  const point = pointAt(square(table.game.size), x, y);
  if (point === undefined) return ' ';
  return isCursor(view, table, point) ? ']' : isLast(table, point) ? ')' : ' ';
}

const isCursor = (view: ScreenView, table: GameFollower, point: Point): boolean =>
  view.cursor === point && table.over === undefined;

function isLast(table: GameFollower, point: Point): boolean {
  const last = table.turns.at(-1);
  return last?.kind === 'play' && last.point === point;
}

function stoneSign(view: ScreenView, color: Color, isDead = false): string {
  if (isDead) return color === 'black' ? 'x' : 'o';
  if (view.rich) return color === 'black' ? '●' : '○';
  return color === 'black' ? 'X' : 'O';
}

/** The star points of a board. */
function isStar(size: number, x: number, y: number): boolean {
  if (size < 7) return false;
  const edge = size < 13 ? 2 : 3;
  const marked = size % 2 === 1 && (size >= 13 || x === y || x === size - 1 - y);
  const lines = marked ? [edge, (size - 1) / 2, size - 1 - edge] : [edge, size - 1 - edge];
  return lines.includes(x) && lines.includes(y);
}

/** Players, captures, the last move, the clock. */
function facts(view: ScreenView, table: GameFollower): string[] {
  const { game } = table;
  const last = table.turns.at(-1);
  const point = last?.kind === 'play' ? vertexName(square(game.size), last.point, game.game) : last?.kind;
  return [
    ...COLORS.map((color) => `${stoneSign(view, color)} ${nameOf(table, color)}${toMove(table, color) ? ' *' : ''}`),
    ...(game.game === 'go' ? [`captured ${table.captures.black} / ${table.captures.white}`] : [game.rule]),
    `move ${table.turns.length}${point === undefined ? '' : `: ${point}`}`,
    ...clockLines(view.timeLeft),
  ];
}

/** The latest messages in this many lines. */
function latest(view: ScreenView, width: number, height: number): string[] {
  const lines = view.messages.slice(-MOST_SHOWN).flatMap((message) => wrap(message, width));
  return height <= 0 ? [] : lines.slice(-height);
}

function panel(view: ScreenView, table: GameFollower, width: number, height: number): string[] {
  const known = [...facts(view, table), ''];
  return [...known, ...latest(view, width, height - known.length)].map((line) => fit(line, width).trimEnd());
}

/** The panel below the board, on a narrow terminal. */
function below(view: ScreenView, table: GameFollower, height: number): string[] {
  const lines = [facts(view, table).join('  '), ...latest(view, view.columns, height - 1)];
  return lines.slice(0, Math.max(0, height)).map((line) => fit(line, view.columns).trimEnd());
}

function nameOf({ game }: GameFollower, color: Color): string {
  if (game.color === 'both' || game.color === color) return 'you';
  return plainText(game.opponent ?? 'opponent');
}

function toMove(table: GameFollower, color: Color): boolean {
  if (table.over !== undefined) return false;
  if (table.wanted !== undefined) return table.wanted === color;
  const last = table.turns.at(-1);
  return last === undefined ? color === 'black' : last.color !== color;
}

function clockLines({ turn, left }: DisplayedTime = {}): string[] {
  return [
    ...(turn === undefined ? [] : [`this turn ${minutes(turn)}`]),
    ...(left === undefined ? [] : [`all turns ${minutes(left)}`]),
  ];
}

export const minutes = (milliseconds: number): string => {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

function help(view: ScreenView): string[] {
  const keys: readonly (readonly [string, string])[] = [
    ['arrows, Enter', 'pick a point and play there'],
    ['Esc', 'clear what is typed, close this'],
    ['Ctrl-C', 'leave'],
  ];
  const lines = [...view.commands, ...keys].map(([name, meaning]) => `  ${name.padEnd(20)} ${meaning}`);
  return lines.map((line) => fit(line, view.columns).trimEnd());
}

const paint = (view: ScreenView, style: Style, text: string): string =>
  view.rich ? styleText(style, text, { validateStream: false }) : text;

const segmenter = new Intl.Segmenter();

/** Cuts or pads a text to this many columns. */
function fit(text: string, width: number): string {
  let cut = '';
  let used = 0;
  for (const { segment } of segmenter.segment(text)) {
    const next = stringWidth(segment);
    if (used + next > width) break;
    cut += segment;
    used += next;
  }
  return cut + ' '.repeat(Math.max(0, width - used));
}

/** Wraps a text to this many columns, at spaces where possible. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (stringWidth(longer) <= width) line = longer;
    else {
      if (line !== '') lines.push(line);
      line = stringWidth(word) <= width ? word : fit(word, width);
    }
  }
  return [...lines, line];
}
