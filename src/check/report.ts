import { styleText } from 'node:util';
import type { CheckedClause } from './check-server.ts';
import type { DialogueMismatch, Verdict } from './runner/verdict.ts';

export interface Report {
  /** The tested server or client as text, such as `nu6://127.0.0.1:1919`. */
  readonly subject: string;
  readonly checked: readonly CheckedClause[];
}

export const isClean = ({ checked }: Report): boolean => checked.every(({ verdict }) => verdict.kind !== 'broken');

/**
 * Whether at least half of the clauses that apply were reached, without a flood. A clause does not apply if it is about
 * a mode that the server does not run, or about a connection that the client did not make.
 */
export function isExamined({ checked }: Report): boolean {
  const causes = checked.map(({ verdict }) => (verdict.kind === 'not reached' ? verdict.cause : undefined));
  const { kept, broken } = counts(checked);
  const applying = checked.length - causes.filter((cause) => cause === 'another mode' || cause === 'no call').length;
  return !causes.includes('flood') && kept + broken > 0 && 2 * (kept + broken) >= applying;
}

export const reportJson = (report: Report): string =>
  JSON.stringify(
    { subject: report.subject, examined: isExamined(report), ...counts(report.checked), clauses: report.checked },
    null,
    2,
  );

const WIDTH = 80;
const INDENT = 15;

/**
 * The report as text, 80 columns wide: the verdicts in the order of the document, with the dialogue of each broken
 * clause.
 */
export function printReport(report: Report, colored: boolean): string {
  const { subject, checked } = report;
  const paint = (kind: Verdict['kind'], text: string): string =>
    colored ? styleText(COLORS[kind], text, { validateStream: false }) : text;
  const notes = [...new Set(checked.flatMap(({ verdict }) => (verdict.kind === 'kept' ? verdict.notes : [])))];
  const rows = checked.flatMap(({ section, title, verdict }, index) => [
    ...(checked[index - 1]?.section === section ? [] : ['', section]),
    `  ${paint(verdict.kind, (verdict.kind + noteMarks(verdict, notes)).padEnd(INDENT - 3))} ${title}`,
    ...details(verdict),
  ]);
  const { kept, broken, notReached } = counts(checked);
  const footnotes = notes.map((note, index) => `  [${index + 1}] ${note}`);
  const legend = notes.length === 0 ? [] : ['', 'Kept, with differences from the document:', ...footnotes];
  const remark = isExamined(report) ? [] : ['not examined: too few clauses were reached'];
  return [
    ...rows,
    ...legend,
    '',
    `${subject}: ${kept} kept, ${broken} broken, ${notReached} not reached`,
    ...remark,
    '',
  ]
    .join('\n')
    .trimStart();
}

const COLORS = { kept: 'green', broken: 'red', 'not reached': 'yellow' } as const;

export function counts(checked: readonly CheckedClause[]): { kept: number; broken: number; notReached: number } {
  const count = (kind: Verdict['kind']): number => checked.filter(({ verdict }) => verdict.kind === kind).length;
  return { kept: count('kept'), broken: count('broken'), notReached: count('not reached') };
}

function noteMarks(verdict: Verdict, notes: readonly string[]): string {
  if (verdict.kind !== 'kept' || verdict.notes.length === 0) return '';
  return ` [${verdict.notes.map((note) => notes.indexOf(note) + 1).join(',')}]`;
}

function details(verdict: Verdict): string[] {
  switch (verdict.kind) {
    case 'kept':
      return [];
    case 'broken':
      return mismatchLines(verdict.mismatch).map(indented);
    case 'not reached':
      return wrapped(verdict.reason, WIDTH - INDENT - 2).map(indented);
  }
}

const mismatchLines = ({ dialogue, expected, received }: DialogueMismatch): string[] => [
  ...dialogue,
  `expected: ${expected}`,
  `received: ${received}`,
];

function indented(line: string): string {
  const text = `${' '.repeat(INDENT + 2)}${line.replace(/\p{Cc}/gu, '\u{fffd}')}`;
  return text.length <= WIDTH ? text : `${text.slice(0, WIDTH - 1)}…`;
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
