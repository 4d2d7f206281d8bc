import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markedPoint, playoutBoardOf, readDiagram } from '../../../test/support/engines/go-diagram.ts';
import { LadderReader } from './ladder-reader.ts';
import { NOWHERE } from './playout-board.ts';

const swapped = (drawing: string): string => drawing.replace(/[XO]/g, (sign) => (sign === 'X' ? 'O' : 'X'));

/** Calls `question` for the chain to the left of a. The result must be the same with exchanged colours. */
function withReader<Answer>(
  drawing: string,
  question: (ladder: LadderReader, ...of: Parameters<LadderReader['canEscape']>) => Answer,
): Answer {
  const [answer, other] = [drawing, swapped(drawing)].map((each) => {
    const { board, size } = playoutBoardOf(readDiagram(each));
    const stones = board.stones.slice();
    const answer = question(new LadderReader(size), board, markedPoint(readDiagram(each), 'a') - 1);
    assert.deepEqual(board.stones, stones);
    return answer;
  });
  assert.equal(answer, other);
  return answer!;
}

const canEscape = (drawing: string): boolean =>
  withReader(drawing, (ladder, board, stone) => ladder.canEscape(board, stone));

/** The letter of the point from which the chain is captured, or `nowhere`. */
function capturingPoint(drawing: string): string {
  const point = withReader(drawing, (ladder, board, stone) => ladder.capturingPoint(board, stone));
  if (point === NOWHERE) return 'nowhere';
  for (const [letter, points] of readDiagram(drawing).marks)
    if (points.some((marked) => marked === point)) return letter;
  return 'elsewhere';
}

/** White to move captures the chain from a, if there is no ladder breaker. */
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

test('a ladder works across an empty board', () => assert.equal(capturingPoint(LADDER), 'a'));
test('a ladder breaker lets the chain escape', () =>
  assert.equal(capturingPoint(withRow(LADDER, 5, '. . . . X . . . .')), 'nowhere'));
test('a stone of the attacker in the way does not', () =>
  assert.equal(capturingPoint(withRow(LADDER, 5, '. . . . O . . . .')), 'a'));

/** The last liberty of black's chain is a. */
const IN_ATARI = `
  . . . . . . . . .
  . . O O . . . . .
  . O X a . . . . .
  . . O . . . . . .
  . . . . . . . . .
  . . . . . . . . .
  . . . . . . . . .
`;

test('a chain in atari that gets two liberties is captured in the ladder', () =>
  assert.equal(canEscape(IN_ATARI), false));
test('a chain in atari escapes to a friendly stone', () =>
  assert.equal(canEscape(withRow(IN_ATARI, 5, '. . . . . X . . .')), true));
test('a chain in atari escapes if it gets three liberties', () =>
  assert.equal(canEscape(withRow(IN_ATARI, 1, '. . O . . . . . .')), true));
test('a chain in atari that gets one liberty does not escape', () =>
  assert.equal(canEscape(withRow(IN_ATARI, 3, '. . O O . . . . .')), false));

test('a chain that can capture its attackers escapes', () => {
  assert.equal(canEscape('X a O .\nO . O .\nX O . .\nX . . .'), true);
  assert.equal(canEscape('X a O .\nO . O .\n. O . .\nX . . .'), false);
});
