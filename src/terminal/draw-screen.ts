import { styleText } from 'node:util';
import stringWidth from 'string-width';
import type { ClientGameState } from '../client/client-game-state.ts';
import { COLORS, type Color } from '../rules/color.ts';
import { type Point, pointAt, square } from '../rules/point.ts';
import { columnName, vertexName } from '../rules/vertex.ts';
import { plainText } from '../sanitize-text.ts';
import { GAP, layOut, type ScreenLayout } from './screen-layout.ts';
import type { DisplayedTime } from './terminal-session.ts';

export interface ScreenView {
  readonly columns: number;
  readonly rows: number;
  /** Whether styles and characters outside ASCII may be used. */
  readonly rich: boolean;
  readonly title: string;
  /** One line that says what to do now. */
  readonly status: string;
  readonly game: ClientGameState | undefined;
  readonly cursor: Point;
  readonly timeLeft: DisplayedTime | undefined;
  /** For each command: how to type it, and its effect. */
  readonly commands: readonly (readonly [string, string])[];
  /** The messages, latest last. */
  readonly messages: readonly string[];
  readonly input: string;
  readonly help: boolean;
}

/** The maximum number of messages on the screen. */
const MOST_SHOWN = 100;

type Style = Parameters<typeof styleText>[0];

/** The whole screen as lines, with as many lines and columns as the terminal has. */
export function drawScreen(view: ScreenView): string[] {
  const { game } = view;
  const layout =
    game === undefined || view.help
      ? undefined
      : layOut(view, { x: view.cursor % game.info.size, y: Math.floor(view.cursor / game.info.size) }, game.info.size);
  const title = titleLine(view, layout);
  const height = view.rows - title.length - 2;
  const middle = (view.help ? help(view) : board(view, layout, height)).slice(0, height);
  while (middle.length < height) middle.push('');
  return [
    ...title,
    ...middle,
    paint(view, 'bold', fitParts(view.status, view.columns)),
    fit(`> ${view.input}`, view.columns - 1).trimEnd(),
  ];
}

/** The title, or a note that a part of the board is hidden. */
function titleLine(view: ScreenView, layout: ScreenLayout | undefined): string[] {
  if (layout?.hasTitle === false) return [];
  const { needed } = layout ?? {};
  const text = needed === undefined ? view.title : `window too small: board needs ${needed.columns}x${needed.rows}`;
  return [paint(view, 'inverse', fit(` ${text}`, view.columns))];
}

function board(view: ScreenView, layout: ScreenLayout | undefined, rows: number): string[] {
  const { game } = view;
  if (game === undefined || layout === undefined)
    return view.messages.slice(-rows).map((line) => fit(line, view.columns).trimEnd());
  const { size } = game.info;
  const { left, top, width, height, margin, cell, isPanelBeside } = layout;
  const columns = Array.from({ length: width }, (_, index) =>
    columnName(left + index, game.info.game).padStart(cell),
  ).join('');
  const lines = [`${' '.repeat(margin)}${columns} `];
  for (let y = top; y < top + height; y++) {
    const row = Array.from({ length: width }, (_, index) => cellAt(view, game, left + index, y, cell)).join('');
    const after = bracketAfter(view, game, left + width, y);
    lines.push(`${String(size - y).padStart(margin)}${row}${paint(view, 'bgYellow', after)}`);
  }
  if (!isPanelBeside) return [...lines, ...panelBelow(view, game, rows - lines.length)];
  const beside = panelBeside(view, game, view.columns - margin - width * cell - GAP, rows);
  while (lines.length < beside.length) lines.push(' '.repeat(margin + width * cell + 1));
  return lines.map((line, index) => (beside[index] === undefined ? line : `${line}  ${beside[index]}`));
}

/** The bracket after the last point of a row. */
function bracketAfter(view: ScreenView, game: ClientGameState, x: number, y: number): string {
  return x > 0 ? closingBracket(view, game, x - 1, y) : ' ';
}

/** The spaces before a point, and its sign. The spaces contain the brackets of this point and of the point before. */
function cellAt(view: ScreenView, game: ClientGameState, x: number, y: number, cell: number): string {
  const { size } = game.info;
  const point = pointAt(square(size), x, y)!;
  const color = game.at(point);
  const opening = isCursor(view, game, point) ? '[' : isLast(game, point) ? '(' : undefined;
  const closed = x > 0 ? closingBracket(view, game, x - 1, y) : ' ';
  // With one column between two points, a line stands for a closing and an opening bracket.
  const between = opening !== undefined && closed !== ' ' ? '|' : (opening ?? closed);
  const before = cell === 2 ? between : `${closed}${' '.repeat(cell - 3)}${opening ?? ' '}`;
  const sign =
    color === undefined
      ? isStar(size, x, y)
        ? '+'
        : view.rich
          ? '·'
          : '.'
      : stoneSign(view, color, game.marks?.has(point));
  const style: Style = color === 'white' ? ['bgYellow', 'whiteBright', 'bold'] : ['bgYellow', 'black'];
  const winning = game.winningRow.includes(point) ? 'underline' : 'reset';
  const blank = paint(view, ['bgYellow', 'black'], before);
  return `${blank}${paint(view, winning === 'underline' ? [...style, 'underline'] : style, sign)}`;
}

