import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { finishedGameEntries } from '../../../test/support/archive/game-fixtures.ts';
import { gameRecordFromJournal } from '../../lobby/games/game-record-from-journal.ts';
import { values } from '../../protocols/api/value-schemas.ts';
import { makeSgf } from '../../rules/records/sgf-record-codec.ts';
import { readImport } from './sgf-import.ts';

const readText = (text: string) => readImport(new TextEncoder().encode(text));

/** Reads the only game of a text. */
function only(text: string) {
  const read = readText(text);
  assert.ok(read.ok, read.ok ? '' : read.problem);
  assert.deepEqual(read.value.problems, []);
  const [game] = read.value.games;
  assert.ok(game !== undefined);
  assert.deepEqual(values().end.parse(game.end), game.end);
  assert.deepEqual(values().board.parse(game.board), game.board);
  return game;
}

describe('a game of an SGF file', () => {
  test('is imported with its board, players, day and moves', () => {
    const game = only('(;GM[1]SZ[13]KM[6.5]PB[Shusaku]PW[井上]DT[1846-09-11,12]RE[B+R];B[aa];W[bb];B[])');
    assert.deepEqual(game.board, { game: 'go', size: 13, komi: 6.5, ko: 'simple', suicide: 'allowed' });
    assert.deepEqual([game.black, game.white, game.end], ['Shusaku', '井上', { winner: 'black', reason: 'resigned' }]);
    assert.equal(game.played, Date.UTC(1846, 8, 11));
    assert.equal(game.record.moves.length, 3);
  });

  test('from the archive itself is imported unchanged', () => {
    const score = { winner: 'black', reason: 'score', score: { black: 8, white: 6.5 } } as const;
    const passes = [
      { kind: 'passed', color: 'black' },
      { kind: 'passed', color: 'white' },
    ] as const;
    // Two stones of Black and two of White on 9x9 have no area except the stones themselves.
    const record = gameRecordFromJournal(
      finishedGameEntries(1, {
        turns: 2,
        extraEvents: passes,
        end: { ...score, score: { black: 1, white: 7.5 }, winner: 'white' },
      }),
    );
    const sgf = makeSgf(record);
    const game = only(sgf.ok ? sgf.value : assert.fail());
    assert.deepEqual(game.board, { game: 'go', size: 9, komi: 6.5, ko: 'positional', suicide: 'allowed' });
    assert.deepEqual(game.end, { winner: 'white', reason: 'score', score: { black: 1, white: 7.5 } });
  });

  test('has the end that the record states', () => {
    for (const [result, expected] of [
      ['RE[W+3.5]', { winner: 'white', reason: 'score', margin: 3.5 }],
      ['RE[W+T]', { winner: 'white', reason: 'timed-out' }],
      ['RE[W+Time Over]', { winner: 'white', reason: 'timed-out' }],
      ['RE[B+F]', { winner: 'black', reason: 'forfeit' }],
      ['RE[B+]', { winner: 'black', reason: 'unknown' }],
      ['RE[B+Illegal]', { winner: 'black', reason: 'unknown' }],
      ['RE[B+1.5 ? W+timeout]', { winner: 'black', reason: 'unknown' }],
      ['RE[0]', { reason: 'drawn' }],
      ['RE[0.0]', { reason: 'drawn' }],
      ['RE[Void]', { reason: 'void' }],
      ['RE[?]', { reason: 'unknown' }],
      ['', { reason: 'unknown' }],
    ] as const)
      assert.deepEqual(only(`(;SZ[9]${result};B[aa])`).end, expected, result);
    assert.deepEqual(only('(;SZ[9]RE[0];B[aa];W[bb];B[];W[])').end, { reason: 'score', score: { black: 1, white: 1 } });
  });

  test('has the result of its record, and an area only if the area agrees with it', () => {
    const played = ';B[aa];W[bb];B[cc];B[];W[]';
    const area = { winner: 'black', reason: 'score', score: { black: 2, white: 1 } };
    assert.deepEqual(only(`(;SZ[9]RE[B+1]${played})`).end, area);
    assert.deepEqual(only(`(;SZ[9]RE[W+5]${played})`).end, { winner: 'white', reason: 'score', margin: 5 });
    assert.deepEqual(only(`(;SZ[9]RE[Jigo]${played})`).end, { reason: 'drawn' });
    assert.deepEqual(only(`(;SZ[9]RE[W+R]${played})`).end, { winner: 'white', reason: 'resigned' });
    assert.deepEqual(only(`(;SZ[9]${played})`).end, { reason: 'unknown' });
  });

  test('may have no names and no day', () => {
    const game = only('(;SZ[9];B[aa])');
    assert.deepEqual([game.black, game.white, game.played], ['unknown', 'unknown', undefined]);
    for (const [date, played] of [
      ['1846-09', Date.UTC(1846, 8, 1)],
      ['1846', Date.UTC(1846, 0, 1)],
      ['1846-13-41', undefined],
      ['long ago', undefined],
    ] as const)
      assert.equal(only(`(;SZ[9]DT[${date}];B[aa])`).played, played, date);
  });

  test('may have handicap stones, and is checked by lenient ko rules if it names no rules', () => {
    assert.equal(only('(;SZ[9]HA[2]AB[cc][gg];W[aa];B[bb])').record.setup.length, 2);
    // Retaking a ko at once is illegal by all rules, retaking it later by some.
    const ko = '(;SZ[9];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb]';
    assert.match(readProblem(`${ko};B[cb])`), /^game 1: move 9 of black is not legal: ko$/);
    only(`${ko};B[ii];W[hh];B[cb])`);
  });

  test('of Gomoku is checked by its rule, and its end follows from the board', () => {
    const row = ';B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea]';
    const game = only(`(;GM[4]SZ[15]RU[Renju]RE[W+R]${row})`);
    assert.deepEqual(game.board, { game: 'gomoku', size: 15, rule: 'renju' });
    assert.deepEqual(game.end, { winner: 'black', reason: 'row' });
    // The result of the moves is used everywhere, also in the stored SGF.
    const black = { kind: 'won', winner: 'black', by: 'unstated' };
    assert.deepEqual(game.record.result, black);
    assert.deepEqual(only(`(;GM[4]SZ[15]${row})`).record.result, black);
    assert.deepEqual(only(`(;GM[4]SZ[15]RE[Black wins]${row})`).record.result, { ...black, text: 'Black wins' });
    assert.match(readProblem(`(;GM[4]SZ[15]${row};W[eb])`), /move 10 comes after the end/);
  });
});

