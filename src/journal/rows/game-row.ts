import { crc32 } from 'node:zlib';
import type { GameId } from '../../lobby/games/game-event.ts';
import { isEnd } from './event-text.ts';

/** The row of one game with its events. The latest events may be missing, because they are still only in batches. */
export interface JournalGameRow {
  readonly id: GameId;
  /** The time of the first event, in milliseconds since the epoch. */
  readonly at: number;
  /** The time of the `ended` event; null while the row has none. */
  readonly ended: number | null;
  /** One line for each event, joined by `SEPARATOR`: a JSON array without its brackets. */
  readonly log: string;
  readonly sum: number;
}

/** JSON text contains no bare line feed. */
export const SEPARATOR = ',\n';

/** The line of an event: milliseconds since the first event, and the encoded event. */
export const logLine = (offset: number, event: string): string => `[${offset},${event}]`;

/** The checksum of a row. It covers every event of the game. */
export const sumOfLog = (id: GameId, at: number, log: string): number => crc32(log, crc32(`${id} ${at}\n`));

/** The checksum of a row after `more` was added to its log. */
export const sumOfMore = (sum: number, more: string): number => crc32(more, sum);

/** The number of events in a log. */
export function lengthOf(log: string): number {
  let length = 1;
  for (let at = log.indexOf('\n'); at >= 0; at = log.indexOf('\n', at + 1)) length++;
  return length;
}

/** Describes the damage of a row; undefined if the row is intact. */
export function damageOf({ id, at, ended, log, sum }: JournalGameRow): string | undefined {
  if (sumOfLog(id, at, log) !== sum) return 'it does not match its checksum';
  const line = log.slice(log.lastIndexOf('\n') + 1);
  const comma = line.indexOf(',');
  const end = isEnd(line.slice(comma + 1)) ? at + Number(line.slice(1, comma)) : null;
  if (end === ended) return undefined;
  return ended === null ? 'it has ended, but is not marked as ended' : 'its end is missing';
}