function closingBracket(view: ScreenView, game: ClientGameState, x: number, y: number): string {
  const point = pointAt(square(game.info.size), x, y);
  if (point === undefined) return ' ';
  return isCursor(view, game, point) ? ']' : isLast(game, point) ? ')' : ' ';
}

const isCursor = (view: ScreenView, game: ClientGameState, point: Point): boolean =>
  view.cursor === point && game.ending === undefined;

function isLast(game: ClientGameState, point: Point): boolean {
  const last = game.moves.at(-1);
  return last?.kind === 'play' && last.point === point;
}

function stoneSign(view: ScreenView, color: Color, isDead = false): string {
  if (isDead) return color === 'black' ? 'x' : 'o';
  if (view.rich) return color === 'black' ? '●' : '○';
  return color === 'black' ? 'X' : 'O';
}

function isStar(size: number, x: number, y: number): boolean {
  if (size < 7) return false;
  const edge = size < 13 ? 2 : 3;
  const marked = size % 2 === 1 && (size >= 13 || x === y || x === size - 1 - y);
  const lines = marked ? [edge, (size - 1) / 2, size - 1 - edge] : [edge, size - 1 - edge];
  return lines.includes(x) && lines.includes(y);
}

/** The lines of the panel about players, captures, last move and clock. */
function infoLines(view: ScreenView, game: ClientGameState): string[] {
  const { info } = game;
  const last = game.moves.at(-1);
  const point = last?.kind === 'play' ? vertexName(square(info.size), last.point, info.game) : last?.kind;
  return [
    ...COLORS.map((color) => `${stoneSign(view, color)} ${nameOf(game, color)}${toMove(game, color) ? ' *' : ''}`),
    ...(info.game === 'go' ? [`captured ${game.captures.black} / ${game.captures.white}`] : [info.rule]),
    `move ${game.moves.length}${point === undefined ? '' : `: ${point}`}`,
    ...clockLines(view.timeLeft),
  ];
}

/** The latest messages, wrapped to `width` columns, in at most `height` lines. */
function latest(view: ScreenView, width: number, height: number): string[] {
  const lines = view.messages.slice(-MOST_SHOWN).flatMap((message) => wrap(message, width));
  return height <= 0 ? [] : lines.slice(-height);
}

function panelBeside(view: ScreenView, game: ClientGameState, width: number, height: number): string[] {
  const known = [...infoLines(view, game), ''];
  return [...known, ...latest(view, width, height - known.length)].map((line) => fit(line, width).trimEnd());
}

/** The panel below the board, on a narrow terminal. */
function panelBelow(view: ScreenView, game: ClientGameState, height: number): string[] {
  // One line is kept for a message, such as the reason why a move is illegal.
  const info = wrapItems(infoLines(view, game), view.columns).slice(0, Math.max(1, height - 1));
  const lines = [...info, ...latest(view, view.columns, height - info.length)];
  return lines.slice(0, Math.max(0, height)).map((line) => fit(line, view.columns).trimEnd());
}

function nameOf({ info }: ClientGameState, color: Color): string {
  if (info.color === 'both' || info.color === color) return 'you';
  return plainText(info.opponent ?? 'opponent');
}

function toMove(game: ClientGameState, color: Color): boolean {
  if (game.ending !== undefined) return false;
  if (game.ownColorToMove !== undefined) return game.ownColorToMove === color;
  const last = game.moves.at(-1);
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
    ['arrows, Enter', 'choose a point and play there'],
    ['Esc', 'clear the input, close this help'],
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

/** The first parts of a text that fit into this many columns. A part ends before a colon, comma or semicolon. */
function fitParts(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  const ends = [...text.matchAll(/[:,;]/g)].map(({ index }) => text.slice(0, index));
  return ends.findLast((part) => stringWidth(part) <= width) ?? fit(text, width).trimEnd();
}

/** Puts items into lines of at most this many columns, and cuts no item at the end of a line if it fits into the next line. */
function wrapItems(items: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const item of items) {
    const longer = `${lines.at(-1)}  ${item}`;
    if (lines.length > 0 && stringWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(item);
  }
  return lines;
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
