import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEAD_STONE, readDiagram, stonesOf } from '../../../test/support/engines/go-diagram.ts';
import type { Color } from '../../rules/color.ts';
import { GoPosition } from '../../rules/go/go-position.ts';
import { estimateScore } from './estimate-score.ts';

function positionOf(drawing: string, toMove: Color = 'black'): GoPosition {
  const diagram = readDiagram(drawing);
  const position = new GoPosition(diagram.size);
  position.setUp(stonesOf(diagram), toMove);
  return position;
}

for (const toMove of ['black', 'white'] as const) {
  test(`dead stones belong to the other side, with ${toMove} to move`, () => {
    const { ownership, lead } = estimateScore(positionOf(DEAD_STONE, toMove), 400);
    assert.equal(ownership.length, 25);
    for (const [point, owner] of ownership.entries()) {
      if (point % 5 < 3) assert.ok(owner > 0.6, `${point}: ${owner}`);
      else assert.ok(owner < -0.9, `${point}: ${owner}`);
    }
    assert.ok(Math.abs(lead - 5) < 3, String(lead));
  });
}

test('the same position and playouts give the same estimate', () => {
  const position = positionOf(DEAD_STONE);
  assert.deepEqual(estimateScore(position, 100), estimateScore(position, 100));
});

test('on an empty board, the first move is worth some points to either side', () => {
  const empty = Array.from({ length: 9 }, () => '. . . . . . . . .').join('\n');
  const [black, white] = (['black', 'white'] as const).map((toMove) => estimateScore(positionOf(empty, toMove), 1000));
  assert.ok(black!.lead > 1 && black!.lead < 15, String(black!.lead));
  assert.ok(white!.lead < -1 && white!.lead > -15, String(white!.lead));
});

test('the best move captures the stones in atari, and is undefined if only a pass is left', () => {
  const atari = positionOf('. . . . .\n. O O O .\nO X X X .\n. O O O .\n. . . . .', 'white');
  assert.equal(estimateScore(atari, 400).best, 14);
  assert.equal(estimateScore(positionOf('.'), 10).best, undefined);
});

test('a position without playouts and a position without empty points have an estimate', () => {
  assert.ok(Number.isFinite(estimateScore(positionOf(DEAD_STONE), 0).lead));
  assert.equal(estimateScore(positionOf('.'), 10).lead, 0);
});
