import { makeCsv } from '../../csv.ts';
import { counts } from '../report.ts';
import type { Verdict } from '../runner/verdict.ts';
import { makeClassPage } from './class-page.ts';
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

/** The name of the file with the report of a row. */
type PageOf = (examined: ExaminedRow) => string;

/** The table students.csv: one line for each row of the class file. */
const makeStudentsCsv = (all: readonly ExaminedRow[], pageOf: PageOf): string =>
  makeCsv([
    [...ROW, 'run', 'result', 'kept', 'broken', 'not reached', 'seconds', 'remarks'],
    ...all.map((examined) => {
      const { row, outcome, report, remarks, seconds } = examined;
      const { kept, broken, notReached } = counts(report.checked);
      const remarksText = remarks.join('; ');
      return [...cellsOf(examined, pageOf), row.run, outcome, kept, broken, notReached, seconds, remarksText];
    }),
  ]);

/** The table clauses.csv: one line for each verdict. */
const makeClausesCsv = (all: readonly ExaminedRow[], pageOf: PageOf): string =>
  makeCsv([
    [...ROW, 'section', 'clause', 'verdict', 'expected', 'instead', 'reason'],
    ...all.flatMap((examined) =>
      examined.report.checked.map(({ section, title, verdict }) => [
        ...cellsOf(examined, pageOf),
        section,
        title,
        verdict.kind,
        ...detailsOf(verdict),
      ]),
    ),
  ]);

/** The columns that identify a row. Several students may have the same name. */
const ROW = ['row', 'report', 'student', 'kind', 'protocol'];

const cellsOf = (examined: ExaminedRow, pageOf: PageOf): readonly (string | number)[] => {
  const { number, student, protocol, program } = examined.row;
  return [number, pageOf(examined), student, program.kind, protocol];
};

function detailsOf(verdict: Verdict): [expected: string, instead: string, reason: string] {
  switch (verdict.kind) {
    case 'kept':
      return ['', '', verdict.notes.join('; ')];
    case 'broken':
      return [verdict.mismatch.expected, verdict.mismatch.received, ''];
    case 'not reached':
      return ['', '', verdict.reason];
  }
}
