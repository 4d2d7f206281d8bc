import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeControl } from '../../../test/support/lobby/dialogue-line-reader.ts';
import { makeSgf } from '../../rules/records/sgf-record-codec.ts';
import type { GameEvent, JournalEntry, SeatRecord } from './game-event.ts';
import { gameRecordFromJournal } from './game-record-from-journal.ts';

const GO = {
  game: 'go',
  size: 9,
  ruleset: { ko: 'positional', suicide: 'allowed' },
  komi: 0,
  fixedKomi: false,
} as const;
const seat = (name: string): SeatRecord => ({
  ...{ name, guest: false, protocol: 'web', listener: 'plain', address: 'home', parameters: GO, isTimed: true },
});
const OPTIONS = { rated: true, private: false, takeBack: true, estimate: false };

/** SGF of a game with these times of the moves, in seconds. `-`: the clock of the seat does not run. */
function sgfOf(time: string, turns: readonly (number | '-')[]): string {
  const control = timeControl(time);
  assert(control.kind !== 'none');
  const seated: GameEvent = {
    kind: 'seated',
    black: seat('a'),
    white: seat('b'),
    komi: 0,
    options: OPTIONS,
    time: control,
  };
  const passes = turns.map(
    (spent, index): GameEvent => ({
      kind: 'passed',
      color: index % 2 === 0 ? 'black' : 'white',
      ...(spent === '-' ? {} : { spent: spent * 1000 }),
    }),
  );
  const sgf = makeSgf(
    gameRecordFromJournal([seated, ...passes].map((event, index): JournalEntry => ({ game: 1, index, at: 0, event }))),
  );
  assert(sgf.ok);
  return sgf.value;
}

test('SGF has the time control and the clock after each move of a timed seat', () => {
  const absolute = sgfOf('600', [1.5, 20, 1]);
  assert.match(absolute, /TM\[600\]/);
  assert.match(absolute, /;B\[\]BL\[598.5\];W\[\]WL\[580\];B\[\]BL\[597.5\]/);
  const byoYomi = sgfOf('60+3x10', [70, '-', 15]);
  assert.match(byoYomi, /TM\[60\]OT\[3x10 byo-yomi\]/);
  assert.match(byoYomi, /;B\[\]BL\[10\]OB\[3\];W\[\];B\[\]BL\[10\]OB\[2\]/);
  assert.match(sgfOf('60+5in30', [70]), /OT\[5\/30 Canadian\](.|\n)*;B\[\]BL\[20\]OB\[4\]/);
  assert.match(sgfOf('60+5', [10]), /TM\[60\]OT\[5 fischer\](.|\n)*BL\[55\]/);
  assert.match(sgfOf('30of180', [10]), /TM\[180\]OT\[at most 30 per move\](.|\n)*BL\[170\]/);
});
