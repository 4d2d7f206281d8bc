import { DatabaseUnavailable, DatabaseUnusable } from '../database/database-errors.ts';
import { GameDamaged, SqliteFileUnusable } from '../journal/journal.ts';
import { openSqliteJournal } from '../journal/sqlite/sqlite-journal.ts';
import type { GameId } from '../lobby/games/game-event.ts';
import { ConfigurationDiffers } from '../nodes/catch-up-with-stream.ts';
import { NatsUnusable } from '../nodes/nats/nats-settings.ts';
import { parseWholeNumber } from '../protocols/parse-whole-number.ts';
import { ok, problem, type Result } from '../result.ts';
import type { GameRecord } from '../rules/records/game-record.ts';
import { makeJson } from '../rules/records/json-record-codec.ts';
import { makeSgf } from '../rules/records/sgf-record-codec.ts';
import type { ArchiveForExport } from './archive-for-export.ts';
import { exitWithUsageError } from './exit-with-usage-error.ts';
import { type ExportSource, exportedRecord } from './export-source.ts';

interface ExportOptions {
  readonly data: string;
  readonly database?: string;
  readonly nats?: string;
  readonly sgf?: true;
  readonly json?: true;
  readonly original?: true;
  readonly backup?: string;
  readonly salvage?: string;
}

/** Errors that the operator can correct. */
const OPERATOR_ERRORS = [
  SqliteFileUnusable,
  DatabaseUnusable,
  DatabaseUnavailable,
  NatsUnusable,
  ConfigurationDiffers,
] as const;

const modesOf = (options: ExportOptions): (keyof ExportOptions)[] =>
  (['sgf', 'json', 'original', 'backup', 'salvage'] as const).filter((way) => options[way] !== undefined);

export async function runExport(games: readonly string[], options: ExportOptions): Promise<void> {
  const [mode, secondMode] = modesOf(options);
  if (secondMode !== undefined) exitWithUsageError(`--${mode} and --${secondMode} cannot be used together`);
  const { backup, salvage } = options;
  if ((backup ?? salvage) !== undefined && games.length > 0)
    exitWithUsageError(`--${mode} copies all games: leave out the game numbers`);
  if ((backup ?? salvage) !== undefined && options.nats !== undefined)
    exitWithUsageError(`--${mode} copies SQLite files; docs/nodes.md describes the backup of several nodes`);
  try {
    if (backup !== undefined) await (await import('./export-backup.ts')).exportBackup(options, backup);
    else if (salvage !== undefined) await (await import('./export-salvage.ts')).exportSalvage(salvage, options.data);
    else await exportGames(games, options);
  } catch (error) {
    if (error instanceof Error && OPERATOR_ERRORS.some((refusal) => error instanceof refusal))
      exitWithUsageError(error.message);
    throw error;
  }
}

async function exportGames(texts: readonly string[], options: ExportOptions): Promise<void> {
  process.stdout.on('error', stopWriting);
  const numbers = texts.map(
    (text) => parseWholeNumber(text) ?? exitWithUsageError(`${JSON.stringify(text)} is not a game number`),
  );
  const { ArchiveForExport } = await import('./archive-for-export.ts');
  const archive = new ArchiveForExport(options);
  try {
    const all = options.original ? writeOriginals(archive, numbers) : writeGames(archive, numbers, options);
    process.exitCode = (await all) ? 0 : 1;
  } finally {
    await archive.close();
  }
}

async function writeGames(
  archive: ArchiveForExport,
  numbers: readonly GameId[],
  { data, database, nats, json }: ExportOptions,
): Promise<boolean> {
  const make = json ? (record: GameRecord) => ok(makeJson(record)) : sgfOf;
  if (nats !== undefined) {
    const { openNodesExportSource } = await import('./nodes-export-source.ts');
    return await writeEach(await openNodesExportSource(nats, database, archive), numbers, make);
  }
  const journal = await openSqliteJournal({ path: data, readOnly: true });
  const source: ExportSource = {
    async *numbers() {
      for await (const { game } of journal.games(0)) yield game;
      yield* archive.numbers('imported');
    },
    record: async (game) => exportedRecord(await journal.game(game)) ?? (await archive.record(game)),
  };
  try {
    return await writeEach(source, numbers, make);
  } finally {
    await journal.close();
  }
}

async function writeOriginals(archive: ArchiveForExport, numbers: readonly GameId[]): Promise<boolean> {
  let isComplete = true;
  for await (const game of numbers.length > 0 ? numbers : archive.numbers('imported')) {
    if (await archive.writeOriginal(game)) continue;
    isComplete = false;
    reportProblem(game, 'it has no original text');
  }
  return isComplete;
}

const reportProblem = (game: GameId, problem: string): void =>
  void process.stderr.write(`tengen: game ${game}: ${problem}\n`);

/** The reader may close the pipe early, as `head` does. */
function stopWriting(error: NodeJS.ErrnoException): never {
  return error.code === 'EPIPE'
    ? process.exit(0)
    : exitWithUsageError(`cannot write to standard output: ${error.message}`);
}

function sgfOf(record: GameRecord): Result<string> {
  const sgf = makeSgf(record);
  return sgf.ok ? sgf : problem(`${record.size.width}x${record.size.height} is too large for SGF; use --json`);
}

/** Writes the games one after the other; false if one could not be written. */
async function writeEach(
  source: ExportSource,
  numbers: readonly GameId[],
  make: (record: GameRecord) => Result<string>,
): Promise<boolean> {
  let all = true;
  for await (const game of numbers.length > 0 ? numbers : source.numbers()) {
    const made = await makeText(source, game, make);
    if (made.ok) process.stdout.write(`${made.value.trimEnd()}\n`);
    else {
      all = false;
      reportProblem(game, made.problem);
    }
  }
  return all;
}

async function makeText(
  source: ExportSource,
  game: GameId,
  make: (record: GameRecord) => Result<string>,
): Promise<Result<string>> {
  try {
    const record = await source.record(game);
    return record === undefined ? problem('the game does not exist') : make(record);
  } catch (error) {
    if (error instanceof GameDamaged) return problem(error.how);
    throw error;
  }
}
