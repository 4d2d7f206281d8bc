import { makeCsv } from '../../csv.ts';
import { counts } from '../report.ts';
import type { Verdict } from '../runner/verdict.ts';
import type { ExaminedRow } from './examine-row.ts';

/** One line for each row of the class file. */
export const makeStudentsCsv = (all: readonly ExaminedRow[]): string =>
  makeCsv([
    ['student', 'kind', 'protocol', 'run', 'result', 'kept', 'broken', 'not reached', 'seconds', 'remarks'],
    ...all.map(({ row, outcome, report, remarks, seconds }) => {
      const { kept, broken, notReached } = counts(report.checked);
      const said = remarks.join('; ');
      return [row.student, row.examined.kind, row.protocol, row.run, outcome, kept, broken, notReached, seconds, said];
    }),
  ]);

/** One line for each verdict. */
export const makeClausesCsv = (all: readonly ExaminedRow[]): string =>
  makeCsv([
    ['student', 'kind', 'protocol', 'section', 'clause', 'verdict', 'expected', 'instead', 'reason'],
    ...all.flatMap(({ row, report }) =>
      report.checked.map(({ section, title, verdict }) => [
        row.student,
        row.examined.kind,
        row.protocol,
        section,
        title,
        verdict.kind,
        ...detailsOf(verdict),
      ]),
    ),
  ]);

function detailsOf(verdict: Verdict): [expected: string, instead: string, reason: string] {
  switch (verdict.kind) {
    case 'kept':
      return ['', '', verdict.notes.join('; ')];
    case 'broken':
      return [verdict.fault.expected, verdict.fault.heard, ''];
    case 'not reached':
      return ['', '', verdict.reason];
  }
}
