import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { GameStartedEvent } from '../protocols/client-session-types.ts';
import type { Color } from '../rules/color.ts';
import type { Point } from '../rules/point.ts';
import { ClientGameClock } from './client-game-clock.ts';
import type { ReconnectingClientEvent } from './reconnecting-client.ts';

const BEGUN: GameStartedEvent = {
  kind: 'game-started',
  game: 'gomoku',
  rule: 'freestyle',
  color: 'black',
  size: 15,
  setup: [],
  continues: false,
  clock: { turn: 30_000, match: 180_000 },
};
const MINE: ReconnectingClientEvent = { kind: 'your-turn', color: 'black' };
const stone = (color: Color): ReconnectingClientEvent => ({ kind: 'played', color, point: 0 as Point });
const LOST: ReconnectingClientEvent = { kind: 'connection-lost', text: 'cut', retryIn: 500 };

/** The times of a clock after each of the events. Each event has the time at which it comes. */
function times(...events: readonly (readonly [number, ReconnectingClientEvent | undefined])[]) {
  const clock = new ClientGameClock();
  return events.map(([now, each]) => {
    if (each !== undefined) clock.follow(each, now);
    const { turn, left } = clock.time(now) ?? {};
    return `${turn ?? '-'} ${left ?? '-'}`;
  });
}

describe('ClientGameClock', () => {
  test('runs while it is our turn, and subtracts the time of our moves', () => {
    const reported = times(
      [0, { kind: 'connected' }],
      [1_000, BEGUN],
      [1_000, MINE],
      [6_000, undefined],
      [11_000, stone('black')],
      [31_000, stone('white')],
      [31_000, MINE],
      [32_000, undefined],
      [90_000, undefined],
      [91_000, { kind: 'game-ended', text: 'END' }],
    );
    assert.deepEqual(reported, [
      '- -',
      '30000 180000',
      '30000 180000',
      '25000 175000',
      '30000 170000',
      '30000 170000',
      '30000 170000',
      '29000 169000',
      '0 111000',
      '- -',
    ]);
  });

  test('uses the times that the server sends, before and during the game', () => {
    const values = times(
      [0, { kind: 'connected' }],
      [0, { kind: 'time', turn: 5_000 }],
      [0, BEGUN],
      [0, MINE],
      [1_000, stone('black')],
      [1_000, { kind: 'time', match: 60_000 }],
      [1_000, { kind: 'time', left: 58_500 }],
      [2_000, stone('white')],
      [2_000, MINE],
      [4_500, stone('black')],
    );
    assert.deepEqual(values.slice(2), [
      '5000 180000',
      '5000 180000',
      '5000 179000',
      '5000 60000',
      '5000 58500',
      '5000 58500',
      '5000 58500',
      '5000 56000',
    ]);
  });

  test('uses only complete times if there are any, and only in their game', () => {
    const { clock: _, ...begun } = BEGUN;
    const values = times(
      [0, { kind: 'connected' }],
      [0, begun],
      [0, { kind: 'time', isComplete: true, match: 60_000, left: 60_000 }],
      [0, MINE],
      [50_000, stone('black')],
      [55_000, stone('white')],
      [55_000, { kind: 'time', isComplete: true, turn: 24_000 }],
      [55_000, MINE],
      [60_000, stone('black')],
      [60_000, { kind: 'game-ended', text: 'END' }],
      [60_000, begun],
      [60_000, MINE],
    );
    assert.deepEqual(values.slice(3), [
      '- 60000',
      '- 10000',
      '- 10000',
      '24000 -',
      '24000 -',
      '24000 -',
      '- -',
      '- -',
      '- -',
    ]);
  });

  test('uses complete times also after a lost connection', () => {
    const { clock: _, ...begun } = BEGUN;
    const back = times(
      [0, begun],
      [0, { kind: 'time', isComplete: true, match: 60_000, left: 60_000 }],
      [0, MINE],
      [10_000, stone('black')],
      [15_000, LOST],
      [20_000, { kind: 'connected' }],
      [20_000, begun],
      [20_000, stone('black')],
      [20_000, stone('white')],
      [20_000, { kind: 'time', isComplete: true, match: 60_000, left: 42_000 }],
      [20_000, MINE],
    );
    assert.equal(back.at(-1), '- 42000');
  });

  test('returns undefined if the time is not limited', () => {
    const { clock: _, ...begun } = BEGUN;
    assert.deepEqual(times([0, begun], [0, MINE]), ['- -', '- -']);
    assert.deepEqual(times([0, { ...BEGUN, clock: { turn: 9 } }], [0, MINE]), ['9 -', '9 -']);
  });

  test('continues after a lost connection, and starts again in another game', () => {
    const before: readonly (readonly [number, ReconnectingClientEvent])[] = [
      [0, BEGUN],
      [0, MINE],
      [10_000, stone('black')],
      [10_000, stone('white')],
      [10_000, MINE],
      [15_000, LOST],
      [15_500, { kind: 'connected' }],
    ];
    const back = times(...before, [16_000, BEGUN], [16_000, stone('black')], [16_000, stone('white')], [16_000, MINE]);
    assert.equal(back.at(-1), '30000 170000');
    const anew = times(...before, [16_000, BEGUN], [16_000, MINE]);
    assert.equal(anew.at(-1), '30000 180000');
    const asWhite = times(...before, [16_000, BEGUN], [16_000, stone('black')], [16_000, MINE]);
    assert.equal(asWhite.at(-1), '30000 180000');
  });

  test('continues when the server sends the board again', () => {
    const shown = times(
      [0, BEGUN],
      [0, MINE],
      [10_000, stone('black')],
      [20_000, { ...BEGUN, setup: [0, 1].map((point) => ({ color: 'white', point: point as Point })) }],
      [20_000, MINE],
    );
    assert.equal(shown.at(-1), '30000 170000');
  });

  test('does not start again when the same move is requested twice', () => {
    assert.equal(times([0, BEGUN], [0, MINE], [5_000, MINE]).at(-1), '25000 175000');
  });
});
