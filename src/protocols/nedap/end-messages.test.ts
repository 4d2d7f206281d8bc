import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EndReason } from '../../lobby/games/game-event.ts';
import type { EndedNotice } from '../../lobby/notice.ts';
import type { Color } from '../../rules/color.ts';
import { endMessages } from './end-messages.ts';
import { type Dialect, makeServerMessage } from './messages.ts';

const lines = (end: Pick<EndedNotice, 'reason' | 'winner' | 'kickedFor'>, dialect: Dialect): string =>
  endMessages({ kind: 'ended', score: { black: 40, white: 41 }, ...end }, 9, dialect)
    .map((message) => makeServerMessage(message, dialect))
    .join(', ');

test('each reason for an end has its messages, in both dialects', () => {
  const cases: readonly (readonly [EndReason, Color | undefined, string, string])[] = [
    ['score', 'white', 'END 40.0 41.0', 'END 40 41'],
    ['resigned', 'black', 'TABLEFLIPPED white, END 81.0 0.0', 'TABLEFLIPPED white, END -1 -1'],
    ['resigned', 'white', 'TABLEFLIPPED black, END 0.0 81.0', 'TABLEFLIPPED black, END -1 -1'],
    ['timed-out', 'black', 'TABLEFLIPPED white, END 81.0 0.0', 'TABLEFLIPPED white, END -1 -1'],
    ['fouled', 'white', 'TABLEFLIPPED black, END 0.0 81.0', 'TABLEFLIPPED black, END -1 -1'],
    ['left', 'black', 'END 81.0 0.0', 'TABLEFLIPPED white, END -1 -1'],
    ['left', 'white', 'END 0.0 81.0', 'TABLEFLIPPED black, END -1 -1'],
    ['abandoned', undefined, 'END 0.0 0.0', 'END -1 -1'],
    ['stopped', undefined, 'END 0.0 0.0', 'END -1 -1'],
  ];
  for (const [reason, winner, documented, later] of cases) {
    assert.equal(lines({ reason, winner }, 'documented'), documented);
    assert.equal(lines({ reason, winner }, 'later'), later);
  }
});

test('in the later dialect the winner learns for which move the opponent was kicked', () => {
  const end = { reason: 'left', winner: 'white', kickedFor: 'occupied' } as const;
  assert.equal(lines(end, 'documented'), 'END 0.0 81.0');
  assert.equal(lines(end, 'later'), 'INVALID black a stone stands there, END -1 -1');
});
