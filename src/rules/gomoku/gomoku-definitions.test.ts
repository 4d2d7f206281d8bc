import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pointAt, square } from '../point.ts';
import { BLACK, BoardGrid, EMPTY, WHITE } from './board-grid.ts';
import { GomokuPosition } from './gomoku-position.ts';
import { GOMOKU_RULES, type GomokuRule } from './gomoku-rules.ts';
import { RenjuReferee } from './renju-fouls.ts';

// A second, slow implementation of the rules, directly from their definitions. Boards are lists of characters, lines are
// lists of places, and every segment of every line is examined.

/** `X` black, `O` white, `.` empty, row by row. */
type Board = readonly string[];
/** Places in order. */
type Line = readonly number[];

/** Every line of the board in all four directions, as places in order. */
function allLines(size: number): Line[] {
  const byKey = new Map<string, Line>();
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      for (const key of [`row ${y}`, `column ${x}`, `down ${x - y}`, `up ${x + y}`])
        byKey.set(key, [...(byKey.get(key) ?? []), y * size + x]);
    }
  }
  return [...byKey.values()];
}

const segments = (line: Line, length: number): Line[] =>
  line.slice(length - 1).map((_, start) => line.slice(start, start + length));

/** Every complete unbroken row of a colour, with the contents of the cells at its two ends. */
function rows(board: Board, lines: readonly Line[], stone: string): { places: Line; ends: string[] }[] {
  return lines.flatMap((line) => {
    const text = line.map((place) => board[place]).join('');
    return [...text.matchAll(/X+|O+/g)]
      .filter(([row]) => row[0] === stone)
      .map(({ 0: row, index }) => ({
        places: line.slice(index, index + row.length),
        ends: [text[index - 1] ?? 'edge', text[index + row.length] ?? 'edge'],
      }));
  });
}

function wins(board: Board, lines: readonly Line[], stone: string, place: number, rule: GomokuRule): boolean {
  const enemy = stone === 'X' ? 'O' : 'X';
  const exact = rule === 'standard' || (rule === 'renju' && stone === 'X');
  return rows(board, lines, stone).some(({ places, ends }) => {
    if (!places.includes(place) || places.length < 5) return false;
    if (places.length > 5) return !exact;
    return rule !== 'caro' || ends.some((end) => end !== enemy);
  });
}

const put = (board: Board, place: number): Board => board.with(place, 'X');

const isFive = (board: Board, line: Line, places: Line): boolean =>
  rows(board, [line], 'X').some((row) => row.places.length === 5 && row.places.join() === places.join());

/** Every way to make exactly five out of four stones on the line: the four, and the place of the fifth. */
function fours(board: Board, line: Line): { four: string; fifth: number }[] {
  return segments(line, 5).flatMap((segment) => {
    const empty = segment.filter((place) => board[place] === '.');
    const [fifth] = empty;
    if (empty.length !== 1 || segment.some((place) => board[place] === 'O')) return [];
    if (!isFive(put(board, fifth!), line, segment)) return [];
    return [{ four: segment.filter((place) => place !== fifth).join(), fifth: fifth! }];
  });
}

/** Every straight four on the line: four stones in a row that one more makes five in two places. */
function straightFours(board: Board, line: Line): Line[] {
  const found = fours(board, line).map(({ four }) => four);
  return segments(line, 4).filter((segment) => found.filter((four) => four === segment.join()).length === 2);
}

function verdict(before: Board, lines: readonly Line[], place: number): string {
  const board = put(before, place);
  const through = lines.filter((line) => line.includes(place));
  if (wins(board, through, 'X', place, 'renju')) return 'five';
  if (rows(board, through, 'X').some(({ places }) => places.length > 5 && places.includes(place))) return 'overline';
  const newFours = through.flatMap((line) => {
    const here = fours(board, line).map(({ four }) => four);
    return [...new Set(here.filter((four) => four.split(',').includes(String(place))))];
  });
  if (newFours.length > 1) return 'double-four';
  const newThrees = through.flatMap((line) => [...threes(board, lines, line, place)]);
  return newThrees.length > 1 ? 'double-three' : 'legal';
}

/** The different sets of three stones on the line, with the one on `place`, that black may make a straight four. */
function threes(board: Board, lines: readonly Line[], line: Line, place: number): Set<string> {
  const found = new Set<string>();
  for (const fourth of line) {
    if (board[fourth] !== '.') continue;
    for (const four of straightFours(put(board, fourth), line)) {
      if (!four.includes(place) || !four.includes(fourth)) continue;
      if (verdict(board, lines, fourth) === 'legal') found.add(four.filter((stone) => stone !== fourth).join());
    }
  }
  return found;
}

