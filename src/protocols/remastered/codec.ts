import type { Stone } from '../../lobby/notice.ts';
import type { Color } from '../../rules/color.ts';
import { pointAt, square } from '../../rules/point.ts';
import { parseWholeNumber } from '../whole-number.ts';

/** Lines of a board that `stones` can describe (Setup, 3a). */
export const SIZES = [9, 13, 19] as const;
export type Size = (typeof SIZES)[number];

/** Whether one client plays both colours or two meet (Setup, 2). */
export const MODES = ['normal', 'local'] as const;
export type Mode = (typeof MODES)[number];

/** How the word after `mode` is written; clients from before the document know capitals only. */
export const LETTER_CASES = ['lower', 'upper'] as const;
export type LetterCase = (typeof LETTER_CASES)[number];

/** Column and row from 0 at the top left; on the wire they may be any whole numbers, far off the board too. */
export interface Intersection {
  readonly x: number;
  readonly y: number;
}

/** What a client says. `pass` and `resign` are our extension. */
export type ClientMessage =
  /** `version` is all that follows the word, compatible or not. */
  | { readonly kind: 'go'; readonly version: string }
  | { readonly kind: 'ack' }
  | ({ readonly kind: 'place' } & Intersection)
  | { readonly kind: 'pass' }
  | { readonly kind: 'resign' }
  | { readonly kind: 'close' };

/** What a server says. */
export type ServerMessage =
  | { readonly kind: 'ok'; readonly version: string }
  | { readonly kind: 'no' }
  | { readonly kind: 'full' }
  | { readonly kind: 'mode'; readonly mode: Mode }
  | { readonly kind: 'color'; readonly color: Color }
  /** The whole board: every stone on it, in any order when made and from the top left when parsed. */
  | { readonly kind: 'stones'; readonly size: Size; readonly stones: readonly Stone[] }
  | { readonly kind: 'ready' }
  | { readonly kind: 'yourturn' }
  | ({ readonly kind: 'place'; readonly color: Color } & Intersection)
  | { readonly kind: 'ack' }
  | { readonly kind: 'remove'; readonly stones: readonly Intersection[] }
  | { readonly kind: 'close' };

/** Reads a line of a client without its ending; `undefined` if it is none of theirs. */
export function parseClientMessage(line: string): ClientMessage | undefined {
  const [word, ...words] = line.split(' ');
  switch (word) {
    case 'go':
      return { kind: 'go', version: words.join(' ') };
    case 'place': {
      const [at, surplus] = parseIntersections(words) ?? [];
      return at === undefined || surplus !== undefined ? undefined : { kind: 'place', ...at };
    }
    case 'ack':
    case 'pass':
    case 'resign':
    case 'close':
      return words.length === 0 ? { kind: word } : undefined;
    default:
      return undefined;
  }
}

/** A client's line without its ending. */
export function makeClientMessage(message: ClientMessage): string {
  switch (message.kind) {
    case 'go':
      return `go ${message.version}`;
    case 'place':
      return `place ${message.x} ${message.y}`;
    case 'ack':
    case 'pass':
    case 'resign':
    case 'close':
      return message.kind;
  }
}

/** Reads a line of a server without its ending; `undefined` if it is none of theirs. */
export function parseServerMessage(line: string): ServerMessage | undefined {
  const [word, ...words] = line.split(' ');
  switch (word) {
    case 'ok':
      return { kind: 'ok', version: words.join(' ') };
    case 'mode':
      return parseMode(words);
    case 'color':
      return parseColor(words);
    case 'stones':
      return parseStones(words);
    case 'place':
      return parsePlacement(words);
    case 'remove': {
      const stones = parseIntersections(words);
      return stones === undefined ? undefined : { kind: 'remove', stones };
    }
    case 'no':
    case 'full':
    case 'ready':
    case 'yourturn':
    case 'ack':
    case 'close':
      return words.length === 0 ? { kind: word } : undefined;
    default:
      return undefined;
  }
}

/** A server's line without its ending. */
export function makeServerMessage(message: ServerMessage, letterCase: LetterCase = 'lower'): string {
  switch (message.kind) {
    case 'ok':
      return `ok ${message.version}`;
    case 'mode':
      return `mode ${letterCase === 'upper' ? message.mode.toUpperCase() : message.mode}`;
    case 'color':
      return `color ${DIGITS[message.color]}`;
    case 'stones':
      return `stones ${drawBoard(message.size, message.stones)}`;
    case 'place':
      return `place ${DIGITS[message.color]} ${message.x} ${message.y}`;
    case 'remove':
      return `remove ${message.stones.map(({ x, y }) => `${x} ${y}`).join(' ')}`;
    case 'no':
    case 'full':
    case 'ready':
    case 'yourturn':
    case 'ack':
    case 'close':
      return message.kind;
  }
}

const DIGITS = { black: '0', white: '1' } as const;
const EMPTY = 'X';

function colorOf(digit: string | undefined): Color | undefined {
  if (digit === DIGITS.black) return 'black';
  return digit === DIGITS.white ? 'white' : undefined;
}

/** In capitals or not: the document writes it both ways (Setup, 2 and 2a). */
function parseMode([name, ...surplus]: readonly string[]): ServerMessage | undefined {
  const mode = MODES.find((candidate) => candidate === name?.toLowerCase());
  return mode === undefined || surplus.length > 0 ? undefined : { kind: 'mode', mode };
}

function parseColor([digit, ...surplus]: readonly string[]): ServerMessage | undefined {
  const color = colorOf(digit);
  return color === undefined || surplus.length > 0 ? undefined : { kind: 'color', color };
}

function parsePlacement([digit, ...words]: readonly string[]): ServerMessage | undefined {
  const color = colorOf(digit);
  const [at, surplus] = parseIntersections(words) ?? [];
  return color === undefined || at === undefined || surplus !== undefined ? undefined : { kind: 'place', color, ...at };
}

function parseStones([drawing, ...surplus]: readonly string[]): ServerMessage | undefined {
  const size = SIZES.find((lines) => lines * lines === drawing?.length);
  if (drawing === undefined || size === undefined || surplus.length > 0) return undefined;
  const stones: Stone[] = [];
  for (let index = 0; index < drawing.length; index++) {
    if (drawing[index] === EMPTY) continue;
    const color = colorOf(drawing[index]);
    const point = pointAt(square(size), index % size, Math.floor(index / size));
    if (color === undefined || point === undefined) return undefined;
    stones.push({ point, color });
  }
  return { kind: 'stones', size, stones };
}

function drawBoard(size: Size, stones: readonly Stone[]): string {
  const drawing: string[] = Array.from({ length: size * size }, () => EMPTY);
  for (const { point, color } of stones) drawing[point] = DIGITS[color];
  return drawing.join('');
}

/** One or more pairs of whole numbers, and nothing else. */
function parseIntersections(words: readonly string[]): Intersection[] | undefined {
  if (words.length === 0) return undefined;
  const found: Intersection[] = [];
  for (let index = 0; index < words.length; index += 2) {
    const x = parseWholeNumber(words[index] ?? '');
    const y = parseWholeNumber(words[index + 1] ?? '');
    if (x === undefined || y === undefined) return undefined;
    found.push({ x, y });
  }
  return found;
}
