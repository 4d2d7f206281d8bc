import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LONGEST_LINE } from '../../../src/protocols/text-line.ts';
import type { CodecSide } from '../../support/fuzz/codec-side.ts';
import { WORDS } from '../../support/fuzz/hostile-text.ts';
import { LANGUAGES } from '../../support/fuzz/protocol-languages.ts';

/** What a regular expression may try again from every place on. */
const FILLERS = [
  ' ',
  '~',
  '\\',
  '\\~',
  '0',
  '9',
  '-',
  '.',
  'a',
  'A',
  ':',
  ': ',
  '"',
  '[',
  '{"a":',
  '\t',
  'é',
  '👋',
  'x y ',
];
const SHORT = LONGEST_LINE / 8;
const LONG = LONGEST_LINE - 64;
/** Eight times the length: a linear reader takes about 8 times as long, a quadratic one 64 times. */
const MOST = 32;
/** Milliseconds. What takes less is over so soon that a clock says little, and that nothing can be quadratic in it. */
const SOON = 2;

describe('a reader takes time in proportion to the length of a line', { concurrency: 1 }, () => {
  for (const { name, client, server } of LANGUAGES) {
    test(name, (t) => {
      const { ratio, milliseconds, line } = worstOf([client, server]);
      t.diagnostic(
        `the slowest takes ${milliseconds.toFixed(2)} ms, ${ratio.toFixed(1)} times an eighth of it: ${line}`,
      );
      assert(ratio < MOST, `${line} takes ${ratio} times as long`);
    });
  }

  test('one that does not is found', (t) => {
    const [language] = LANGUAGES;
    assert(language !== undefined);
    const read: CodecSide['read'] = (bytes) => {
      // A third power of the length, so that a machine with other things to do cannot make it look like less than a second one.
      const part = bytes.subarray(0, bytes.length / 8);
      const text = `${Buffer.from(part).toString()}!`;
      for (const _ of text) text.replace(/ +$/, '');
      return language.client.read(bytes);
    };
    const { ratio } = worstOf([{ ...language.client, read }], ['CORE.HELLO~']);
    t.diagnostic(`${ratio.toFixed(0)} times`);
    assert(ratio > MOST, `${ratio}`);
  });
});

/** The line that takes the longest, and how much longer than an eighth of it; 0 where it is over soon. */
function worstOf(
  sides: readonly CodecSide[],
  words: readonly string[] = WORDS,
): { ratio: number; milliseconds: number; line: string } {
  let worst = { milliseconds: 0, side: sides[0]!, before: '', filler: ' ' };
  for (const side of sides) {
    for (const [before, filler] of words.flatMap((word) => FILLERS.map((each) => [word, each] as const))) {
      const milliseconds = quickest(side, before, filler, LONG);
      if (milliseconds > worst.milliseconds) worst = { milliseconds, side, before, filler };
    }
  }
  const { milliseconds, side, before, filler } = worst;
  const ratio = milliseconds < SOON ? 0 : milliseconds / quickest(side, before, filler, SHORT);
  return { ratio, milliseconds, line: `${before}${filler}${filler}…` };
}

/** Milliseconds; of a few times the shortest, because the machine has other things to do. */
function quickest(side: CodecSide, before: string, filler: string, length: number): number {
  const fill = filler.repeat(Math.floor(length / Buffer.byteLength(filler)));
  const line = Buffer.from(`${before}${fill}!\n`);
  let best = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 5 && best > SOON / 8; times++) {
    const start = performance.now();
    side.read(line);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}
