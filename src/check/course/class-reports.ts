import { makeClassPage } from './class-page.ts';
import { makeClausesCsv, makeStudentsCsv } from './class-results-csv.ts';
import type { ExaminedRow } from './examine-row.ts';
import { makeRowPage } from './row-page.ts';

/** The files of a report by their names: a page for each row, a page of the class, and two CSV tables. */
export async function makeClassReports(examined: readonly ExaminedRow[]): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const each of examined) files.set(pageOf(each), await makeRowPage(each));
  files.set('index.html', await makeClassPage(examined, pageOf));
  files.set('students.csv', makeStudentsCsv(examined, pageOf));
  files.set('clauses.csv', makeClausesCsv(examined, pageOf));
  return files;
}

/** The number of characters of a student's name in a file name. */
const LONGEST_SLUG = 40;

/** The name of the file with the report of this row. */
function pageOf({ row }: ExaminedRow): string {
  const slug = row.student
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, LONGEST_SLUG);
  return `${[String(row.number).padStart(3, '0'), slug].filter((part) => part !== '').join('-')}.html`;
}
