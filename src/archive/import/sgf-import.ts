import { gzipSync } from 'node:zlib';
import { type GameEnd, type GameParametersJson, values } from '../../protocols/api/value-schemas.ts';
import { ok, problem, type Result } from '../../result.ts';
import { COLORS } from '../../rules/color.ts';
import type { GoRuleset } from '../../rules/go/ruleset.ts';
import { GOMOKU_RULES } from '../../rules/gomoku/gomoku-rules.ts';
import type { GameRecord } from '../../rules/records/game-record.ts';
import { parseRules } from '../../rules/records/rules-text.ts';
import { parseSgfFile, type SgfFileGame } from '../../rules/records/sgf-record-codec.ts';
import type { ImportedOriginal } from '../game-to-archive.ts';
import { makeStoredRecord } from '../stored-record.ts';
import { replayImportedRecord } from './replay-imported-record.ts';

/** A valid game of a file. To be stored in the archive, it only needs a number. */
export interface ParsedSgfGame {
  readonly board: GameParametersJson;
  readonly black: string;
  readonly white: string;
  readonly end: GameEnd;
  /** The day on which the game was played, in milliseconds since the epoch, if the file has it. */
  readonly played: number | undefined;
  readonly record: GameRecord;
  /** The stored text of the record. */
  readonly stored: string;
  readonly original: ImportedOriginal;
}

/** The valid games of a file, and one line about each invalid game. */
export interface ParsedSgfFile {
  readonly games: readonly ParsedSgfGame[];
  readonly problems: readonly string[];
}

/** The maximum number of games of one file. */
const MAX_GAMES = 1_000;
const MAX_PROBLEMS = 100;
const FEWEST_GO_LINES = 2;
const FEWEST_GOMOKU_LINES = 5;
const MAX_KOMI = 1_000;
/** Bytes. A longer text of one game is not stored. Even a joseki dictionary is shorter. */
const MAX_ORIGINAL = 1024 * 1024;

const UNNAMED = 'unknown';

/** The most permissive rules, for a file whose rules we do not know. */
const LENIENT: GoRuleset = { ko: 'simple', suicide: 'allowed' };

/** Reads the games of an SGF collection. `charset`: the encoding, which overrides CA. Fails if it is no collection or has too many games. */
export function readImport(given: Uint8Array, charset?: string): Result<ParsedSgfFile> {
  const { bytes, encoding, note } = inUtf8(given, charset);
  const read = parseSgfFile(bytes, MAX_GAMES, encoding);
  if (!read.ok) return read;
  const games: ParsedSgfGame[] = [];
  const problems: string[] = [];
  for (const [index, game] of read.value.entries()) {
    const imported = game.read.ok ? readGame(bytes, game, game.read.value, note) : game.read;
    if (imported.ok) games.push(imported.value);
    // The parser names the game in its message.
    else problems.push(game.read.ok ? `game ${index + 1}: ${imported.problem}` : imported.problem);
  }
  const surplus = problems.length - MAX_PROBLEMS;
  return ok({ games, problems: surplus > 0 ? [...problems.slice(0, MAX_PROBLEMS), `and ${surplus} more`] : problems });
}

/** Converts a file in UTF-16, which begins with a byte order mark, to UTF-8, because SGF is read byte by byte. */
function inUtf8(
  bytes: Uint8Array,
  charset: string | undefined,
): { readonly bytes: Uint8Array; readonly encoding: string | undefined; readonly note?: string } {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (!isUtf16) return { bytes, encoding: charset };
  const text = new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  return {
    bytes: new TextEncoder().encode(text),
    encoding: 'utf-8',
    note: 'the file is in UTF-16 and stored in UTF-8',
  };
}

function readGame(
  bytes: Uint8Array,
  file: SgfFileGame,
  { record, notes }: { readonly record: GameRecord; readonly notes: readonly string[] },
  note: string | undefined,
): Result<ParsedSgfGame> {
  const board = readBoard(record);
  if (!board.ok) return board;
  const names = { black: record.black ?? UNNAMED, white: record.white ?? UNNAMED };
  const invalidSide = COLORS.find((color) => !values().name.safeParse(names[color]).success);
  if (invalidSide !== undefined)
    return problem(`the name of ${invalidSide} is longer than 64 characters or not a valid name`);
  const replayed = replayImportedRecord(storable(record), board.value);
  if (!replayed.ok) return replayed;
  const { end, record: agreed } = replayed.value;
  const stored = makeStoredRecord(agreed);
  if (!stored.ok) return stored;
  const original = originalOf(bytes.subarray(file.start, file.end), file.charset ?? 'utf-8', [
    ...(note === undefined ? [] : [note]),
    ...notes,
    ...rulesNote(record, board.value),
    ...replayed.value.notes,
  ]);
  return ok({
    board: board.value,
    ...names,
    end,
    played: dayOf(record.date),
    record: agreed,
    stored: stored.value,
    original,
  });
}

function originalOf(text: Uint8Array, charset: string, notes: readonly string[]): ImportedOriginal {
  const isKept = text.length <= MAX_ORIGINAL;
  const lost = `the original text has ${text.length} bytes, more than the maximum of ${MAX_ORIGINAL}`;
  return {
    charset,
    bytes: text.length,
    gzip: isKept ? gzipSync(text).toString('base64') : undefined,
    notes: isKept ? notes : [lost, ...notes],
  };
}

/** PostgreSQL cannot store a NUL in a text, and NUL has no meaning in SGF. */
function storable(record: GameRecord): GameRecord {
  const json = JSON.stringify(record);
  if (!json.includes('\\u0000')) return record;
  return JSON.parse(json, (_, value) => (typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value));
}

function readBoard({ game, size, komi = 0, rules = '', moves }: GameRecord): Result<GameParametersJson> {
  if (size.width !== size.height)
    return problem(`its board is ${size.width}x${size.height}, and only square boards are supported`);
  const least = game === 'go' ? FEWEST_GO_LINES : FEWEST_GOMOKU_LINES;
  if (size.width < least) return problem(`its board has ${size.width} lines, and the minimum is ${least}`);
  if (moves.length === 0) return problem('it has no moves');
  if (game === 'gomoku') return ok({ game, size: size.width, rule: gomokuRule(rules) ?? 'freestyle' });
  if (Number(komi.toFixed(2)) !== komi) return problem(`a komi of ${komi} has more than two decimals`);
  if (Math.abs(komi) > MAX_KOMI) return problem(`a komi of ${komi} is more than ${MAX_KOMI}`);
  return ok({ game, size: size.width, komi, ...(parseRules(rules) ?? LENIENT) });
}

const gomokuRule = (rules: string) => GOMOKU_RULES.find((known) => known === rules.trim().toLowerCase());

/** The rules by which the moves were checked, if RU names other rules. */
function rulesNote({ rules }: GameRecord, board: GameParametersJson): readonly string[] {
  if (rules === undefined || (board.game === 'go' ? parseRules(rules) : gomokuRule(rules)) !== undefined) return [];
  const judged = board.game === 'go' ? 'the most permissive rules: simple ko, suicide allowed' : board.rule;
  return [`RU is stored, and the moves are checked by ${judged}`];
}

/** The first day of a date: `1846-09-11,12`, `1846-09`, `1846`. */
function dayOf(date: string | undefined): number | undefined {
  const [, year, month = '01', day = '01'] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(date ?? '') ?? [];
  const time = year === undefined ? Number.NaN : Date.parse(`${year}-${month}-${day}`);
  return Number.isNaN(time) ? undefined : time;
}
