import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDiagram } from '../../../test/support/rules/parse-diagram.ts';
import { drawDiagram } from '../board-diagram.ts';
import { type Point, pointAt, square } from '../point.ts';
import { GomokuPosition } from './gomoku-position.ts';
import { GOMOKU_RULES, type GomokuRule } from './gomoku-rules.ts';

/** Plays the stones of a drawing, black and white alternately, each colour's stones from the top left on. */
function replay(
  drawing: string,
  rule: GomokuRule,
): { position: GomokuPosition; marks: ReadonlyMap<string, readonly Point[]> } {
  const board = parseDiagram(drawing);
  assert.ok(board.ok);
  const { size, at, marks } = board.value;
  const position = new GomokuPosition(size.width, rule);
  const points = Array.from({ length: size.width * size.height }, (_, index) => index as Point);
  const stones = { black: points.filter((p) => at(p) === 'black'), white: points.filter((p) => at(p) === 'white') };
  for (const [index, point] of stones.black.entries()) {
    position.play(point);
    if (stones.white[index] !== undefined) position.play(stones.white[index]);
  }
  return { position, marks };
}

test('black begins, the colours alternate, and stones lists the stones', () => {
  const size = square(5);
  const position = new GomokuPosition(5, 'freestyle');
  assert.equal(position.toMove, 'black');
  position.play(pointAt(size, 2, 2)!);
  assert.equal(position.toMove, 'white');
  position.play(pointAt(size, 4, 0)!);
  position.play(pointAt(size, 0, 4)!);
  assert.equal(
    drawDiagram(size, (point) => position.at(point)),
    ['. . . . O', '. . . . .', '. . X . .', '. . . . .', 'X . . . .'].join('\n'),
  );
  assert.deepEqual(
    [...position.stones()],
    [
      { point: 4, color: 'white' },
      { point: 12, color: 'black' },
      { point: 20, color: 'black' },
    ],
  );
});

test('a stone is legal only on an empty point, for both colours', () => {
  const position = new GomokuPosition(15, 'renju');
  const centre = pointAt(square(15), 7, 7)!;
  assert.equal(position.judge(centre), undefined);
  position.play(centre);
  assert.equal(position.judge(centre), 'occupied');
  assert.equal(position.judge(centre, 'black'), 'occupied');
  assert.throws(() => position.play(centre), /occupied/);
});

test('the outcome has the winner and the whole row, from one end to the other', () => {
  const size = square(9);
  const position = new GomokuPosition(9, 'freestyle');
  for (const x of [1, 2, 3, 5, 6, 4]) {
    position.play(pointAt(size, x, x)!);
    assert.equal(position.outcome === undefined, x !== 4);
    if (x !== 4) position.play(pointAt(size, x, 0)!);
  }
  const row = [1, 2, 3, 4, 5, 6].map((x) => pointAt(size, x, x)!);
  assert.deepEqual(position.outcome, { reason: 'row', winner: 'black', row });
  assert.throws(() => position.play(pointAt(size, 8, 8)!), /over/);
});

test('fouls are forbidden only to black in renju', () => {
  const drawing = `
    . . . . . . . . . . .
    . . . X . . . . O . .
    . . . X . . . . O . .
    . X X a . . O O b . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .`;
  for (const rule of GOMOKU_RULES) {
    const { position, marks } = replay(drawing, rule);
    const [a] = marks.get('a')!;
    const [b] = marks.get('b')!;
    assert.equal(position.judge(a!, 'black'), rule === 'renju' ? 'double-three' : undefined);
    assert.equal(position.judge(a!, 'white'), undefined);
    assert.equal(position.judge(b!, 'white'), undefined);
    assert.equal(position.toMove, 'black');
    if (rule === 'renju') assert.throws(() => position.play(a!), /double-three/);
    position.play(b!);
    position.play(a!);
  }
});

test('white wins with six in renju', () => {
  const { position, marks } = replay(
    `
    O O O a O O .
    . . . . . . .
    X . X . X . .
    . . . . . . X
    . X . . . . .
    . . . . . . .
    X . . . . . .`,
    'renju',
  );
  assert.equal(position.toMove, 'white');
  position.play(marks.get('a')![0]!);
  assert.deepEqual(position.outcome, { reason: 'row', winner: 'white', row: [0, 1, 2, 3, 4, 5] });
});

test('six in a row do not win in standard, and the game continues', () => {
  const { position, marks } = replay(
    `
    X X X a X X .
    . . . . . . .
    O . O . O . .
    . . . . . . O
    . O . . . . .
    . . . . . . .
    . . . . . . .`,
    'standard',
  );
  position.play(marks.get('a')![0]!);
  assert.equal(position.outcome, undefined);
  assert.equal(position.toMove, 'white');
});

const NOBODY_WINS = `
  X X O O X
  O O X X O
  X X O O X
  O O X X O
  X X O O X`;

test('a full board is a draw', () => {
  for (const rule of GOMOKU_RULES) assert.deepEqual(replay(NOBODY_WINS, rule).position.outcome, { reason: 'full' });
});

test('a winning stone on the last point wins', () => {
  const { position, marks } = replay(
    `
    X X O O X
    O O X X O
    X X a X X
    O O X O O
    X O O X O`,
    'standard',
  );
  assert.ok(!position.outcome);
  position.play(marks.get('a')![0]!);
  const row = [10, 11, 12, 13, 14];
  assert.deepEqual(position.outcome, { reason: 'row', winner: 'black', row });
});

test('in renju, the game is a draw if black has no legal stone', () => {
  const overlineIsLeft = `
    X O O O X X O
    X O X X X X O
    O O X O O X X
    X X X a X X X
    O O O X O O X
    O O O X O X O
    O O X X O O X`;
  const { position, marks } = replay(overlineIsLeft, 'renju');
  assert.equal(position.judge(marks.get('a')![0]!, 'black'), 'overline');
  assert.deepEqual(position.outcome, { reason: 'full' });
  assert.equal(replay(overlineIsLeft, 'standard').position.outcome, undefined);
});

test('boards have 5 to 255 lines, and a game can be won in each corner of every size', () => {
  for (const lines of [4, 256, 5.5, 0, Number.NaN]) {
    assert.throws(() => new GomokuPosition(lines, 'freestyle'), RangeError);
  }
  for (let lines = 5; lines <= 255; lines++) {
    const position = new GomokuPosition(lines, 'caro');
    for (let step = 0; step < 5; step++) {
      position.play(pointAt(square(lines), lines - 1 - step, lines - 1 - step)!);
      if (step < 4) position.play(pointAt(square(lines), step, lines - 1)!);
    }
    assert.equal(position.outcome?.reason, 'row');
    assert.equal(position.at(pointAt(square(lines), lines - 1, lines - 1)!), 'black');
    assert.equal([...position.stones()].length, 9);
    assert.throws(() => position.at((lines * lines) as Point), RangeError);
  }
});
