import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { markedPoint, playoutBoardOf, readDiagram } from '../../../test/support/engines/go-diagram.ts';
import { areaScore } from '../../rules/go/area-score.ts';
import { BLACK, EMPTY, WHITE } from '../../rules/go/go-board.ts';
import { Xorshift32 } from '../random-numbers.ts';
import { NOWHERE, PlayoutBoard } from './playout-board.ts';
import { PlayoutRunner, UNPLAYED } from './playout-runner.ts';

const SIZES = fc.record({ width: fc.integer({ min: 1, max: 9 }), height: fc.integer({ min: 1, max: 9 }) });
const CHANCE = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test('a playout returns the score of its last board, on which only eyes are empty', () => {
  fc.assert(
    fc.property(SIZES, CHANCE, (size, chance) => {
      const field = new PlayoutBoard(size);
      const balance = new PlayoutRunner(field, new Xorshift32(chance)).run(BLACK, NOWHERE);
      const { black, white } = areaScore(field.board, 0);
      assert.equal(balance, black - white);
      if (size.width * size.height > 2) assert.ok(black + white > 0);
    }),
  );
});

test('the same random numbers give the same playout', () => {
  fc.assert(
    fc.property(SIZES, CHANCE, (size, chance) => {
      const [one, other] = [new PlayoutBoard(size), new PlayoutBoard(size)];
      const playouts = [one, other].map((field) => new PlayoutRunner(field, new Xorshift32(chance)));
      const [balance, again] = playouts.map((playout) => playout.run(WHITE, NOWHERE));
      assert.equal(balance, again);
      assert.deepEqual(one.stones, other.stones);
      assert.deepEqual(playouts[0]!.firstColor, playouts[1]!.firstColor);
    }),
    { numRuns: 30 },
  );
});

test('a chain with two eyes lives in every playout', () => {
  const diagram = readDiagram(`
    . X . X O . .
    X X X X O . .
    O O O O O . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
  `);
  const start = playoutBoardOf(diagram);
  const field = new PlayoutBoard(diagram.size);
  for (let run = 0; run < 100; run++) {
    field.copyFrom(start);
    new PlayoutRunner(field, new Xorshift32(run / 100)).run(WHITE, NOWHERE);
    assert.deepEqual([field.stones[0], field.stones[1], field.stones[2]], [EMPTY, BLACK, EMPTY]);
  }
});

test('a chain that the last stone has put into atari is mostly extended', () => {
  // White has just played b.
  const diagram = readDiagram(`
    . . . . . . . . .
    . . . O O . . . .
    . . O X X a . . .
    . . . O b . . . .
    . . . . . . . . .
    . . . . . . . . .
  `);
  const start = playoutBoardOf(diagram);
  start.play(WHITE, markedPoint(diagram, 'b'));
  const field = new PlayoutBoard(diagram.size);
  const playout = new PlayoutRunner(field, new Xorshift32(0.1));
  let runs = 0;
  for (let count = 0; count < 100; count++) {
    field.copyFrom(start);
    playout.firstColor.fill(UNPLAYED);
    playout.run(BLACK, markedPoint(diagram, 'b'));
    if (playout.firstColor[markedPoint(diagram, 'a')] === BLACK) runs++;
  }
  assert.ok(runs > 80, `${runs}`);
});
