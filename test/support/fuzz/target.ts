import type { RandomInt } from '../clients/random.ts';

/** Takes the name of something that came of an input. */
export type ReportOutcome = (outcome: string) => void;

/** Something that must bear whatever is said to it, and what must hold meanwhile. */
export interface Target<Input> {
  readonly name: string;
  /** What a run of some ten thousand inputs has seen; a generator that misses it makes garbage. */
  readonly mustSee: readonly string[];
  /** Where the corpus begins: what is known to make sense. */
  readonly seeds: readonly Input[];
  generate(randomInt: RandomInt): Input;
  mutate(input: Input, other: Input, randomInt: RandomInt): Input;
  /** Throws where something does not hold. */
  run(input: Input, saw: ReportOutcome): void;
  /** Smaller inputs, the smallest first; a failure is looked for in them again. */
  simpler(input: Input): Iterable<Input>;
  /** As a person can read it and a test can say it. */
  show(input: Input): string;
  /** How many inputs it counts for: messages, or steps. */
  count(input: Input): number;
}
