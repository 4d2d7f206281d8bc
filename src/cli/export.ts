import { Command } from 'commander';
import { JournalUnusable } from '../journal/journal.ts';
import { openSqliteJournal, type SqliteJournal } from '../journal/sqlite.ts';
import type { GameId } from '../lobby/event.ts';
import { recordOf } from '../lobby/record.ts';
import { parseWholeNumber } from '../protocols/whole-number.ts';
import { ok, problem, type Result } from '../result.ts';
import { makeJson } from '../rules/records/json.ts';
import type { GameRecord } from '../rules/records/record.ts';
import { makeSgf } from '../rules/records/sgf.ts';
import { version } from '../server/version.ts';
import { refuse } from './refuse.ts';

export const exportCommand = new Command('export')
  .description('Write games out of the database, finished or not, to standard output.')
  .argument('[game...]', 'numbers of games; without any, all of them')
  .option('--sgf', 'one SGF collection, for boards up to 52 lines (the default)')
  .option('--json', 'one JSON object a line, for boards of any size')
  .option('--data <file>', 'database of the games', './tengen.db')
  .action(exportGames);

interface ExportOptions {
  readonly data: string;
  readonly sgf?: true;
  readonly json?: true;
}

async function exportGames(wanted: readonly string[], options: ExportOptions): Promise<void> {
  process.stdout.on('error', stopWriting);
  if (options.sgf && options.json) refuse('--sgf and --json do not go together');
  const numbers = wanted.map(
    (text) => parseWholeNumber(text) ?? refuse(`${JSON.stringify(text)} is no number of a game`),
  );
  const make = options.json ? (record: GameRecord) => ok(makeJson(record)) : sgfOf;
  try {
    const journal = await openSqliteJournal({ path: options.data, readOnly: true });
    process.exitCode = (await write(journal, numbers, make)) ? 0 : 1;
    await journal.close();
  } catch (error) {
    if (error instanceof JournalUnusable) refuse(error.message);
    throw error;
  }
}

/** Whoever reads may have seen enough, as `head` has, and then nobody is left to write for. */
function stopWriting(error: NodeJS.ErrnoException): never {
  return error.code === 'EPIPE' ? process.exit(0) : refuse(`cannot write to standard output: ${error.message}`);
}

function sgfOf(record: GameRecord): Result<string> {
  const sgf = makeSgf(record);
  return sgf.ok
    ? sgf
    : problem(`${record.size.width}x${record.size.height} is more than SGF can hold; --json takes it`);
}

/** Writes one game after the other, whatever their number; false if any could not be written. */
async function write(
  journal: SqliteJournal,
  numbers: readonly GameId[],
  make: (record: GameRecord) => Result<string>,
): Promise<boolean> {
  let all = true;
  for await (const game of numbers.length > 0 ? numbers : gamesOf(journal)) {
    const entries = await journal.game(game);
    const made =
      entries.length === 0 ? undefined : make({ ...recordOf(entries), application: { name: 'tengen', version } });
    if (made?.ok) process.stdout.write(`${made.value.trimEnd()}\n`);
    else {
      all = false;
      process.stderr.write(`tengen: game ${game}: ${made === undefined ? 'there is none' : made.problem}\n`);
    }
  }
  return all;
}

async function* gamesOf(journal: SqliteJournal): AsyncGenerator<GameId> {
  for await (const { game } of journal.games(0)) yield game;
}
