import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldOf, marked, read } from '../../../test/support/engines/go-diagram.ts';
import { LadderReader } from './ladder-reader.ts';
import { NOWHERE } from './playout-board.ts';

const swapped = (drawing: string): string => drawing.replace(/[XO]/g, (sign) => (sign === 'X' ? 'O' : 'X'));

/** What is found of the chain left of a, whatever its colour. */
function ask<Answer>(
  drawing: string,
  question: (ladder: LadderReader, ...of: Parameters<LadderReader['canEscape']>) => Answer,
): Answer {
  const [answer, other] = [drawing, swapped(drawing)].map((each) => {
    const { board, size } = fieldOf(read(each));
    const stones = board.stones.slice();
    const answer = question(new LadderReader(size), board, marked(read(each), 'a') - 1);
    assert.deepEqual(board.stones, stones);
    return answer;
  });
  assert.equal(answer, other);
  return answer!;
}

const canRun = (drawing: string): boolean => ask(drawing, (ladder, board, stone) => ladder.canEscape(board, stone));

/** From where it is caught: a letter, or `nowhere`. */
function caughtFrom(drawing: string): string {
  const point = ask(drawing, (ladder, board, stone) => ladder.capturingPoint(board, stone));
  if (point === NOWHERE) return 'nowhere';
  for (const [letter, points] of read(drawing).marks) if (points.some((marked) => marked === point)) return letter;
  return 'elsewhere';
}

/** White to move catches from a, if nothing stands in the way. */
const LADDER = `
  . . . . . . . . .
  . . O . . . . . .
  . O X a . . . . .
  . O b . . . . . .
  . . . . . . . . .
  . . . . . . . . .
  . . . . . . . . .
  . . . . . . . . .
  . . . . . . . . .
`;
const withRow = (drawing: string, row: number, stones: string): string =>
  drawing
    .split('\n')
    .with(row + 1, stones)
    .join('\n');

test('a ladder works across an empty board', () => assert.equal(caughtFrom(LADDER), 'a'));
test('a ladder breaker lets the chain escape', () =>
  assert.equal(caughtFrom(withRow(LADDER, 5, '. . . . X . . . .')), 'nowhere'));
test('a stone of the attacker in the way does not', () =>
  assert.equal(caughtFrom(withRow(LADDER, 5, '. . . . O . . . .')), 'a'));

/** Black's last liberty is a. */
const IN_ATARI = `
  . . . . . . . . .
  . . O O . . . . .
  . O X a . . . . .
  . . O . . . . . .
  . . . . . . . . .
  . . . . . . . . .
  . . . . . . . . .
`;

test('a chain in atari that gets two liberties is captured in the ladder', () => assert.equal(canRun(IN_ATARI), false));
test('a chain in atari escapes to a friendly stone', () =>
  assert.equal(canRun(withRow(IN_ATARI, 5, '. . . . . X . . .')), true));
test('a chain in atari escapes if it gets three liberties', () =>
  assert.equal(canRun(withRow(IN_ATARI, 1, '. . O . . . . . .')), true));
test('a chain in atari that gets one liberty does not escape', () =>
  assert.equal(canRun(withRow(IN_ATARI, 3, '. . O O . . . . .')), false));

test('a chain that can capture its attackers escapes', () => {
  assert.equal(canRun('X a O .\nO . O .\nX O . .\nX . . .'), true);
  assert.equal(canRun('X a O .\nO . O .\n. O . .\nX . . .'), false);
});
