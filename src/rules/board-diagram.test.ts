import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseDiagram } from '../../test/support/rules/parse-diagram.ts';
import { drawDiagram } from './board-diagram.ts';
import { COLORS, type Color } from './color.ts';
import { type Point, pointAt, square } from './point.ts';

const text = (...lines: string[]) => lines.join('\n');

function read(diagram: string) {
  const parsed = parseDiagram(diagram);
  assert.ok(parsed.ok, parsed.ok ? '' : parsed.problem);
  return parsed.value;
}

test('a diagram shows stones, empty points and marks', () => {
  const board = read(`
    . X O
    + a #
  `);
  assert.deepEqual(board.size, { width: 3, height: 2 });
  const points = [0, 1, 2].flatMap((x) => [0, 1].map((y) => board.at(pointAt(board.size, x, y)!)));
  assert.deepEqual(points, [undefined, undefined, 'black', undefined, 'white', 'black']);
  assert.deepEqual([...board.marks], [['a', [pointAt(board.size, 1, 1)]]]);
  assert.equal(drawDiagram(board.size, board.at), text('. X O', '. . X'));
});

test('a letter can mark several points', () => {
  const board = read('a b a');
  assert.deepEqual(board.marks.get('a'), [0, 2]);
  assert.deepEqual(board.marks.get('b'), [1]);
});

test('coordinates number the rows from the bottom and leave I out', () => {
  const size = { width: 10, height: 2 };
  const white = pointAt(size, 8, 1);
  const drawing = drawDiagram(size, (point) => (point === white ? 'white' : undefined), { coordinates: 'go' });
  const expected = text('  A B C D E F G H J K', '2 . . . . . . . . . .', '1 . . . . . . . . O .');
  assert.equal(drawing, expected);
  assert.equal(read(drawing).at(white!), 'white');
});

test('coordinates may be on every side', () => {
  const board = read(`
       A B
     2 X . 2
     1 . O 1
       A B
  `);
  assert.equal(drawDiagram(board.size, board.at), text('X .', '. O'));
});

test('columns after Z have two letters', () => {
  const heading = drawDiagram({ width: 52, height: 1 }, () => undefined, { coordinates: 'go' }).split('\n')[0]!;
  assert.match(heading, / Y {2}Z AA AB AC .* AZ BA BB$/);
});

test('text that is no board is refused', () => {
  const cases: [string, string][] = [
    ['', 'no board'],
    ['A B', 'no board'],
    [text('X O', '. . .'), 'row 2 is not as wide as the first'],
    [text('. .', '', '. .'), 'row 2 is not as wide as the first'],
    [text('. ?', '. .'), 'row 1, column 2 cannot be read: ?'],
    [text('. B', '. .'), 'row 1, column 2 cannot be read: B'],
    ['XO', 'row 1, column 1 cannot be read: XO'],
    [text('A C', '. .'), 'the column letters do not fit the board'],
    [text('A B', '. . .'), 'the column letters do not fit the board'],
    [text('1 . .', '2 . .'), 'row 1, column 1 cannot be read: 1'],
    ['constructor .', 'row 1, column 1 cannot be read: constructor'],
  ];
  for (const [diagram, problem] of cases) {
    const parsed = parseDiagram(diagram);
    assert.ok(!parsed.ok, diagram);
    assert.equal(parsed.problem, problem);
  }
});

const boards = fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 30 })).chain(([width, height]) =>
  fc.record({
    size: fc.constant({ width, height }),
    cells: fc.array(fc.constantFrom<Color | undefined>(...COLORS, undefined), {
      minLength: width * height,
      maxLength: width * height,
    }),
  }),
);

test('every drawn board is read unchanged, with and without coordinates', () => {
  fc.assert(
    fc.property(
      boards,
      fc.constantFrom({}, { coordinates: 'go' as const }, { coordinates: 'gomoku' as const }),
      ({ size, cells }, headings) => {
        const at = (point: Point) => COLORS.find((color) => color === cells[point]);
        const drawing = drawDiagram(size, at, headings);
        const board = read(drawing);
        assert.deepEqual(board.size, size);
        assert.equal(drawDiagram(board.size, board.at, headings), drawing);
        for (const index of cells.keys()) {
          const point = pointAt(size, index % size.width, Math.floor(index / size.width))!;
          assert.equal(board.at(point), at(point));
        }
      },
    ),
    { numRuns: 100 },
  );
});

test('parseDiagram returns a board or a problem for any text', () => {
  fc.assert(fc.property(fc.string(), (anything) => void parseDiagram(anything)));
  assert.ok(parseDiagram(drawDiagram(square(19), () => undefined)).ok);
});

test('columns of Gomoku have the letter I, and both kinds of headings are read', () => {
  const size = square(9);
  for (const [game, letters] of [
    ['gomoku', 'A B C D E F G H I'],
    ['go', 'A B C D E F G H J'],
  ] as const) {
    const drawing = drawDiagram(size, () => undefined, { coordinates: game });
    assert.equal(drawing.split('\n')[0]!.trim(), letters);
    assert.ok(parseDiagram(drawing).ok);
  }
});
