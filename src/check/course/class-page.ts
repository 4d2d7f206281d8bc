import { html } from 'hono/html';
import { counts } from '../report.ts';
import type { Verdict } from '../runner/verdict.ts';
import type { ExaminedRow } from './examine-row.ts';
import { type Html, makePage } from './report-frame.ts';
import { styleOf } from './row-page.ts';
import { visibleText } from './visible-text.ts';

/**
 * The page of the class: a table of the students with links to their reports, and tables of the clauses with the
 * students who broke them.
 */
export async function makeClassPage(
  all: readonly ExaminedRow[],
  fileOf: (examined: ExaminedRow) => string,
): Promise<string> {
  const passed = all.filter(({ outcome }) => outcome === 'passed').length;
  return await makePage(
    'The class',
    html`<h1>The class</h1>
<p>${passed} of ${all.length} passed. <a href="students.csv">students.csv</a> has this table,
and <a href="clauses.csv">clauses.csv</a> has every verdict.</p>
<h2>Students</h2>
<table>
<thead><tr><th scope="col">Student</th><th scope="col">Program</th><th scope="col">Result</th><th scope="col" class="n">Kept</th>
<th scope="col" class="n">Broken</th><th scope="col" class="n">Not reached</th><th scope="col">Remarks</th></tr></thead>
<tbody>
${all.map((examined) => studentRow(examined, fileOf(examined)))}</tbody>
</table>
${groupsOf(all).map(clauseTable)}`,
  );
}

function studentRow({ row, outcome, report, remarks }: ExaminedRow, file: string): Html {
  const { kept, broken, notReached } = counts(report.checked);
  return html`<tr><th scope="row"><a href="${file}">${visibleText(row.student)}</a></th><td>${row.protocol} ${row.program.kind}</td>
<td class="v ${styleOf(outcome)}">${outcome}</td><td class="n" data-label="kept">${kept}</td><td class="n" data-label="broken">${broken}</td>
<td class="n" data-label="not reached">${notReached}</td><td>${visibleText(remarks.join('; '))}</td></tr>
`;
}

interface ProgramGroup {
  readonly title: string;
  readonly examined: readonly ExaminedRow[];
}

/** Groups the rows by protocol and kind, in the order of the file. */
function groupsOf(all: readonly ExaminedRow[]): ProgramGroup[] {
  const titleOf = ({ row }: ExaminedRow): string => `${row.protocol} ${row.program.kind}`;
  return [...new Set(all.map(titleOf))].map((title) => ({
    title,
    examined: all.filter((each) => titleOf(each) === title),
  }));
}

function clauseTable({ title, examined }: ProgramGroup): Html {
  const verdicts = new Map<string, { student: string; kind: Verdict['kind'] }[]>();
  for (const { row, report } of examined) {
    for (const { title, verdict } of report.checked) {
      const verdictsOfClause = verdicts.get(title) ?? [];
      verdicts.set(title, verdictsOfClause);
      verdictsOfClause.push({ student: row.student, kind: verdict.kind });
    }
  }
  if (verdicts.size === 0) return html``;
  return html`<h2>${title}: clause by clause</h2>
<table>
<thead><tr><th scope="col">Clause</th><th scope="col" class="n">Kept</th><th scope="col" class="n">Broken</th>
<th scope="col" class="n">Not reached</th><th scope="col">Broken by</th></tr></thead>
<tbody>
${[...verdicts].map(([clause, verdictsOfClause]) => {
  const count = (kind: Verdict['kind']): number => verdictsOfClause.filter((each) => each.kind === kind).length;
  const students = verdictsOfClause.filter(({ kind }) => kind === 'broken').map(({ student }) => student);
  return html`<tr><th scope="row">${visibleText(clause)}</th><td class="n" data-label="kept">${count('kept')}</td>
<td class="n" data-label="broken">${count('broken')}</td><td class="n" data-label="not reached">${count('not reached')}</td>
<td class="broken">${visibleText(students.join(', '))}</td></tr>
`;
})}</tbody>
</table>
`;
}
