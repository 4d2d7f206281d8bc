import type { Color } from '../../rules/color.ts';
import type { BoardSize } from '../../rules/point.ts';
import { parseVertex } from '../../rules/vertex.ts';
import { carryText } from '../../text.ts';
import type { Choice } from '../engine.ts';

/** A command of the Go Text Protocol, version 2: its name and what follows it. */
export type GtpCommand = readonly [name: string, ...values: readonly (string | number)[]];

/** The first line of a response. */
export interface ResponseHead {
  /** True for `=`, false for `?`. */
  readonly ok: boolean;
  /** The id of the command, if the engine repeats it. */
  readonly id: number | undefined;
  readonly text: string;
}

export const makeCommand = (id: number, command: GtpCommand): string => carryText(`${id} ${command.join(' ')}`);

export const makeColor = (color: Color): string => (color === 'black' ? 'b' : 'w');

/** Removes control characters and trailing spaces; a tab becomes a space. */
export const withoutControlCharacters = (line: string): string =>
  line
    .replace(/\t/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trimEnd();

/** `undefined` if the line does not start a response. The line must be cleaned. */
export function parseHead(line: string): ResponseHead | undefined {
  const [, sign, id = '', text = ''] = /^([=?])(\d{0,9})(?: +|$)(.*)$/.exec(line) ?? [];
  if (sign !== undefined) return { ok: sign === '=', id: id === '' ? undefined : Number(id), text };
  // Some engines leave out the space after it.
  return /^[=?]/.test(line) ? { ok: line.startsWith('='), id: undefined, text: line.slice(1) } : undefined;
}

/** The move in an engine's answer; `undefined` if it is none on this board. */
export function parseMove(size: BoardSize, text: string): Choice | undefined {
  const word = text.trim().toLowerCase();
  if (word === 'pass' || word === 'resign') return { kind: word };
  const point = parseVertex(size, word);
  return point === undefined ? undefined : { kind: 'play', point };
}
