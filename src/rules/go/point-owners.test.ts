import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDiagram } from '../../../test/support/rules/parse-diagram.ts';
import { square } from '../point.ts';
import { GoPosition } from './go-position.ts';
import { ownersOf } from './point-owners.ts';

const SIGN = { black: 'x', white: 'o', neutral: '-' } as const;

function areasIn(text: string): string {
  const read = parseDiagram(text);
  if (!read.ok) throw new Error(read.problem);
  const { size, at } = read.value;
  const signs = ownersOf(size, at).map((area) => SIGN[area]);
  return Array.from({ length: size.height }, (_, y) => signs.slice(y * size.width, (y + 1) * size.width).join('')).join(
    ' ',
  );
}

test('a region belongs to the only colour that it borders on', () => {
  const board = `
    . X . O .
    X X . O O
    . . . . .
    X X . O O
    . X . O .`;
  assert.equal(areasIn(board), 'xx-oo xx-oo ----- xx-oo xx-oo');
});

test('a single stone owns the whole board, and an empty board has no owner', () => {
  assert.equal(areasIn('. . .\n. O .\n. . .'), 'ooo ooo ooo');
  assert.equal(areasIn('. .\n. .'), '-- --');
});

test('the owners are consistent with the score', () => {
  const size = square(7);
  const position = new GoPosition(size);
  let seed = 12345;
  for (let turn = 0; turn < 400; turn++) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    const point = [...Array(49).keys()]
      .map((index) => (index + (seed >> 8)) % 49)
      .find((index) => {
        return (
          position.judge(position.toMove, index as never, { ko: 'positional', suicide: 'forbidden' }) === undefined
        );
      });
    if (point === undefined) break;
    position.play(position.toMove, point as never);
    const areas = ownersOf(size, (at) => position.at(at));
    const count = (color: string): number => areas.filter((area) => area === color).length;
    assert.deepEqual({ black: count('black'), white: count('white') }, position.score(0));
  }
});
