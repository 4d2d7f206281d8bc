import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClassRow } from './class-file.ts';
import { makeClassPage } from './class-page.ts';
import { makeClausesCsv, makeStudentsCsv } from './class-tables.ts';
import { type ExaminedRow, examineRow, type RowOptions } from './examine-row.ts';
import { makeRowPage } from './row-page.ts';

export interface ClassOptions extends RowOptions {
  /** Rows that run at the same time. */
  readonly jobs: number;
  /** An empty folder for the reports. */
  readonly reports: string;
  /** Called after each row, in the order in which they end. */
  readonly onExamined: (examined: ExaminedRow) => void;
}

/** Examines all rows and writes the report of each, then the tables of the class. Results are in the order of the file. */
export async function examineClass(rows: readonly ClassRow[], options: ClassOptions): Promise<readonly ExaminedRow[]> {
  const examined: ExaminedRow[] = [];
  const waiting = [...rows];
  const work = async (): Promise<void> => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      const result = await examineRow(row, options);
      examined.push(result);
      await writeFile(join(options.reports, fileOf(result)), await makeRowPage(result));
      options.onExamined(result);
    }
  };
  await Promise.all(Array.from({ length: options.jobs }, work));
  examined.sort((one, other) => one.row.number - other.row.number);
  await writeFile(join(options.reports, 'index.html'), await makeClassPage(examined, fileOf));
  await writeFile(join(options.reports, 'students.csv'), makeStudentsCsv(examined));
  await writeFile(join(options.reports, 'clauses.csv'), makeClausesCsv(examined));
  return examined;
}

/** Letters of a name that a file name shows. */
const SHOWN = 40;

function fileOf({ row }: ExaminedRow): string {
  const slug = row.student
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, SHOWN);
  return `${[String(row.number).padStart(3, '0'), slug].filter((part) => part !== '').join('-')}.html`;
}
