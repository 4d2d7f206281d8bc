import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseSgf } from '../../../test/support/rules/parse-sgf.ts';
import { COLORS } from '../color.ts';
import { type BoardSize, pointAt } from '../point.ts';
import { DETAILS, type GameRecord, type RecordMove, type RecordResult } from './game-record.ts';
import { makeJson, parseJson } from './json-record-codec.ts';
import { parseAnalysis } from './move-analysis.ts';
import { makeSgf } from './sgf-record-codec.ts';
import { parseResult } from './sgf-result.ts';

const color = fc.constantFrom(...COLORS);
/** SimpleText that survives writing and parsing: not empty, without control characters that are white space, and trimmed. */
const name = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('\\', ']', '[', ':', ';', '(', ')', ' ', 'a', '本') }),
  )
  .map((text) => text.replace(/[\t-\r]/g, '').trim())
  .filter((text) => text !== '');
const half = fc.integer({ min: 0, max: 2000 }).map((halves) => halves / 2);
const margin = fc.integer({ min: 1, max: 2000 }).map((halves) => halves / 2);
const result: fc.Arbitrary<RecordResult> = fc.oneof(
  fc.record({
    kind: fc.constant('won' as const),
    winner: color,
    by: fc.constantFrom('resignation' as const, 'time' as const, 'forfeit' as const, 'unstated' as const),
  }),
  fc.record({ kind: fc.constant('won' as const), winner: color, by: fc.constant('score' as const), margin }),
  fc.record({ kind: fc.constantFrom('draw' as const, 'void' as const, 'unknown' as const) }),
  fc.oneof(name, fc.constantFrom('B+Resign', 'W+Time Over', 'B+-3', '0.0', 'Jigo', 'W+.5')).map(parseResult),
);

/** A clock with seconds in thousandths, and with stones or periods. */
const clock = fc.record(
  {
    left: fc.integer({ min: 0, max: 500_000_000 }).map((thousandths) => thousandths / 1_000),
    overtime: fc.integer({ min: 0, max: 99 }),
  },
  { requiredKeys: ['left'] },
);

/** An analysis that an engine may send, with all characters that need escapes. */
const analysis = fc
  .record({
    winrate: fc.double(),
    comment: fc.string({ unit: 'binary', maxLength: 20 }),
    moves: fc.constant([{ move: 'D4', pv: 'C3 ]\\' }]),
  })
  .map((given) => parseAnalysis(JSON.stringify(given)))
  .filter((read) => read !== undefined);

function records(mostLines: number): fc.Arbitrary<GameRecord> {
  const side = fc.integer({ min: 1, max: mostLines });
  return fc
    .record({ width: side, height: side })
    .chain(recordsOn)
    .map((record) => structuredClone(record));
}

function recordsOn(size: BoardSize): fc.Arbitrary<GameRecord> {
  const point = fc
    .tuple(fc.integer({ min: 0, max: size.width - 1 }), fc.integer({ min: 0, max: size.height - 1 }))
    .map(([x, y]) => pointAt(size, x, y)!);
  const move: fc.Arbitrary<RecordMove> = fc.oneof(
    {
      arbitrary: fc.record(
        { kind: fc.constant('play' as const), color, point, clock, analysis },
        { requiredKeys: ['kind', 'color', 'point'] },
      ),
      weight: 9,
    },
    fc.record({ kind: fc.constant('pass' as const), color, clock }, { requiredKeys: ['kind', 'color'] }),
  );
  const setup = fc
    .uniqueArray(fc.record({ color, point }), { selector: (stone) => stone.point, maxLength: 9 })
    .map((stones) => stones.toSorted((a, b) => a.color.localeCompare(b.color)));
  return fc
    .record(
      {
        game: fc.constantFrom('go' as const, 'gomoku' as const),
        size: fc.constant(size),
        rules: name,
        komi: half,
        black: name,
        white: name,
        date: name,
        place: name,
        handicap: fc.integer({ min: 0, max: 999 }),
        details: fc.oneof(...DETAILS.map((detail) => fc.record({ [detail]: name }))),
        application: fc.record({ name, version: name }, { requiredKeys: ['name'] }),
        result,
        setup,
        moves: fc.array(move, { maxLength: 40 }),
        territory: fc
          .record({ black: fc.uniqueArray(point), white: fc.uniqueArray(point) })
          .filter(({ black, white }) => black.length + white.length > 0),
      },
      { requiredKeys: ['game', 'size', 'setup', 'moves'] },
    )
    .map(({ territory, ...record }) =>
      territory === undefined || record.game === 'gomoku' ? record : { ...record, territory },
    );
}

test('every record that fits into SGF survives writing and parsing as SGF', () => {
  fc.assert(
    fc.property(fc.array(records(52), { minLength: 1, maxLength: 3 }), (games) => {
      const sgf = makeSgf(games);
      assert.ok(sgf.ok);
      assert.deepEqual(parseSgf(sgf.value), { ok: true, value: games });
    }),
    { numRuns: 300 },
  );
});

test('every record survives writing and parsing as JSON', () => {
  fc.assert(
    fc.property(records(255), (game) => {
      assert.deepEqual(parseJson(makeJson(game)), { ok: true, value: game });
    }),
  );
});

test('any text is parsed or refused without throwing, and a parsed record survives writing and parsing', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '(',
      ')',
      ';',
      '(;',
      '[',
      ']',
      '\\',
      '\n',
      ' ',
      'B',
      'W',
      'AB',
      'AE',
      'SZ',
      'KM',
      'RE',
      'AP',
      'GM',
      'PB',
    ),
    fc.constantFrom(
      'B[aa]',
      'BL[1.23456]',
      'CC[{"visits":1}]',
      'WL[-0]',
      'OB[3]',
      'W[]',
      'SZ[9]',
      'SZ[5:7]',
      'AB[aa:cc]',
      'KM[6.5]',
      'RE[B+2]',
      'AP[a:b]',
      'GM[4]',
      ';W[bb]',
    ),
    fc.string({ unit: 'binary' }),
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(piece).map((pieces) => pieces.join('')),
    fc.array(piece).map((pieces) => `(;${pieces.join('')})`),
  );
  fc.assert(
    fc.property(text, (given) => {
      parseJson(given);
      const read = parseSgf(given);
      if (!read.ok) return;
      const written = makeSgf(read.value);
      assert.ok(written.ok);
      assert.deepEqual(parseSgf(written.value), read);
    }),
    { numRuns: 3000 },
  );
});

test('the time for deep variations, many brackets and long games is proportional to their length', () => {
  assert.ok(parseSgf(`${'(;SZ[9]'.repeat(100_000)}${')'.repeat(100_000)}`).ok);
  assert.equal(parseSgf('('.repeat(1_000_000)).ok, false);
  assert.equal(parseSgf(`(;C${'['.repeat(500_000)}`).ok, false);
  assert.equal(parseSgf(`(;SZ[9]${';B[aa];W[bb]'.repeat(100_000)})`).ok, false);
  const long = parseSgf(`(;SZ[52]${';B[aa];W[bb]'.repeat(6_760)})`);
  assert.ok(long.ok);
  assert.equal(long.value[0]?.moves.length, 13_520);
  assert.ok(makeSgf(long.value).ok);
});
