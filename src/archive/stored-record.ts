import { ok, problem, type Result } from '../result.ts';
import { makeJson, parseJson } from '../rules/records/json.ts';
import type { GameRecord } from '../rules/records/record.ts';
import { makeSgf, parseSgfGame } from '../rules/records/sgf.ts';
import { fileOf } from './record-file.ts';

// Not for the server's thread: to read the longest record takes a tenth of a second. Load it late, because SGF brings
// tables of character sets with it.

/** In characters. The longest game on the largest board has 1.1 million; the readers take 3 million. */
const LONGEST = 1_500_000;

/** What is stored of a record: the text of its file. The problem: it might not be possible to read it again. */
export function storedRecord(record: GameRecord): Result<string> {
  const sgf = makeSgf(record);
  const text = sgf.ok ? sgf.value : makeJson(record);
  return text.length > LONGEST ? problem(`it is longer than ${LONGEST} characters`) : ok(text);
}

/** Reads what `storedRecord` has made; anything else is our own mistake. */
export function readRecord(stored: string): GameRecord {
  const { format, text } = fileOf(stored);
  const read = format === 'json' ? parseJson(text) : parseSgfGame(text);
  if (!read.ok) throw new Error(`a stored record cannot be read: ${read.problem}`);
  return read.value;
}
