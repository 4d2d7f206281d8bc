import type { Plot } from './plot.ts';
import { type Figure, isReached, type SectionResult } from './section.ts';

/** What was measured, by section, and on what. */
export interface Results {
  readonly machine: string;
  readonly sections: Readonly<Record<string, SectionResult>>;
}

const INTRODUCTION = `# Benchmarks

    npm run bench                 # all sections
    npm run bench -- rules        # one section
    npm run bench -- server --against COMMIT   # the server beside an earlier one; prints ratios, writes nothing

\`npm run bench\` writes this page and \`bench/results.json\`.

- Most figures are ratios to something that was measured in the same run, because machines differ and may be busy. Memory,
  counts and the times of pairings are absolute.
- A figure is the median of several rounds. The two values in brackets enclose the middle half of the rounds.
- In the section about the rules, time is processor time, garbage collection included. In the other sections it is elapsed time, unless the
  row says otherwise.
- If only one section was run, the figures of the other sections are from earlier runs.`;

const number = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 0 });

function goalOf(figure: Figure): string {
  if (figure.goal === undefined) return '';
  const words =
    'atLeast' in figure.goal ? `at least ${number(figure.goal.atLeast)}` : `at most ${number(figure.goal.atMost)}`;
  return isReached(figure) ? words : `**${words}: not reached**`;
}

function rowOf(figure: Figure): string {
  const { median, low, high, rounds } = figure.value;
  const spread = rounds === 1 ? '' : ` (${number(low)} to ${number(high)})`;
  const cells = [figure.what, `${number(median)}${spread}`, figure.against, goalOf(figure), figure.note ?? ''];
  return `| ${cells.join(' | ')} |`;
}

const plotText = ({ name, title, bend }: Plot): string =>
  [`### ${title}`, `![${title}](plots/${name}.svg)`, bend].join('\n\n');

const tableOf = (figures: readonly Figure[]): readonly string[] =>
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
export const pageOf = ({ machine, sections }: Results): string =>
  `${[INTRODUCTION, `Measured on ${machine}.`, ...Object.values(sections).map(sectionText)].join('\n\n')}\n`;
