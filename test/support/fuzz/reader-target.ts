import { escaped } from '../../../src/tap/transcript-statement.ts';
import { pick, type RandomInt } from '../clients/random.ts';
import { mutateBytes, simplerBytes } from './byte-mutations.ts';
import { NASTY, NUMBERS } from './hostile-text.ts';
import type { ReportOutcome, Target } from './target.ts';

interface Reader {
  readonly name: string;
  readonly mustSee: readonly string[];
  /** Whole texts that are read well. */
  readonly seeds: readonly string[];
  /** Pieces that its texts are made of. */
  readonly pieces: readonly string[];
  run(bytes: Uint8Array, saw: ReportOutcome): void;
}

/** Something that reads a text or bytes at once, from pieces of its grammar in any order. */
export function readerTarget({ name, mustSee, seeds, pieces, run }: Reader): Target<Uint8Array> {
  const generate = (randomInt: RandomInt): Uint8Array =>
    Buffer.from(Array.from({ length: 1 + randomInt(24) }, () => anyPiece(pieces, randomInt)).join(''), 'latin1');
  return {
    name,
    mustSee,
    seeds: seeds.map((seed) => Buffer.from(seed, 'latin1')),
    generate,
    mutate: (bytes, other, randomInt) =>
      mutateBytes(bytes, randomInt(2) === 0 ? other : generate(randomInt), randomInt),
    run,
    simpler: simplerBytes,
    show: escaped,
    count: () => 1,
  };
}

function anyPiece(pieces: readonly string[], randomInt: RandomInt): string {
  const choice = randomInt(12);
  if (choice === 0) return Buffer.from(pick(randomInt, NASTY)).toString('latin1');
  return choice === 1 ? Buffer.from(pick(randomInt, NUMBERS)).toString('latin1') : pick(randomInt, pieces);
}

export const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
export const isOneLine = (text: string): boolean => !/[\n\r]/.test(text);
