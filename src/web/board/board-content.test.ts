import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ParsedDiagram, parseDiagram } from '../../../test/support/rules/parse-diagram.ts';
import type { PointOwner } from '../../rules/go/point-owners.ts';
import type { Point } from '../../rules/point.ts';
import { parseVertex, vertexName } from '../../rules/vertex.ts';
import { type BoardContent, capturedBetween, pointFlags, propertiesOf } from './board-content.ts';

function board(text: string): ParsedDiagram {
  const diagram = parseDiagram(text);
  assert.ok(diagram.ok);
  return diagram.value;
}

const scene = (text: string, more: Partial<BoardContent> = {}): BoardContent => {
  const diagram = board(text);
  return {
    size: diagram.size,
    stones: diagram,
    last: undefined,
    winningRow: [],
    suggestion: undefined,
    areas: undefined,
    ...more,
  };
};
const CORNER = `
  X O .
  O . .
  . . .`;

test('a point has a stone or none, and all its marks', () => {
  const { size } = board(CORNER);
  const at = (name: string): Point => parseVertex(size, name)!;
  const area = (point: Point): PointOwner => (point === at('C1') ? 'neutral' : point === at('B3') ? 'white' : 'black');
  const looks = pointFlags(
    scene(CORNER, {
      ...{ last: at('B3'), winningRow: [at('A3'), at('B3')], suggestion: at('C1'), areas: { at: area } },
      dead: new Set([at('A3')]),
    }),
  );
  const properties = Object.fromEntries(
    ['A3', 'B3', 'C3', 'C1'].map((name) => [name, propertiesOf(looks[at(name)]!).join(' ')]),
  );
  assert.deepEqual(properties, {
    A3: 'black winning dead blackArea',
    B3: 'white last winning whiteArea',
    C3: 'empty blackArea',
    C1: 'empty suggested neutralArea',
  });
});

describe('capturedBetween', () => {
  const captured = (before: string, after: string): string => {
    const { size } = board(after);
    return capturedBetween(pointFlags(scene(before)), pointFlags(scene(after)))
      .map(({ point, color }) => `${color} ${vertexName(size, point)}`)
      .join(', ');
  };

  test('returns the stones that disappear with one new stone', () => {
    const after = `
      . O .
      O . .
      . . .`;
    const before = `
      X . .
      O . .
      . . .`;
    assert.equal(captured(before, after), 'black A3');
  });

  test('returns nothing for a stone that captures nothing', () => {
    assert.equal(captured('. . .', '. X .'), '');
  });

  test('returns nothing for another position or an empty board', () => {
    assert.equal(captured('X . .', '. O X'), '');
    assert.equal(captured('X O X', '. . .'), '');
  });
});
