import sgf from '@sabaki/sgf';
import { type BoardSize, coordinates, type Point, pointAt } from '../point.ts';
import type { SourceApplication } from './game-record.ts';
import { MOST_SGF_LINES, parsePoint } from './sgf-point.ts';

/** Parses one point, or a rectangle of points such as `aa:cb`, the compressed form of lists in FF[4]. */
export function parsePoints(size: BoardSize, value: string): Point[] | undefined {
  const corners = value.split(':').map((corner) => parsePoint(size, corner));
  const [first, last = first] = corners;
  if (corners.length > 2 || first === undefined || last === undefined) return undefined;
  const [from, to] = [coordinates(size, first), coordinates(size, last)];
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
  const width = right - left + 1;
  return Array.from(
    { length: width * (bottom - top + 1) },
    (_, index) => pointAt(size, left + (index % width), top + Math.floor(index / width))!,
  );
}

export const makeSize = ({ width, height }: BoardSize): string =>
  width === height ? `${width}` : `${width}:${height}`;

/** Parses `19`, or `19:9` for a rectangular board. Each number is from 1 to 52. */
export function parseSize(value: string): BoardSize | undefined {
  const match = /^(\d{1,3})(?::(\d{1,3}))?$/.exec(value);
  if (match === null) return undefined;
  const width = Number(match[1]);
  const height = Number(match[2] ?? match[1]);
  const fits = Math.min(width, height) >= 1 && Math.max(width, height) <= MOST_SGF_LINES;
  return fits ? { width, height } : undefined;
}

/** Writes a number with at most three decimals. */
export const makeReal = (value: number): string => value.toFixed(3).replace(/\.?0+$/, '');

export function parseReal(value: string): number | undefined {
  return /^[+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})$/.test(value) ? Number(value) : undefined;
}

/** Writes SimpleText, which has no line breaks and no white space except the space. */
export const makeText = (text: string): string => sgf.escapeString(text.replace(/[\t-\r]/g, ' '));

/** Parses SimpleText. A backslash protects the next character, or removes a line break. Other white space becomes a space. */
export function parseText(value: string): string {
  const plain = value.replace(/\\(\r\n|\n\r|.)|\r\n|\n\r|[\t-\r]/gs, (_, escaped: string | undefined) => {
    if (escaped === undefined) return ' ';
    if (/[\r\n]/.test(escaped)) return '';
    return /[\t-\r]/.test(escaped) ? ' ' : escaped;
  });
  return plain.trim();
}

/** Writes Text, which may have several lines. */
export const makeLines = (text: string): string => sgf.escapeString(text.replace(/[\t\v\f\r]/g, ' '));

/** Parses Text. This is the same as `parseText`, but each line break becomes `\n`. */
export function parseLines(value: string): string {
  const plain = value.replace(
    /\\(\r\n|\n\r|.)|(\r\n|\n\r|[\r\n])|[\t\v\f]/gs,
    (_, escaped?: string, lineBreak?: string) => {
      if (lineBreak !== undefined) return '\n';
      if (escaped !== undefined && /[\r\n]/.test(escaped)) return '';
      return escaped === undefined || /[\t\v\f]/.test(escaped) ? ' ' : escaped;
    },
  );
  return plain.trim();
}

/** Writes `name:version`. A colon inside the name or the version is escaped. */
export function makeApplication({ name, version }: SourceApplication): string {
  const [first, second] = [name, version].map((part) => makeText(part ?? '').replaceAll(':', '\\:'));
  return version === undefined ? first! : `${first}:${second}`;
}

export function parseApplication(value: string): SourceApplication {
  const colon = value.replace(/\\./gs, '\\\\').indexOf(':');
  if (colon === -1) return { name: parseText(value) };
  return { name: parseText(value.slice(0, colon)), version: parseText(value.slice(colon + 1)) };
}

/** The beginning of a property's value for a message: one line of at most 21 characters. */
export function excerpt(value: string): string {
  const text = value.replace(/\p{Cc}/gu, ' ');
  return text.length > 20 ? `${text.slice(0, 20)}…` : text;
}