describe('a game of an SGF file is left out', () => {
  for (const [reason, game, expected] of [
    ['with a stone on a stone', ';SZ[9];B[aa];W[aa]', /move 2 of white is not legal: occupied/],
    ['without moves', ';SZ[9]', /has no moves/],
    ['on a rectangle', ';SZ[9:7];B[aa]', /9x7, and only square boards/],
    ['on one point', ';SZ[1];B[]', /has 1 lines, and the minimum is 2/],
    ['of Gomoku on four lines', ';GM[4]SZ[4];B[aa]', /has 4 lines, and the minimum is 5/],
    ['with a komi of a third of a point', ';SZ[9]KM[0.333];B[aa]', /a komi of 0\.333/],
    ['with a name of 65 letters', `;SZ[9]PW[${'x'.repeat(65)}];B[aa]`, /the name of white/],
    ['of another game', ';GM[3];B[aa]', /neither Go nor Gomoku/],
    ['of Gomoku with a pass', ';GM[4]SZ[15];B[aa];W[]', /move 2 is a pass/],
    ['of Gomoku out of turn', ';GM[4]SZ[15];B[aa];B[bb]', /move 2 is not black's/],
    ['of Gomoku with set-up stones', ';GM[4]SZ[15]AB[aa];W[bb]', /before the first move/],
    ['of Renju with a foul', ';GM[4]SZ[15]RU[renju];B[ih];W[aa];B[jh];W[oo];B[hi];W[ao];B[hj];W[oa];B[hh]', /three/],
    ['with set-up stones that have no liberty', ';SZ[9]AB[aa]AW[ab][ba];B[cc]', /no liberty/],
  ] as const) {
    test(reason, () => {
      const read = readText(`(;SZ[9];B[aa])(${game})(;SZ[9];B[bb])`);
      assert.ok(read.ok);
      assert.equal(read.value.games.length, 2);
      assert.match(read.value.problems.join(), /^game 2\b[^\n]*$/);
      assert.match(read.value.problems.join(), expected);
    });
  }

  test('with a reason for the first hundred only', () => {
    const read = readText('(;SZ[9])'.repeat(250));
    assert.ok(read.ok);
    assert.equal(read.value.problems.length, 101);
    assert.equal(read.value.problems.at(-1), 'and 150 more');
  });
});

function readProblem(text: string): string {
  const read = readText(text);
  assert.ok(read.ok, read.ok ? '' : read.problem);
  return read.value.problems.join('\n');
}

describe('a game with too many moves or nodes', () => {
  const passes = (turns: number): string => ';B[];W[]'.repeat(turns / 2);

  test('is left out, while a game of the maximum length is imported', () => {
    assert.equal(only(`(;SZ[9]${passes(1_000)})`).record.moves.length, 1_000);
    assert.match(readProblem(`(;SZ[9]${passes(1_002)})`), /^game 1, node 1002, line 1: more than 1000 moves$/);
    assert.equal(only(`(;SZ[52]${passes(13_520)})`).record.moves.length, 13_520);
    assert.match(readProblem(`(;SZ[52]${passes(13_522)})`), /more than 13520 moves/);
  });

  test('is left out without being read if it has more than 100,000 nodes with its variations', () => {
    const withVariations = (nodes: number): string => `(;SZ[9];B[aa]${'(;W[bb])'.repeat(nodes - 2)})`;
    assert.equal(only(withVariations(100_000)).record.moves.length, 2);
    const read = readText(`(;SZ[9];B[aa])${withVariations(100_001)}(;SZ[52]${passes(360_000)})(;SZ[9];B[bb])`);
    assert.ok(read.ok);
    assert.equal(read.value.games.length, 2);
    assert.deepEqual(read.value.problems, ['game 2: more than 100000 nodes', 'game 3: more than 100000 nodes']);
  });

  test('does not affect the other games of its file', () => {
    const read = readText(`(;SZ[9];B[aa])(;SZ[9]${passes(2_000)})(;SZ[9];B[bb])`);
    assert.ok(read.ok);
    assert.equal(read.value.games.length, 2);
    assert.equal(read.value.problems.length, 1);
  });
});
