import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type GameSoundState, soundsBetween } from './game-sounds.ts';
import { NOTES } from './sound-notes.ts';

const calm: GameSoundState = { turns: 4, passed: false, captured: 1, over: false, ownTurn: false };

/** Changes of the state above, and the sounds for them. */
const HEARD: readonly (readonly [string, Partial<GameSoundState>, string])[] = [
  ['nothing', {}, ''],
  ['a stone', { turns: 5 }, 'stone'],
  ['a stone that captures', { turns: 5, captured: 3 }, 'capture'],
  ['a pass', { turns: 5, passed: true }, 'pass'],
  ['a stone of the opponent', { turns: 5, ownTurn: true }, 'stone'],
  ['moves missed while the connection was lost', { turns: 9, captured: 2 }, 'capture'],
  ['turns taken back', { turns: 2, captured: 0 }, ''],
  ['a resignation', { over: true }, 'end'],
  ['a winning stone', { turns: 5, over: true }, 'stone end'],
  ['the second pass', { turns: 5, passed: true, over: true }, 'end'],
];

for (const [name, change, sounds] of HEARD) {
  test(`${name}: ${sounds || 'silence'}`, () => {
    assert.equal(soundsBetween(calm, { ...calm, ...change }, false).join(' '), sounds);
  });
}

test('the sound for the user’s turn is played only if another window has the focus', () => {
  const answered = { ...calm, turns: 5, ownTurn: true };
  assert.deepEqual(soundsBetween(calm, answered, true), ['stone', 'your-turn']);
  assert.deepEqual(soundsBetween(answered, { ...calm, turns: 6 }, true), ['stone']);
});

test('all sounds are short and not too loud', () => {
  for (const [sound, notes] of Object.entries(NOTES)) {
    for (const { at, lasts, loudness } of notes) {
      assert.ok(at + lasts <= 1.2, `${sound} ends within a second or so`);
      assert.ok(loudness > 0 && loudness <= 1, `${sound} is heard, and not distorted`);
    }
  }
});
