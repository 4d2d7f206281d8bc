import type { Plot } from './plot.ts';
import { type Figure, isReached, type Section } from './section.ts';

/** What was measured, by section, and on what. */
export interface Results {
  readonly machine: string;
  readonly sections: Readonly<Record<string, Section>>;
}

const INTRODUCTION = `# How fast

    npm run bench                 # all of it
    npm run bench -- rules        # one section

\`npm run bench\` writes this page and \`bench/results.json\`. Machines differ and are busy, so figures are ratios to
something that was measured in the same run, beside it; but memory, how many there are, and what a pairing takes are what they are.
A figure is the median of its rounds, with the two values between which half of the rounds lie (between neighbours where that falls
between two). The time of the rules is the processor's, that of the threads which collect garbage included; elsewhere it is the
wall's, where it does not say otherwise. A section that was run alone stands beside what the others came to before.`;

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

const sectionText = ({ title, method, figures, plots = [] }: Section): string =>
  [`## ${title}`, ...method, ...tableOf(figures), ...plots.map(plotText)].join('\n\n');

/** The results as a page of Markdown. */
export const pageOf = ({ machine, sections }: Results): string =>
  `${[INTRODUCTION, `Measured on ${machine}.`, ...Object.values(sections).map(sectionText)].join('\n\n')}\n`;