/** Boards with few to many stones. Only few of them are white, because white stones prevent rows of black. */
const scattered = fc
  .tuple(
    fc.integer({ min: 5, max: 11 }),
    fc.constantFrom('X...', 'XX....', 'XX...', 'XXXX.....O', 'XXX...O', 'XXXX....O'),
  )
  .chain(([size, mixture]) =>
    fc.record({
      size: fc.constant(size),
      board: fc.array(fc.constantFrom(...mixture), { minLength: size * size, maxLength: size * size }),
    }),
  );

/** Patterns in which the legality of nearly every point depends on other points. Some of the patterns are disturbed. */
const TILES = [
  ['....', '..X.', '....', '..X.', '....', 'XX.X', '....', 'XX.X'],
  ['XX..XX..', 'X.....X.', '...XX...', '.X.....X'],
  ['.XX....', '.XXXX..', '..X...X', '..X.X..'],
];
const tiled = fc
  .record({
    size: fc.integer({ min: 9, max: 12 }),
    tile: fc.constantFrom(...TILES),
    shift: fc.nat(7),
    disturbed: fc.dictionary(fc.integer({ min: 0, max: 143 }).map(String), fc.constantFrom('X', '.', 'O'), {
      maxKeys: 8,
    }),
  })
  .map(({ size, tile, shift, disturbed }) => ({
    size,
    board: Array.from({ length: size * size }, (_, place) => {
      const row = tile[(Math.floor(place / size) + shift) % tile.length]!;
      return disturbed[place] ?? row[((place % size) + shift) % row.length]!;
    }),
  }));

test('every empty point of many boards is judged by the definitions of renju', () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(fc.oneof({ arbitrary: scattered, weight: 3 }, tiled), ({ size, board }) => {
      const lines = allLines(size);
      const grid = new BoardGrid(size);
      const cells = board.map((_, place) =>
        grid.cellAt(pointAt(square(size), place % size, Math.floor(place / size))!),
      );
      for (const [place, stone] of board.entries())
        grid.cells[cells[place]!] = stone === 'X' ? BLACK : stone === 'O' ? WHITE : EMPTY;
      const referee = new RenjuReferee(grid);
      for (const [place, stone] of board.entries()) {
        if (stone !== '.') continue;
        const expected = verdict(board, lines, place);
        assert.equal(referee.judge(cells[place]!) ?? 'legal', expected, `${size} lines, place ${place}`);
        seen.set(expected, (seen.get(expected) ?? 0) + 1);
      }
    }),
    { numRuns: 120 },
  );
  assert.deepEqual([...seen.keys()].sort(), ['double-four', 'double-three', 'five', 'legal', 'overline']);
});

test('games of random stones end by the definitions, with the row that these find', () => {
  const games = fc.record({
    size: fc.integer({ min: 5, max: 9 }),
    rule: fc.constantFrom(...GOMOKU_RULES),
    order: fc.array(fc.nat(), { minLength: 81, maxLength: 81 }),
  });
  fc.assert(
    fc.property(games, ({ size, rule, order }) => {
      const lines = allLines(size);
      const position = new GomokuPosition(size, rule);
      let board: Board = Array.from({ length: size * size }, () => '.');
      for (const number of order) {
        const stone = position.toMove === 'black' ? 'X' : 'O';
        const mayPlay = (place: number) =>
          board[place] === '.' &&
          (rule !== 'renju' || stone === 'O' || ['five', 'legal'].includes(verdict(board, lines, place)));
        const open = [...board.keys()].filter(mayPlay);
        assert.equal(position.outcome?.reason === 'full', open.length === 0);
        if (open.length === 0) return;
        const place = open[number % open.length]!;
        position.play(pointAt(square(size), place % size, Math.floor(place / size))!);
        board = board.with(place, stone);
        const won = wins(board, lines, stone, place, rule);
        assert.equal(position.outcome?.reason === 'row', won);
        if (position.outcome?.reason !== 'row') continue;
        const { row } = position.outcome;
        assert.ok(
          rows(board, lines, stone).some(({ places }) => places.join() === row.toSorted((a, b) => a - b).join()),
        );
        return;
      }
    }),
    { numRuns: 100 },
  );
});
