import type { Color } from '../../rules/color.ts';
import type { BoardSize } from '../../rules/point.ts';
import { parseVertex } from '../../rules/vertex.ts';
import { lineText } from '../../sanitize-text.ts';
import type { EngineChoice } from '../engine.ts';

/** A command of the Go Text Protocol, version 2: its name and its arguments. */
export type GtpCommand = readonly [name: string, ...values: readonly (string | number)[]];

/** The first line of a response. */
export interface GtpResponseHead {
  /** True for `=`, false for `?`. */
  readonly ok: boolean;
  /** The id of the command, if the engine repeats it. */
  readonly id: number | undefined;
  readonly text: string;
}

export const makeCommand = (id: number, command: GtpCommand): string => lineText(`${id} ${command.join(' ')}`);

export const makeColor = (color: Color): string => (color === 'black' ? 'b' : 'w');

/**
 * A command from a controller. `id` has the digits without leading zeros; it is empty if there is no id. `text` has single
 * spaces.
 */
export interface ReceivedGtpCommand {
  readonly id: string;
  readonly text: string;
}

/** Parses a line of a controller. Undefined if the line has no command: it is empty, a comment, or only an id. */
export function parseCommand(line: string): ReceivedGtpCommand | undefined {
  const [bare = ''] = withoutControlCharacters(line).split('#', 1);
  const words = bare.split(' ').filter((word) => word !== '');
  const id = /^\d+$/.test(words[0] ?? '') ? words.shift() : undefined;
  return words.length === 0 ? undefined : { id: id?.replace(/^0+(?=\d)/, '') ?? '', text: words.join(' ') };
}

/** A response with the empty line that ends it. The text has no empty lines. */
export const makeResponse = (id: string, ok: boolean, text: string): string =>
  `${ok ? '=' : '?'}${id}${text === '' || text.startsWith('\n') ? text : ` ${text}`}\n\n`;

/** Removes control characters and trailing spaces; a tab becomes a space. */
export const withoutControlCharacters = (line: string): string =>
  line
    .replace(/\t/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trimEnd();

/** Parses the first line of a response, without control characters. Undefined if the line does not start a response. */
export function parseHead(line: string): GtpResponseHead | undefined {
  const [, sign, id = '', text = ''] = /^([=?])(\d{0,9})(?: +|$)(.*)$/.exec(line) ?? [];
  if (sign !== undefined) return { ok: sign === '=', id: id === '' ? undefined : Number(id), text };
  // Some engines leave out the space after the sign.
  return /^[=?]/.test(line) ? { ok: line.startsWith('='), id: undefined, text: line.slice(1) } : undefined;
}

/** The move in an engine's answer; `undefined` if the answer is no move on this board. */
export function parseMove(size: BoardSize, text: string): EngineChoice | undefined {
  const word = text.trim().toLowerCase();
  if (word === 'pass' || word === 'resign') return { kind: word };
  const point = parseVertex(size, word);
  return point === undefined ? undefined : { kind: 'play', point };
}
