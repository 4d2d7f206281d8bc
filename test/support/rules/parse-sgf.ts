import { ok, type Result } from '../../../src/result.ts';
import type { GameRecord } from '../../../src/rules/records/game-record.ts';
import { parseSgfFile } from '../../../src/rules/records/sgf-record-codec.ts';

/** Reads the games of a text. If one of them is malformed, the result is its problem. */
export function parseSgf(text: string): Result<GameRecord[]> {
  const games = parseSgfFile(new TextEncoder().encode(text), Number.POSITIVE_INFINITY, 'utf-8');
  if (!games.ok) return games;
  const records: GameRecord[] = [];
  for (const { read } of games.value) {
    if (!read.ok) return read;
    records.push(read.value.record);
  }
  return ok(records);
}
