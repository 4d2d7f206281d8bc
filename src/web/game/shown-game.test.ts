import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ArchivedGameWithTurns } from '../../protocols/api/resource-schemas.ts';
import { ownColor } from './own-color.ts';
import { recordedClock, shownGame } from './shown-game.ts';

const archived: ArchivedGameWithTurns = {
  game: 12,
  board: { game: 'gomoku', size: 15, rule: 'caro' },
  black: { name: 'alice', protocol: 'web', rating: 1500, gain: 8 },
  white: { name: 'bob', protocol: 'gomokurs' },
  end: { winner: 'black', reason: 'resigned' },
  turns: 1,
  began: 1000,
  ended: 9000,
  rated: true,
  imported: false,
  setup: [],
  record: [{ kind: 'play', color: 'black', point: { x: 7, y: 7 } }],
};

test('a game of the archive is shown with its end and without times', () => {
  const { state, timed } = shownGame({ state: 'finished', game: archived });
  assert.equal(timed, false);
  assert.deepEqual(state.black, { name: 'alice', protocol: 'web' });
  assert.deepEqual([state.toMove, state.turns.length, state.end?.reason], ['white', 1, 'resigned']);
  assert.equal(state.offers, false);
});

test('an adjourned game is shown with its position and its times', () => {
  const { end: _, ...state } = shownGame({ state: 'finished', game: archived }).state;
  const shown = shownGame({ state: 'adjourned', game: { ...state, end: { reason: 'adjourned' } } });
  assert.deepEqual([shown.timed, shown.state.end, shown.state.turns.length], [true, { reason: 'adjourned' }, 1]);
});

test('ownColor uses the seat while the game runs, and the name after its end', () => {
  const { state: over } = shownGame({ state: 'finished', game: archived });
  const { end: _, ...running } = over;
  assert.equal(ownColor(running, { kind: 'you', name: 'x', seat: { game: 12, color: 'white' } }), 'white');
  assert.equal(ownColor(running, { kind: 'you', name: 'alice' }), undefined);
  assert.equal(ownColor(running, { kind: 'you', name: 'alice', seat: { game: 13, color: 'white' } }), undefined);
  assert.equal(ownColor(over, { kind: 'you', name: 'alice' }), 'black');
  assert.equal(ownColor(over, { kind: 'you' }), undefined);
});

test('the clocks of a finished game are those after the last move of each side', () => {
  const point = { x: 0, y: 0 };
  const record: ArchivedGameWithTurns['record'] = [
    { kind: 'play', color: 'black', point, clock: { left: 60 } },
    { kind: 'play', color: 'white', point },
    { kind: 'pass', color: 'black' },
    { kind: 'pass', color: 'white', clock: { left: 30, overtime: 5 } },
  ];
  assert.equal(recordedClock(record, 0, 'black'), undefined);
  assert.deepEqual(recordedClock(record, 3, 'black'), { left: 60 });
  assert.equal(recordedClock(record, 3, 'white'), undefined);
  assert.deepEqual(recordedClock(record, 4, 'white'), { left: 30, overtime: 5 });
  assert.deepEqual(shownGame({ state: 'finished', game: { ...archived, record } }).record, record);
});
