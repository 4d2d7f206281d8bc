import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LONGEST_LINE } from '../../../src/protocols/text-line.ts';
import type { CodecSide } from '../../support/fuzz/codec-side.ts';
import { PROTOCOL_OPENINGS } from '../../support/fuzz/hostile-text.ts';
import { LANGUAGES } from '../../support/fuzz/protocol-language-list.ts';

/** Texts that are repeated to fill a line. A regular expression may try to match at every position of such a line. */
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
/** For 8 times the length, a linear reader takes about 8 times as long, a quadratic one 64 times. */
const MAX_RATIO = 32;
/** In milliseconds. Shorter times are too inexact to compare, and too short for quadratic work. */
const MIN_TIME = 2;

describe('a reader takes time in proportion to the length of a line', { concurrency: 1 }, () => {
  for (const { name, client, server } of LANGUAGES) {
    test(name, (t) => {
      const { ratio, milliseconds, line } = worstOf([client, server]);
      t.diagnostic(
        `slowest line: ${milliseconds.toFixed(2)} ms, ${ratio.toFixed(1)} times as long as an eighth of it: ${line}`,
      );
      assert(ratio < MAX_RATIO, `${line} takes ${ratio} times as long`);
    });
  }

  test('a reader that takes more time is found', (t) => {
    const [language] = LANGUAGES;
    assert(language !== undefined);
    const read: CodecSide['read'] = (bytes) => {
      // The time grows with the third power of the length, so that the test does not fail on a busy machine.
      const part = bytes.subarray(0, bytes.length / 8);
      const text = `${Buffer.from(part).toString()}!`;
      for (const _ of text) text.replace(/ +$/, '');
      return language.client.read(bytes);
    };
    const { ratio } = worstOf([{ ...language.client, read }], ['CORE.HELLO~']);
    t.diagnostic(`${ratio.toFixed(0)} times`);
    assert(ratio > MAX_RATIO, `${ratio}`);
  });
});

/** The slowest line, and the ratio of its time to that of a line of an eighth of the length. The ratio is 0 for short times. */
function worstOf(
  sides: readonly CodecSide[],
  words: readonly string[] = PROTOCOL_OPENINGS,
): { ratio: number; milliseconds: number; line: string } {
  let worst = { milliseconds: 0, side: sides[0]!, before: '', filler: ' ' };
  for (const side of sides) {
    for (const [before, filler] of words.flatMap((word) => FILLERS.map((each) => [word, each] as const))) {
      const milliseconds = quickest(side, before, filler, LONG);
      if (milliseconds > worst.milliseconds) worst = { milliseconds, side, before, filler };
    }
  }
  const { milliseconds, side, before, filler } = worst;
  const ratio = milliseconds < MIN_TIME ? 0 : milliseconds / quickest(side, before, filler, SHORT);
  return { ratio, milliseconds, line: `${before}${filler}${filler}…` };
}

/** The shortest of a few measured times in milliseconds, because the machine may be busy. */
function quickest(side: CodecSide, before: string, filler: string, length: number): number {
  const fill = filler.repeat(Math.floor(length / Buffer.byteLength(filler)));
  const line = Buffer.from(`${before}${fill}!\n`);
  let best = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 5 && best > MIN_TIME / 8; times++) {
    const start = performance.now();
    side.read(line);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}
