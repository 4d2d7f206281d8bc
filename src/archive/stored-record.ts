import { ok, problem, type Result } from '../result.ts';
import type { GameRecord } from '../rules/records/game-record.ts';
import { makeJson, parseJson } from '../rules/records/json-record-codec.ts';
import { makeSgf, parseSgfGame } from '../rules/records/sgf-record-codec.ts';
import { fileOf } from './record-file.ts';

// Do not call these functions in the server's thread: parsing the longest record takes 0.1 s. Import this file only when it is needed,
// because SGF needs large tables of character sets.

/** The maximum number of characters. The longest game on the largest board has 1.1 million. The parsers accept 3 million. */
const MAX_LENGTH = 1_500_000;

/** Returns the text that is stored for a record. Fails if the text is too long to be parsed again. */
export function makeStoredRecord(record: GameRecord): Result<string> {
  const sgf = makeSgf(record);
  const text = sgf.ok ? sgf.value : makeJson(record);
  return text.length > MAX_LENGTH ? problem(`it is longer than ${MAX_LENGTH} characters`) : ok(text);
}

/** Parses a text of `makeStoredRecord`. Throws for any other text. */
export function parseStoredRecord(stored: string): GameRecord {
  const { format, text } = fileOf(stored);
  const read = format === 'json' ? parseJson(text) : parseSgfGame(text);
  if (!read.ok) throw new Error(`a stored record cannot be read: ${read.problem}`);
  return read.value;
}
