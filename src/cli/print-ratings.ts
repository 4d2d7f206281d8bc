import { existsSync } from 'node:fs';
import stringWidth from 'string-width';
import { type HeadToHead, makeRatingReport, type RatingReport } from '../archive/rating-report.ts';
import { openDatabaseToRead } from '../database/database.ts';
import { DatabaseUnavailable, DatabaseUnusable } from '../database/database-errors.ts';
import { archiveBeside, isPostgres } from '../database/database-location.ts';
import { RATING_CLASSES } from '../protocols/api/value-schemas.ts';
import { exitWithUsageError } from './exit-with-usage-error.ts';

interface RatingOptions {
  readonly class?: string;
  readonly from?: string;
  readonly to?: string;
  readonly json?: true;
  readonly data: string;
  readonly database?: string;
}

/** A cross table with more players is too wide for a terminal; `--json` has all of it. */
const WIDEST_TABLE = 30;

/** Exits with 1 if there is no rated game. */
export async function printRatings(options: RatingOptions): Promise<void> {
  const classes = RATING_CLASSES.filter((kind) => options.class === undefined || kind === options.class);
  if (classes.length === 0)
    exitWithUsageError(`--class: ${JSON.stringify(options.class)} is not one of ${RATING_CLASSES.join(', ')}`);
  const period = { from: day('from', options.from), to: day('to', options.to) };
  const where = options.database ?? archiveBeside(options.data);
  if (!isPostgres(where) && !existsSync(where)) exitWithUsageError(`${where} does not exist`);
  try {
    const database = await openDatabaseToRead(where);
    const reports = await Promise.all(classes.map((kind) => makeRatingReport(database, kind, period)));
    await database.destroy();
    const rated = reports.filter((report) => report !== undefined);
    if (rated.length === 0) process.stderr.write('tengen: there are no rated games\n');
    process.stdout.write(rated.map((report) => (options.json ? jsonOf(report) : textOf(report))).join('\n'));
    process.exitCode = rated.length === 0 ? 1 : 0;
  } catch (error) {
    if (error instanceof DatabaseUnusable || error instanceof DatabaseUnavailable) exitWithUsageError(error.message);
    throw error;
  }
}

function day(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time)
    ? exitWithUsageError(`--${option}: ${JSON.stringify(text)} is not a day such as 2026-11-01`)
    : time;
}

const jsonOf = ({ crossTable, ...report }: RatingReport): string =>
  `${JSON.stringify({ ...report, crossTable: crossTable.map((row) => row.map((tally) => tally ?? null)) })}\n`;

function textOf(report: RatingReport): string {
  const { players, whiteAdvantage, drawRate } = report;
  const many = report.omitted === 0 ? '' : ` (${report.omitted} more, who have played the fewest, are left out)`;
  const ratings = [
    ['', 'player', 'rating', '±', 'games', 'won', 'lost', 'drawn', 'Glicko-2', '±'],
    ...players.map(({ name, estimate, glicko, won, lost, drawn }, index) => [
      `${index + 1}`,
      name,
      estimate.value.toFixed(0),
      estimate.error.toFixed(0),
      ...[won + lost + drawn, won, lost, drawn].map(String),
      glicko.rating.toFixed(0),
      (1.96 * glicko.deviation).toFixed(0),
    ]),
  ];
  const lines = [
    `${report.class}: ${report.games} rated games of ${players.length} players${many}`,
    '',
    ...aligned(ratings),
    '',
    `White's advantage: ${whiteAdvantage.value.toFixed(0)} ± ${whiteAdvantage.error.toFixed(0)}. Draws between equal players: ${(100 * drawRate).toFixed(0)} %. ± is half of a 95 % interval.`,
  ];
  if (players.length > WIDEST_TABLE) return `${lines.join('\n')}\n`;
  const cross = [
    ['', 'won-lost-drawn', ...players.map((_, index) => `${index + 1}`)],
    ...report.crossTable.map((row, index) => [`${index + 1}`, players[index]!.name, ...row.map(cell)]),
  ];
  return `${[...lines, '', ...aligned(cross)].join('\n')}\n`;
}

const cell = (tally: HeadToHead | undefined): string => tally?.join('-') ?? '.';

/** Pads the cells of each column to the same width. The second column is aligned left, all others right. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => stringWidth(row[column]!))));
  const pad = (text: string, column: number): string => {
    const space = ' '.repeat(widths[column]! - stringWidth(text));
    return column === 1 ? text + space : space + text;
  };
  return rows.map((row) => row.map(pad).join('  ').trimEnd());
}
