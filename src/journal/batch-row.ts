import type { SQLOutputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { GameId } from '../lobby/games/event.ts';
import { SEPARATOR } from './game-row.ts';

/** One commit: what was appended with it, as a JSON array with a line an entry. */
export interface BatchRow {
  /** 1, 2, 3, … in the order of the commits. */
  readonly id: number;
  readonly entries: string;
  readonly sum: number;
}

/** One entry of a batch, its event as src/journal/event-text.ts has it. */
export interface TextEntry {
  readonly game: GameId;
  readonly index: number;
  readonly at: number;
  readonly event: string;
}

export function makeBatch(id: number, entries: readonly TextEntry[]): BatchRow {
  const lines = entries.map(({ game, index, at, event }) => `[${game},${index},${at},${event}]`);
  const text = `[${lines.join(SEPARATOR)}]`;
  return { id, entries: text, sum: sumOf(id, text) };
}

export const batchRow = ({ id, entries, sum }: Record<string, SQLOutputValue>): BatchRow => ({
  id: Number(id),
  entries: String(entries),
  sum: Number(sum),
});

/** Undefined for one that is not as it was written. */
export function parseBatch({ id, entries, sum }: BatchRow): TextEntry[] | undefined {
  return sumOf(id, entries) === sum ? entries.slice(1, -1).split(SEPARATOR).map(parseLine) : undefined;
}

function parseLine(line: string): TextEntry {
  const [, game, index, at, event] = /^\[(\d+),(\d+),(-?\d+),(.*)\]$/s.exec(line) ?? [];
  if (event === undefined) throw new Error(`no entry: ${line}`);
  return { game: Number(game), index: Number(index), at: Number(at), event };
}

const sumOf = (id: number, entries: string): number => crc32(entries, crc32(`${id}\n`));
