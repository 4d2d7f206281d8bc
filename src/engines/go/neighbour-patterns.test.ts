import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markedPoint, playoutBoardOf, readDiagram } from '../../../test/support/engines/go-diagram.ts';
import { BLACK, WHITE } from '../../rules/go/go-board.ts';
import { isEye, isGoodShape } from './neighbour-patterns.ts';

const shapeAt = (drawing: string, letter: string): number => {
  const diagram = readDiagram(drawing);
  return playoutBoardOf(diagram).shapes[markedPoint(diagram, letter)]!;
};

for (const [name, drawing, eye] of [
  ['with all corners', '. X X X .\n. X a X .\n. X X X .', true],
  ['with one corner lost', '. O X X .\n. X a X .\n. X X X .', true],
  ['with two corners lost', '. O X O .\n. X a X .\n. X X X .', false],
  ['with corners still empty', '. . X . .\n. X a X .\n. . X . .', true],
  ['with a side open', '. X X X .\n. X a . .\n. X X X .', false],
  ['with an enemy beside it', '. X X X .\n. X a O .\n. X X X .', false],
  ['at the edge', '. X a X .\n. X X X .', true],
  ['at the edge with a corner lost', '. X a X .\n. X X O .', false],
  ['in the corner', 'a X .\nX X .', true],
  ['in the corner, with its corner lost', 'a X .\nX O .', false],
] as const) {
  test(`${name} it is ${eye ? 'an eye' : 'no eye'}`, () => {
    // A row of nothing below: that is no edge.
    const shape = shapeAt(`${drawing}\n${drawing.split('\n')[0]!.replace(/[aXO]/g, '.')}`, 'a');
    assert.deepEqual([isEye[2 * shape + BLACK], isEye[2 * shape + WHITE]], [eye ? 1 : 0, 0]);
  });
}

for (const [name, drawing, good] of [
  ['a hane', 'X O X\n. a .\n. . .', true],
  ['a hane, turned and with the colours swapped', 'O . .\nX a .\nO . .', true],
  ['a cut', 'X O .\nO a .\n. . .', true],
  ['a cut that would be taken', 'X O .\nO a O\n. O .', false],
  ['a block on the edge', 'O X .\nX a O', true],
  ['nothing around', '. . .\n. a .\n. . .', false],
  ['a solid line beside it', 'X X X\n. a .\n. . .', false],
] as const) {
  test(`${name} is ${good ? 'a' : 'no'} good shape`, () => {
    // Rows of nothing, so that only the edges that are meant are edges.
    const edge = drawing.split('\n').length === 2;
    const rows = drawing.split('\n').map((row) => `. ${row} .`);
    const board = ['. . . . .', ...rows, ...(edge ? [] : ['. . . . .'])].join('\n');
    assert.equal(isGoodShape[shapeAt(board, 'a')], good ? 1 : 0);
  });
}
