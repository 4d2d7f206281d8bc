import type { MedianWithQuartiles } from './compare-processor-time.ts';
import type { Plot } from './plot.ts';

/** One figure of the benchmark: a row of its table. */
export interface MeasuredValue {
  readonly what: string;
  /** The program by whose value the figure is divided, or the unit. */
  readonly against: string;
  readonly value: MedianWithQuartiles;
  readonly goal?: { readonly atLeast: number } | { readonly atMost: number };
  /** The absolute values behind a ratio, or another remark. */
  readonly note?: string;
}

/** Measures one section of the benchmark. It reports each figure and each plot as soon as it has been measured. */
export type MeasureSection = (
  report: (figure: MeasuredValue) => void,
  reportPlot: (plot: Plot) => void,
) => Promise<void> | void;

/** One section of the benchmark with its results. */
export interface SectionResult {
  readonly title: string;
  /** How the section measures: paragraphs of Markdown. */
  readonly method: readonly string[];
  readonly figures: readonly MeasuredValue[];
  readonly plots?: readonly Plot[];
}

/** A section before it is measured. */
export interface SectionDefinition extends Omit<SectionResult, 'figures' | 'plots'> {
  readonly measure: MeasureSection;
}

export function isReached({ value, goal }: MeasuredValue): boolean | undefined {
  if (goal === undefined) return undefined;
  return 'atLeast' in goal ? value.median >= goal.atLeast : value.median <= goal.atMost;
}
