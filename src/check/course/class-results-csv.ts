import { makeCsv } from '../../csv.ts';
import { counts } from '../report.ts';
import type { Verdict } from '../runner/verdict.ts';
import type { ExaminedRow } from './examine-row.ts';

/** The name of the file with the report of a row. */
type PageOf = (examined: ExaminedRow) => string;

/** The table students.csv: one line for each row of the class file. */
export const makeStudentsCsv = (all: readonly ExaminedRow[], pageOf: PageOf): string =>
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
export const makeClausesCsv = (all: readonly ExaminedRow[], pageOf: PageOf): string =>
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
