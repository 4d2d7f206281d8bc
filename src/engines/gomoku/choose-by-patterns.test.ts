import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDiagram } from '../../../test/support/rules/parse-diagram.ts';
import { BLACK, WHITE } from '../../rules/gomoku/board-grid.ts';
import type { Point } from '../../rules/point.ts';
import { randomNumbers } from '../random-numbers.ts';
import { chooseByPatterns } from './choose-by-patterns.ts';
import { SearchBoard } from './search-board.ts';

/** White makes five with a stone at a; black has no threats. */
const FOUR = `
  . . . . . . . . .
  . . . . . . . . .
  . X O O O O a . .
  . . . . . . . . .
  . . . X X . . . .
  . . . . . . . . .
  . . . . . . . . .
  . . . . . . . . .
  . . . . . . . . .
`;

/** The number of choices, of 200, in which black plays at a. */
function timesAtA(drawing: string, overlooks: number): number {
  const diagram = parseDiagram(drawing);
  assert.ok(diagram.ok);
  const board = new SearchBoard(diagram.value.size.width, 'freestyle');
  const points = Array.from({ length: diagram.value.size.width ** 2 }, (_, point) => point as Point);
  for (const point of points) {
    const color = diagram.value.at(point);
    if (color !== undefined) board.put(board.grid.cellAt(point), color === 'black' ? BLACK : WHITE);
  }
  const wanted = board.grid.cellAt(diagram.value.marks.get('a')![0]!);
  const choose = (seed: number) =>
    chooseByPatterns(board, BLACK, board.cellsNearStones(), overlooks, randomNumbers(seed, 0, 0));
  return Array.from({ length: 200 }, (_, seed) => choose(seed)).filter((cell) => cell === wanted).length;
}

test('a player that overlooks nothing always stops a four', () => assert.equal(timesAtA(FOUR, 0), 200));

test('a weak player overlooks a four now and then', () => {
  const times = timesAtA(FOUR, 0.35);
  assert.ok(times > 160 && times < 200, String(times));
});

test('a weak player overlooks an open three more often', () => {
  const three = FOUR.replace('. X O O O O a .', '. . . O O O a .');
  const times = timesAtA(three, 0.35);
  assert.ok(times < timesAtA(FOUR, 0.35) && times > 0, String(times));
});

test('without cells there is no choice', () => {
  assert.equal(
    chooseByPatterns(new SearchBoard(9, 'freestyle'), BLACK, [], 0, () => 0),
    0,
  );
});
