import { crc32 } from 'node:zlib';
import type { GameId } from '../lobby/games/event.ts';
import { isEnd } from './event-text.ts';

/** One game as its row has it: all of its events but those that still stand in batches. */
export interface GameRow {
  readonly id: GameId;
  /** The time of its first event, milliseconds since the epoch. */
  readonly at: number;
  /** The time of its last event, once that has ended it. */
  readonly ended: number | null;
  /** A line an event, joined by `SEPARATOR`: a JSON array without its brackets. */
  readonly log: string;
  readonly sum: number;
}

/** JSON never holds a bare line feed. */
export const SEPARATOR = ',\n';

/** Milliseconds since the first event, and the event. */
export const logLine = (offset: number, event: string): string => `[${offset},${event}]`;

/** Tells a log that is as it was written from one that is not. */
export const sumOfLog = (id: GameId, at: number, log: string): number => crc32(log, crc32(`${id} ${at}\n`));

/** The sum of a log that has become longer by `more`, whatever stands before. */
export const sumOfMore = (sum: number, more: string): number => crc32(more, sum);

/** How many events a log has. */
export function lengthOf(log: string): number {
  let length = 1;
  for (let at = log.indexOf('\n'); at >= 0; at = log.indexOf('\n', at + 1)) length++;
  return length;
}

/** Why a row cannot be what was written, if it cannot. */
export function damageOf({ id, at, ended, log, sum }: GameRow): string | undefined {
  if (sumOfLog(id, at, log) !== sum) return 'it is not as it was written';
  const line = log.slice(log.lastIndexOf('\n') + 1);
  const comma = line.indexOf(',');
  const end = isEnd(line.slice(comma + 1)) ? at + Number(line.slice(1, comma)) : null;
  if (end === ended) return undefined;
  return ended === null ? 'it has ended, and is not listed so' : 'its end is missing';
}
