import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Color } from '../../rules/color.ts';
import { findFreePoint, type GameUnderTest, isLegal, withStone } from './game-under-test.ts';
import { columnAndRow } from './point-notation.ts';

/** GameUnderTest in turn, black first: `1,0 0,0`. */
function played(stones: string, origins: readonly number[] = [0], game: 'go' | 'gomoku' = 'go'): GameUnderTest {
  const all = stones.split(' ').map((written, index) => ({ ...at(written), color: colorOf(index) }));
  return { notation: columnAndRow(game, origins), played: stones === '' ? [] : all };
}

const colorOf = (index: number): Color => (index % 2 === 0 ? 'black' : 'white');

function at(written: string): { x: number; y: number } {
  const [x = 0, y = 0] = written.split(',').map(Number);
  return { x, y };
}

describe('the game with a tested client', () => {
  const legal = (stones: GameUnderTest, color: Color, written: string): boolean =>
    isLegal(stones, 5, { ...at(written), color });

  test('allows only stones on empty points of the board, and no ko', () => {
    assert(legal(played(''), 'black', '4,4'));
    assert(!legal(played(''), 'black', '5,0'));
    assert(!legal(played('2,2'), 'white', '2,2'));
    assert(!legal(played('0,0 1,0 1,1 2,1 0,4 3,0 2,0'), 'white', '1,0'));
  });

  test('removes captured stones in Go', () => {
    assert(legal(played('1,0 0,0 0,1 4,4'), 'black', '0,0'));
    assert(!legal(played('1,0 0,0 0,1 4,4', [0], 'gomoku'), 'black', '0,0'));
  });

  test('allows a stone that is legal for any possible origin of the coordinates', () => {
    assert(legal(played('', [0, 1]), 'black', '5,5'));
    assert(legal(played('', [0, 1]), 'black', '0,0'));
    assert(!legal(played('0,0', [0, 1]), 'white', '5,5'));
    assert(!legal(played('', [0, 1]), 'black', '6,1'));
  });

  test('chooses free points that are on the board for every origin', () => {
    let stones = played('3,3', [0, 1]);
    for (let count = 0; count < 4; count++) {
      const { x, y } = findFreePoint(stones, 9, 'white');
      assert(x >= 1 && y >= 1 && x <= 8 && y <= 8);
      assert(stones.played.every((other) => Math.abs(other.x - x) > 1 || Math.abs(other.y - y) > 1));
      stones = withStone(stones, { x, y, color: 'white' });
    }
  });
});
