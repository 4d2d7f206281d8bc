import type { Spread } from './compare-processor-time.ts';
import type { Plot } from './plot.ts';

/** One thing that was measured. */
export interface MeasuredValue {
  readonly what: string;
  /** What it is a ratio to, or the unit. */
  readonly against: string;
  readonly value: Spread;
  readonly goal?: { readonly atLeast: number } | { readonly atMost: number };
  /** What it comes from, in words. */
  readonly note?: string;
}

/** A part of the benchmark: measures one thing after the other, and says each figure and shows each plot as soon as it has it. */
export type MeasureSection = (say: (figure: MeasuredValue) => void, show: (plot: Plot) => void) => Promise<void> | void;

/** What it measures and how, and what came out. */
export interface SectionResult {
  readonly title: string;
  /** Paragraphs of Markdown. */
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
