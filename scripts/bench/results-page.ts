import type { Plot } from './plot.ts';
import { isReached, type MeasuredValue, type SectionResult } from './section.ts';

/** The results of all sections by name, and the machine on which they were measured. */
export interface BenchmarkResults {
  readonly machine: string;
  readonly sections: Readonly<Record<string, SectionResult>>;
}

const INTRODUCTION = `# Benchmarks

    npm run bench                         # measures all sections of this page
    npm run bench -- rules                # measures one section
    npm run bench -- --against COMMIT     # compares the server with an earlier version; prints ratios, writes nothing

\`npm run bench\` writes this page and \`bench/results.json\`.

- Most figures on this page are ratios of two values that were measured in the same run, such as the times of two programs. A
  ratio depends less on the machine than an absolute value. Memory, counts and the times of pairings are absolute values.
- The column *of* names the unit of a figure or, for a ratio, the value by which the figure is divided.
- A figure is the median of several rounds. Half of the rounds lie between the two values in brackets.
- In the section “Rules”, all times are processor times and include garbage collection. In the other sections, times are elapsed
  times, unless the row of the table names processor time.
- A run of one section changes only the figures of that section. All other figures on this page then come from earlier runs.`;

const number = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 0 });

function goalOf(figure: MeasuredValue): string {
  if (figure.goal === undefined) return '';
  const goal =
    'atLeast' in figure.goal ? `at least ${number(figure.goal.atLeast)}` : `at most ${number(figure.goal.atMost)}`;
  return isReached(figure) ? goal : `**${goal}: not reached**`;
}

function rowOf(figure: MeasuredValue): string {
  const { median, low, high, rounds } = figure.value;
  const spread = rounds === 1 ? '' : ` (${number(low)} to ${number(high)})`;
  const cells = [figure.what, `${number(median)}${spread}`, figure.against, goalOf(figure), figure.note ?? ''];
  return `| ${cells.join(' | ')} |`;
}

const plotText = ({ name, title, bend }: Plot): string =>
  [`### ${title}`, `![${title}](plots/${name}.svg)`, bend].join('\n\n');

const tableOf = (figures: readonly MeasuredValue[]): readonly string[] =>
  figures.length === 0
    ? []
    : [
        ['| what | median (half of the rounds) | of | goal | |', '|---|---|---|---|---|', ...figures.map(rowOf)].join(
          '\n',
        ),
      ];

const sectionText = ({ title, method, figures, plots = [] }: SectionResult): string =>
  [`## ${title}`, ...method, ...tableOf(figures), ...plots.map(plotText)].join('\n\n');

/** The results as a page of Markdown. */
export const pageOf = ({ machine, sections }: BenchmarkResults): string =>
  `${[INTRODUCTION, `Measured on ${machine}.`, ...Object.values(sections).map(sectionText)].join('\n\n')}\n`;
