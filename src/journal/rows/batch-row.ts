import type { SQLOutputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { GameId } from '../../lobby/games/game-event.ts';
import { SEPARATOR } from './game-row.ts';

/** The row of one commit, with its entries as a JSON array, one on each line. */
export interface BatchRow {
  /** 1, 2, 3 and so on, in the order of the commits. */
  readonly id: number;
  readonly entries: string;
  readonly sum: number;
}

/** An entry whose event is encoded (src/journal/rows/event-text.ts). */
export interface EncodedEntry {
  readonly game: GameId;
  readonly index: number;
  readonly at: number;
  readonly event: string;
}

export function makeBatch(id: number, entries: readonly EncodedEntry[]): BatchRow {
  const lines = entries.map(({ game, index, at, event }) => `[${game},${index},${at},${event}]`);
  const text = `[${lines.join(SEPARATOR)}]`;
  return { id, entries: text, sum: sumOf(id, text) };
}

export const batchRow = ({ id, entries, sum }: Record<string, SQLOutputValue>): BatchRow => ({
  id: Number(id),
  entries: String(entries),
  sum: Number(sum),
});

/** Returns the entries; undefined if the checksum is wrong. */
export function parseBatch({ id, entries, sum }: BatchRow): EncodedEntry[] | undefined {
  return sumOf(id, entries) === sum ? entries.slice(1, -1).split(SEPARATOR).map(parseLine) : undefined;
}

function parseLine(line: string): EncodedEntry {
  const [, game, index, at, event] = /^\[(\d+),(\d+),(-?\d+),(.*)\]$/s.exec(line) ?? [];
  if (event === undefined) throw new Error(`no entry: ${line}`);
  return { game: Number(game), index: Number(index), at: Number(at), event };
}

const sumOf = (id: number, entries: string): number => crc32(entries, crc32(`${id}\n`));
