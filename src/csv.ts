import Papa from 'papaparse';
import { ok, problem, type Result } from './result.ts';
import { readSmallFile } from './small-file.ts';

export type CsvCell = string | number | boolean | undefined;

/** Beginnings that a spreadsheet may read as a formula (OWASP, "CSV Injection"). The full-width forms count as well. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/**
 * Rows as CSV (RFC 4180, lines end with CR LF). A text that a spreadsheet may read as a formula gets a `'` in front and
 * is quoted. Numbers stay numbers, negative ones too. A cell that is undefined is empty.
 */
export const makeCsv = (rows: readonly (readonly CsvCell[])[]): string =>
  `${Papa.unparse(
    rows.map((row) => row.map((cell) => cell ?? '')),
    { escapeFormulae: FORMULA, newline: '\r\n' },
  )}\r\n`;

export interface ParsedCsvRow {
  readonly cells: readonly string[];
  /** The line of the file on which the row begins, from 1. */
  readonly line: number;
}

/** Reads the cells of rows by the titles of their columns. */
export interface CsvColumnReader<Title extends string> {
  /** In lower case, in the order of the file. */
  readonly titles: readonly string[];
  /** Without white space around it; empty where the file has no such column or the row no such cell. */
  cell(row: ParsedCsvRow, title: Title): string;
}

/** The columns that a header names. Titles are compared without case and without white space around them. */
export function csvColumnReader<Title extends string>(header: ParsedCsvRow | undefined): CsvColumnReader<Title> {
  const titles = (header?.cells ?? []).map((cell) => cell.trim().toLowerCase());
  return { titles, cell: ({ cells }, title) => cells[titles.indexOf(title)]?.trim() ?? '' };
}

/** Whether a spreadsheet may read the text as a formula. */
export const isFormula = (text: string): boolean => FORMULA.test(text);

/** The text of a CSV file of at most 1 MiB. The problem is one clear line. */
export const readCsvFile = (path: string): Result<string> => readSmallFile(path, '"CSV UTF-8"');

/** A first line in which Excel names the delimiter. */
const SEPARATOR_LINE = /^sep=([,;\t])\r?\n/i;

/** The delimiter that occurs most often in the first line. */
function delimiterOf(text: string): string {
  const [first = ''] = text.split('\n', 1);
  const count = (delimiter: string): number => first.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
}

/** The rows of a CSV file, without empty ones; the delimiter may be a semicolon or a tab. The problem names the line. */
export function parseCsv(text: string): Result<readonly ParsedCsvRow[]> {
  const rows: ParsedCsvRow[] = [];
  let firstError: string | undefined;
  let end = 0;
  const content = text.replace(/^\ufeff/, '');
  const [first, delimiter] = SEPARATOR_LINE.exec(content) ?? ['', undefined];
  const body = content.slice(first.length);
  let line = first === '' ? 1 : 2;
  Papa.parse<string[]>(body, {
    delimiter: delimiter ?? delimiterOf(body),
    step({ data, errors, meta }) {
      const [error] = errors.filter(({ type }) => type === 'Quotes');
      firstError ??= error && `line ${line}: ${error.message.toLowerCase()}`;
      if (data.some((cell) => cell.trim() !== '')) rows.push({ cells: data, line });
      line += body.slice(end, meta.cursor).split('\n').length - 1;
      end = meta.cursor;
    },
  });
  return firstError === undefined ? ok(rows) : problem(firstError);
}
