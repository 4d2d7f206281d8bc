import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { LONGEST_ANALYSIS, makeAnalysis, parseAnalysis } from './move-analysis.ts';

describe('an analysis in JSON', () => {
  test('is parsed field by field, without invalid fields', () => {
    const text = JSON.stringify({
      winrate: 0.41,
      score: -2.5,
      visits: 100,
      comment: 'a moyo ]\\',
      ownership: 'AZaz09+/',
      custom: { any: 'thing' },
      moves: [
        { move: 'E3', winrate: 0.41, prior: 0.123456, visits: 80, pv: 'C4 D4' },
        { move: 'pass', score: 'high' },
        { move: '../..' },
        'E4',
        null,
      ],
    });
    assert.deepEqual(parseAnalysis(text), {
      winrate: 0.41,
      score: -2.5,
      visits: 100,
      comment: 'a moyo ]\\',
      ownership: 'AZaz09+/',
      moves: [{ move: 'E3', winrate: 0.41, prior: 0.1235, visits: 80, pv: 'C4 D4' }, { move: 'pass' }],
    });
    assert.deepEqual(parseAnalysis('{"winrate":"0.4","score":1e400,"visits":7}'), { visits: 7 });
  });

  test('is undefined for text that is no JSON, no object, or has no valid field', () => {
    for (const text of [
      '',
      '{',
      '{"winrate',
      '[]',
      'null',
      '3',
      '{}',
      '{"moves":[]}',
      '{"custom":1}',
      '['.repeat(60_000),
    ])
      assert.equal(parseAnalysis(text), undefined, text.slice(0, 20));
  });

  test('has fewer moves, and then no ownership, if it would be too long', () => {
    const move = { move: 'Q16', winrate: 0.5, score: 1, prior: 0.1, visits: 1_000, pv: 'D4 '.repeat(60) };
    const long = parseAnalysis(
      JSON.stringify({ winrate: 0.5, ownership: 'A'.repeat(361), moves: Array(50).fill(move) }),
    );
    assert(long !== undefined);
    const kept = parseAnalysis(makeAnalysis(long));
    assert.equal(kept?.moves?.length, 8);
    assert.equal(kept?.ownership?.length, 361);
    const wide = parseAnalysis(JSON.stringify({ comment: '\u0001'.repeat(600), ownership: 'A'.repeat(600) }));
    assert.equal(parseAnalysis(makeAnalysis(wide ?? {}))?.ownership, undefined);
  });

  test('survives writing and parsing, and is never longer than the limit', () => {
    fc.assert(
      fc.property(fc.json(), fc.string({ unit: 'binary', maxLength: 3_000 }), (json, comment) => {
        for (const text of [json, JSON.stringify({ comment, moves: [{ move: 'D4', pv: comment }], visits: 3 })]) {
          const analysis = parseAnalysis(text);
          if (analysis === undefined) continue;
          const made = makeAnalysis(analysis);
          assert(made.length <= LONGEST_ANALYSIS, String(made.length));
          const again = parseAnalysis(made);
          assert.equal(makeAnalysis(again ?? {}), made);
        }
      }),
    );
  });
});
