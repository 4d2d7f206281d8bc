import type { GameRecord } from '../rules/records/record.ts';

/** Loaded with the first record, because SGF brings the letters of the whole world with it. */
const formats = async () => ({
  ...(await import('../rules/records/json.ts')),
  ...(await import('../rules/records/sgf.ts')),
});

/** A game as a file: SGF as far as its letters reach, else the project's JSON. */
export interface RecordFile {
  readonly format: 'sgf' | 'json';
  readonly text: string;
}

/** What is kept of a record: the text of its file. */
export async function storeRecord(record: GameRecord): Promise<string> {
  const { makeJson, makeSgf } = await formats();
  const sgf = makeSgf(record);
  return sgf.ok ? sgf.value : makeJson(record);
}

export const fileOf = (stored: string): RecordFile => ({
  format: stored.startsWith('{') ? 'json' : 'sgf',
  text: stored,
});

/** Reads what `storeRecord` has made; anything else is our own mistake. */
export async function readRecord(stored: string): Promise<GameRecord> {
  const { parseJson, parseSgf } = await formats();
  const { format, text } = fileOf(stored);
  const read = format === 'json' ? parseJson(text) : parseSgf(text);
  if (!read.ok) throw new Error(`a kept record cannot be read: ${read.problem}`);
  const record = Array.isArray(read.value) ? read.value[0] : read.value;
  if (record === undefined) throw new Error('a kept record has no game');
  return record;
}
