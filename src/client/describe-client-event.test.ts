import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GameEndedEvent } from '../protocols/client-session-types.ts';
import { describeClientEvent } from './describe-client-event.ts';

test('the points of a result are shown only if they decided the game', () => {
  const over = { kind: 'game-ended', winner: 'white', score: { black: 1, white: 2 }, text: '' } as const;
  const line = (reason: GameEndedEvent['reason']): string | undefined =>
    describeClientEvent({ ...over, ...(reason !== undefined && { reason }) }, undefined);
  assert.equal(line('score'), 'the game is over: white wins, black 1 and white 2');
  assert.equal(line(undefined), 'the game is over: white wins, black 1 and white 2');
  assert.equal(line('resigned'), 'the game is over: white wins by resignation');
  assert.equal(line('left'), 'the game is over: white wins, you left the game');
});
