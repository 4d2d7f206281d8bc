import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listedGame } from '../../../test/support/archive/game-fixtures.ts';
import type { ArchivedGame } from '../api/resource-schemas.ts';
import { resultLine } from './result-line.ts';

const SCORE = { black: 40, white: 47.5 };

const ENDS: readonly (readonly [ArchivedGame['end'], string])[] = [
  [{ winner: 'white', reason: 'score', score: SCORE }, 'W+7.5'],
  [{ winner: 'white', reason: 'score', margin: 3.5 }, 'W+3.5'],
  [{ reason: 'score', score: { black: 40, white: 40 } }, 'Draw'],
  // The area at the end of a game is not a result if the game was not counted.
  [{ winner: 'black', reason: 'resigned', score: SCORE }, 'B+Resign'],
  [{ winner: 'black', reason: 'timed-out', score: SCORE }, 'B+Time'],
  [{ winner: 'white', reason: 'left', score: SCORE }, 'W+Forfeit'],
  [{ winner: 'white', reason: 'fouled', score: SCORE }, 'W+Forfeit'],
  [{ reason: 'agreed', score: SCORE }, 'Draw'],
  [{ reason: 'drawn' }, 'Draw'],
  [{ reason: 'abandoned', score: SCORE }, 'no result'],
  [{ reason: 'stopped', score: SCORE }, 'no result'],
];

test('the result line has the reason of the end', () => {
  const lines = ENDS.map(([end]) => /6\.5\) (.*) \S+$/.exec(resultLine({ ...listedGame(1, 2), end })[0] ?? '')?.[1]);
  assert.deepEqual(
    lines,
    ENDS.map(([, words]) => words),
  );
});
