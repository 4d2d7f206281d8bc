import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEAD_STONE, markedPoint, playoutBoardOf, readDiagram } from '../../../test/support/engines/go-diagram.ts';
import { BLACK, WHITE } from '../../rules/go/go-board.ts';
import type { Point } from '../../rules/point.ts';
import { MonteCarloSearch } from './monte-carlo-search.ts';
import { NOWHERE } from './playout-board.ts';
import type { SearchRoot } from './search-root.ts';

/** The root of a search. By default, black is to move. */
function rootOf(drawing: string, details: Partial<SearchRoot> = {}): SearchRoot {
  const diagram = readDiagram(drawing);
  const { board, size } = playoutBoardOf(diagram);
  const plain = {
    toMove: 0,
    last: NOWHERE,
    passed: false,
    komi: 0,
    forbidden: new Set<number>(),
    isAllowed: () => true,
  };
  return { size, board, ...plain, ...details };
}

function steps(search: MonteCarloSearch, count: number): MonteCarloSearch {
  let left = count;
  search.run(() => --left > 0);
  return search;
}

const tryOut = (search: MonteCarloSearch, move: number): number => {
  let left = 300;
  return search.tryOut(search.childWith(move)!, () => --left > 0);
};

test('two passes end the game, which is scored as the board stands', () => {
  const pass = 25;
  const ended = steps(new MonteCarloSearch(rootOf(DEAD_STONE, { passed: true }), () => 0.5), 500);
  assert.ok(tryOut(ended, pass) < 0.1);
  assert.ok(ended.value(ended.best()) > 0.9);
});

test('the owner of a point is computed from the playouts', () => {
  const search = steps(new MonteCarloSearch(rootOf(DEAD_STONE), () => 0.5), 500);
  assert.ok(search.ownership(6) > 0.8 && search.ownership(0) > 0.8 && search.ownership(3) < -0.9);
  const white = steps(new MonteCarloSearch(rootOf(DEAD_STONE, { toMove: 1 }), () => 0.5), 500);
  assert.ok(white.ownership(6) < -0.6 && white.ownership(3) > 0.9);
});

test('illegal moves are not tried', () => {
  const root = rootOf('. . . .\n. . . .\n. . . .\n. . . .');
  const free = steps(new MonteCarloSearch(root, () => 0.5), 500);
  const refused = free.tree.move[free.best()]!;
  const search = new MonteCarloSearch({ ...root, isAllowed: (point) => point !== refused }, () => 0.5);
  assert.equal(search.childWith(refused), undefined);
  assert.notEqual(steps(search, 500).tree.move[search.best()], refused);
});

test('no line recreates a forbidden position', () => {
  // The position after a stone at a is an earlier position.
  const drawing = '. X O .\nX O a O\n. X O .\n. . . .';
  const diagram = readDiagram(drawing);
  const before = playoutBoardOf(diagram);
  const a = markedPoint(diagram, 'a');
  before.play(BLACK, a);
  const root = rootOf(drawing, { forbidden: new Set([before.board.hash]) });
  // Captures in both directions, so that all points have had stones.
  root.board.place(BLACK, a);
  root.board.place(WHITE, (a - 1) as Point);
  const search = steps(new MonteCarloSearch(root, () => 0.5), 300);
  assert.equal(search.childWith(a), undefined);
});
