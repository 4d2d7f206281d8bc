import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type ParsedDiagram, parseDiagram } from '../../../test/support/rules/parse-diagram.ts';
import { opposite } from '../color.ts';
import { type Point, pointAt } from '../point.ts';
import { BLACK, BoardGrid, stoneOf, WHITE } from './board-grid.ts';
import { GOMOKU_RULES } from './gomoku-rules.ts';
import { RenjuReferee } from './renju-fouls.ts';
import { winningStep } from './winning-row.ts';

/** One case of a text file: `# name`, a board, and a line for each letter on it. */
interface Case {
  readonly name: string;
  readonly board: ParsedDiagram;
  /** The text about each letter. */
  readonly statements: ReadonlyMap<string, string>;
}

function parseCases(file: string, pattern: RegExp): Case[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  const sections = text.split(/^# /m).slice(1);
  return sections.map((section) => {
    const [name, drawing, lines] = section.split('\n\n');
    const board = parseDiagram(drawing!);
    assert.ok(board.ok, board.ok ? '' : `${name}: ${board.problem}`);
    const statements = new Map<string, string>();
    for (const line of lines!.trim().split('\n')) {
      const match = pattern.exec(line);
      assert.ok(match, `${name}: ${line}`);
      statements.set(match[1]!, match[2]!);
    }
    assert.deepEqual([...board.value.marks.keys()].sort(), [...statements.keys()].sort(), name);
    return { name: name!, board: board.value, statements };
  });
}

function fill(board: ParsedDiagram, exchanged = false): BoardGrid {
  assert.equal(board.size.width, board.size.height);
  const grid = new BoardGrid(board.size.width);
  for (let y = 0; y < grid.lines; y++) {
    for (let x = 0; x < grid.lines; x++) {
      const point = pointAt(board.size, x, y)!;
      const color = board.at(point);
      if (color !== undefined) grid.cells[grid.cellAt(point)] = stoneOf(exchanged ? opposite(color) : color);
    }
  }
  return grid;
}

for (const { name, board, statements } of parseCases(
  'fouls.txt',
  /^([a-z]) is (five|overline|double-four|double-three|legal)$/,
)) {
  test(`renju: ${name}`, () => {
    const grid = fill(board);
    const referee = new RenjuReferee(grid);
    const before = grid.cells.slice();
    for (const [letter, verdict] of statements) {
      for (const point of board.marks.get(letter)!) {
        assert.equal(referee.judge(grid.cellAt(point)) ?? 'legal', verdict, letter);
        assert.deepEqual(grid.cells, before, 'the question leaves the board as it was');
      }
    }
  });
}

for (const { name, board, statements } of parseCases('wins.txt', /^([a-z]) wins ([a-z -]+)$/)) {
  test(`a winning row: ${name}`, () => {
    for (const [letter, names] of statements) {
      const expected = names === 'none' ? [] : names.split(' ');
      const point = board.marks.get(letter)![0]!;
      assert.deepEqual(winningRules(board, point).sort(), expected.sort(), letter);
    }
  });
}

/** The rules by which a stone on the point wins, for black as drawn and for white with the colours exchanged. */
function winningRules(board: ParsedDiagram, point: Point): string[] {
  const wins = (rule: (typeof GOMOKU_RULES)[number], exchanged: boolean) => {
    const grid = fill(board, exchanged);
    const cell = grid.cellAt(point);
    grid.cells[cell] = exchanged ? WHITE : BLACK;
    return winningStep(grid, cell, rule) !== 0;
  };
  for (const rule of GOMOKU_RULES) {
    if (rule !== 'renju') assert.equal(wins(rule, true), wins(rule, false), `${rule} knows no colours`);
  }
  const forWhite = wins('renju', true) ? ['renju-white'] : [];
  return [...GOMOKU_RULES.filter((rule) => wins(rule, false)), ...forWhite];
}
