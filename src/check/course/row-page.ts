import { html } from 'hono/html';
import type { CheckedClause } from '../check-server.ts';
import { counts } from '../report.ts';
import type { DialogueMismatch, Verdict } from '../runner/verdict.ts';
import type { ExaminedRow } from './examine-row.ts';
import { type Html, makePage } from './report-frame.ts';
import { visibleText } from './visible-text.ts';

/** The CSS class of a verdict or an outcome. */
export const styleOf = (kind: Verdict['kind'] | ExaminedRow['outcome']): string =>
  kind === 'not reached' || kind === 'not examined' ? 'open' : kind;

export async function makeRowPage(examined: ExaminedRow): Promise<string> {
  const { row, outcome, report, remarks, output, seconds } = examined;
  const { kept, broken, notReached } = counts(report.checked);
  const student = visibleText(row.student);
  return await makePage(
    `${row.student}: ${row.protocol} ${row.program.kind}`,
    html`<p><a href="index.html">The class</a></p>
<h1>${student}</h1>
<p>${row.protocol} ${row.program.kind}: <strong class="${styleOf(outcome)}">${outcome}</strong>.
${kept} clauses kept, ${broken} broken, ${notReached} not reached.</p>
<p class="faint">Examined in ${seconds.toFixed(1)} s: <code>${visibleText(row.run)}</code></p>
${remarks.length === 0 ? '' : html`<h2>Remarks</h2><ul>${remarks.map((remark) => html`<li>${visibleText(remark)}</li>`)}</ul>`}
${mismatches(report.checked)}
${report.checked.length === 0 ? html`<p>No clause could be tested.</p>` : allClauses(report.checked)}
${output === '' ? '' : html`<h2>Output of the program</h2><p class="faint">The last part of standard output and standard error.</p><pre>${visibleText(output)}</pre>`}
`,
  );
}

function mismatches(checked: readonly CheckedClause[]): Html | '' {
  const broken = checked.flatMap(({ title, verdict }) =>
    verdict.kind === 'broken' ? [{ title, ...verdict.mismatch }] : [],
  );
  if (broken.length === 0) return '';
  return html`<h2>What differs from the document</h2>
<p class="faint">For each broken clause the conversation, the expected message, and what was received instead.</p>
${broken.map(mismatchOf)}`;
}

const mismatchOf = ({
  title,
  dialogue,
  expected,
  received,
}: DialogueMismatch & { readonly title: string }): Html => html`<section class="mismatch">
<h3>${visibleText(title)}</h3>
${dialogue.length === 0 ? '' : html`<pre>${visibleText(dialogue.join('\n'))}</pre>`}
<dl><dt>Expected</dt><dd class="kept"><code>${visibleText(expected)}</code></dd>
<dt>Received</dt><dd class="broken"><code>${visibleText(received)}</code></dd></dl>
</section>
`;

function allClauses(checked: readonly CheckedClause[]): Html {
  const sections = [...new Set(checked.map(({ section }) => section))];
  return html`<h2>All clauses</h2>
${sections.map(
  (section) => html`<table>
<caption>${visibleText(section)}</caption>
<thead><tr><th scope="col">Verdict</th><th scope="col">Clause</th></tr></thead>
<tbody>
${checked.filter((each) => each.section === section).map(clauseRow)}</tbody>
</table>
`,
)}`;
}

const clauseRow = ({
  title,
  verdict,
}: CheckedClause): Html => html`<tr><td class="v ${styleOf(verdict.kind)}">${verdict.kind}</td>
<th scope="row">${visibleText(title)}${noteOn(verdict)}</th></tr>
`;

function noteOn(verdict: Verdict): Html | '' {
  const notes = verdict.kind === 'kept' ? verdict.notes : verdict.kind === 'not reached' ? [verdict.reason] : [];
  return notes.length === 0 ? '' : html`<p class="faint">${visibleText(notes.join('; '))}</p>`;
}
