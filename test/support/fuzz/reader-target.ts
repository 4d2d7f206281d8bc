import { escaped } from '../../../src/tap/transcript-statement.ts';
import { pick, type RandomInt } from '../clients/random.ts';
import { mutateBytes, simplifyBytes } from './byte-mutations.ts';
import type { ReportOutcome, Target } from './fuzz-target.ts';
import { HOSTILE_TEXTS, NUMBER_TEXTS } from './hostile-text.ts';

interface ReaderDescription {
  readonly name: string;
  readonly mustSee: readonly string[];
  /** Valid texts. */
  readonly seeds: readonly string[];
  /** Pieces of which valid texts consist. */
  readonly pieces: readonly string[];
  run(bytes: Uint8Array, report: ReportOutcome): void;
}

/** A target for a reader of texts or bytes. The inputs are pieces of the grammar in random order. */
export function readerTarget({ name, mustSee, seeds, pieces, run }: ReaderDescription): Target<Uint8Array> {
  const generate = (randomInt: RandomInt): Uint8Array =>
    Buffer.from(Array.from({ length: 1 + randomInt(24) }, () => anyPiece(pieces, randomInt)).join(''), 'latin1');
  return {
    name,
    expectedOutcomes: mustSee,
    seeds: seeds.map((seed) => Buffer.from(seed, 'latin1')),
    generate,
    mutate: (bytes, other, randomInt) =>
      mutateBytes(bytes, randomInt(2) === 0 ? other : generate(randomInt), randomInt),
    run,
    simplerInputs: simplifyBytes,
    show: escaped,
    count: () => 1,
  };
}

function anyPiece(pieces: readonly string[], randomInt: RandomInt): string {
  const choice = randomInt(12);
  if (choice === 0) return Buffer.from(pick(randomInt, HOSTILE_TEXTS)).toString('latin1');
  return choice === 1 ? Buffer.from(pick(randomInt, NUMBER_TEXTS)).toString('latin1') : pick(randomInt, pieces);
}

export const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
export const isOneLine = (text: string): boolean => !/[\n\r]/.test(text);
