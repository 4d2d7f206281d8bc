import type { RandomInt } from '../clients/random.ts';

/** Counts an outcome of an input, by its name. */
export type ReportOutcome = (outcome: string) => void;

/** Code that must handle every input, with the checks for it. */
export interface Target<Input> {
  readonly name: string;
  /** Outcomes that must occur in a run of some ten thousand inputs. If they do not, the generator is not good enough. */
  readonly expectedOutcomes: readonly string[];
  /** The first inputs of the corpus: valid ones. */
  readonly seeds: readonly Input[];
  generate(randomInt: RandomInt): Input;
  mutate(input: Input, other: Input, randomInt: RandomInt): Input;
  /** Throws an error if a check fails. */
  run(input: Input, report: ReportOutcome): void;
  /** Simpler inputs, the smallest first, to simplify an input that fails. */
  simplerInputs(input: Input): Iterable<Input>;
  /** The input as readable text, which can be used in a test. */
  show(input: Input): string;
  /** The number of messages or steps in the input. */
  count(input: Input): number;
}
