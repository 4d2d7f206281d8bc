import sgf from '@sabaki/sgf';
import { type BoardSize, coordinates, type Point, pointAt } from '../point.ts';
import type { SourceApplication } from './game-record.ts';
import { MOST_SGF_LINES, parsePoint } from './sgf-point.ts';

/** One point or a rectangle of them, `aa:cb`, as FF[4] compresses lists. */
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

/** `19`, or `19:9` for a rectangle, each number from 1 to 52. */
export function parseSize(value: string): BoardSize | undefined {
  const match = /^(\d{1,3})(?::(\d{1,3}))?$/.exec(value);
  if (match === null) return undefined;
  const width = Number(match[1]);
  const height = Number(match[2] ?? match[1]);
  const fits = Math.min(width, height) >= 1 && Math.max(width, height) <= MOST_SGF_LINES;
  return fits ? { width, height } : undefined;
}

/** A Real; thousandths are the least that is written. */
export const makeReal = (value: number): string => value.toFixed(3).replace(/\.?0+$/, '');

export function parseReal(value: string): number | undefined {
  return /^[+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})$/.test(value) ? Number(value) : undefined;
}

/** SimpleText knows no line breaks and no white space but the space. */
export const makeText = (text: string): string => sgf.escapeString(text.replace(/[\t-\r]/g, ' '));

/** A backslash keeps the next character as it is, and takes away a line break; other white space becomes a space. */
export function parseText(value: string): string {
  const plain = value.replace(/\\(\r\n|\n\r|.)|\r\n|\n\r|[\t-\r]/gs, (_, kept: string | undefined) => {
    if (kept === undefined) return ' ';
    if (/[\r\n]/.test(kept)) return '';
    return /[\t-\r]/.test(kept) ? ' ' : kept;
  });
  return plain.trim();
}

/** Text, which has lines. */
export const makeLines = (text: string): string => sgf.escapeString(text.replace(/[\t\v\f\r]/g, ' '));

/** The same as `parseText`, with line breaks, of whatever kind, as they are. */
export function parseLines(value: string): string {
  const plain = value.replace(
    /\\(\r\n|\n\r|.)|(\r\n|\n\r|[\r\n])|[\t\v\f]/gs,
    (_, kept?: string, lineBreak?: string) => {
      if (lineBreak !== undefined) return '\n';
      if (kept !== undefined && /[\r\n]/.test(kept)) return '';
      return kept === undefined || /[\t\v\f]/.test(kept) ? ' ' : kept;
    },
  );
  return plain.trim();
}

/** `name:version`, the one composed value here: a colon inside either part has to be escaped. */
export function makeApplication({ name, version }: SourceApplication): string {
  const [first, second] = [name, version].map((part) => makeText(part ?? '').replaceAll(':', '\\:'));
  return version === undefined ? first! : `${first}:${second}`;
}

export function parseApplication(value: string): SourceApplication {
  const colon = value.replace(/\\./gs, '\\\\').indexOf(':');
  if (colon === -1) return { name: parseText(value) };
  return { name: parseText(value.slice(0, colon)), version: parseText(value.slice(colon + 1)) };
}

/** The value of a property inside a message: one line, and not too long. */
export function shown(value: string): string {
  const text = value.replace(/\p{Cc}/gu, ' ');
  return text.length > 20 ? `${text.slice(0, 20)}…` : text;
}
