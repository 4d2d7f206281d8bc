import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ok } from '../result.ts';
import { COMMANDS, parseInput } from './input-parser.ts';

const UNDERSTOOD: readonly (readonly [string, unknown])[] = [
  ['D4', { kind: 'intent', intent: { kind: 'play', point: 5 * 9 + 3 } }],
  [' d4 ', { kind: 'intent', intent: { kind: 'play', point: 5 * 9 + 3 } }],
  ['A9', { kind: 'intent', intent: { kind: 'play', point: 0 } }],
  ['3 5', { kind: 'intent', intent: { kind: 'play', point: 5 * 9 + 3 } }],
  ['3,5', { kind: 'intent', intent: { kind: 'play', point: 5 * 9 + 3 } }],
  ['0 0', { kind: 'intent', intent: { kind: 'play', point: 0 } }],
  ['PASS', { kind: 'intent', intent: { kind: 'pass' } }],
  ['resign', { kind: 'intent', intent: { kind: 'resign' } }],
  ['dead D4', { kind: 'intent', intent: { kind: 'mark', point: 5 * 9 + 3 } }],
  ['dead 3 5', { kind: 'intent', intent: { kind: 'mark', point: 5 * 9 + 3 } }],
  ['alive', { kind: 'intent', intent: { kind: 'unmark' } }],
  ['accept', { kind: 'intent', intent: { kind: 'accept-marks' } }],
  ['seek', { kind: 'intent', intent: { kind: 'seek' } }],
  ['seek 13', { kind: 'intent', intent: { kind: 'seek', size: 13 } }],
  ['seek bob', { kind: 'intent', intent: { kind: 'seek', opponent: 'bob' } }],
  ['seek 13 bob', { kind: 'intent', intent: { kind: 'seek', size: 13, opponent: 'bob' } }],
  ['cancel', { kind: 'intent', intent: { kind: 'cancel' } }],
  ['list', { kind: 'intent', intent: { kind: 'lobby' } }],
  ['chat  so  long', { kind: 'intent', intent: { kind: 'chat', text: 'so  long' } }],
  ['to bob so long', { kind: 'intent', intent: { kind: 'chat', to: 'bob', text: 'so long' } }],
  ['name Ms. Brown', { kind: 'intent', intent: { kind: 'enter', name: 'Ms. Brown' } }],
  ['board', { kind: 'board' }],
  ['help', { kind: 'help' }],
  ['quit', { kind: 'quit' }],
];

describe('parseInput', () => {
  for (const [line, typed] of UNDERSTOOD) {
    test(JSON.stringify(line), () => assert.deepEqual(parseInput(line, { game: 'go', size: 9 }), ok(typed)));
  }

  for (const line of [
    '',
    'K1',
    'A0',
    'A10',
    '9 0',
    '0 9',
    '-1 3',
    'I4',
    'D',
    '4',
    'pass black',
    'dead',
    'dead K1',
    'dead pass',
    'alive C3',
    'accept it',
    'chat',
    'to bob',
    'name',
    'seek 9 a b',
    'go',
  ]) {
    test(`refuses ${JSON.stringify(line)}`, () => assert.equal(parseInput(line, { game: 'go', size: 9 }).ok, false));
  }

  test('refuses a point without a board', () => {
    assert.deepEqual(parseInput('D4', undefined), { ok: false, problem: 'there is no board yet' });
  });

  test('understands every command of the help', () => {
    const words = COMMANDS.map(([name]) => name.split(' ')[0]);
    const known = UNDERSTOOD.map(([line]) => line.trim().split(/\s+/)[0]?.toLowerCase());
    for (const word of words) assert.ok(known.includes(word?.toLowerCase()) || word === '3', word);
    for (const word of known) assert.ok(/\d/.test(word ?? '') || words.includes(word ?? ''), word);
  });
});

test('reads points of a Gomoku board with the letter I', () => {
  const size = 15;
  assert.deepEqual(
    parseInput('I8', { game: 'gomoku', size }),
    ok({ kind: 'intent', intent: { kind: 'play', point: 7 * 15 + 8 } }),
  );
  assert.deepEqual(
    parseInput('J8', { game: 'go', size }),
    ok({ kind: 'intent', intent: { kind: 'play', point: 7 * 15 + 8 } }),
  );
  assert.equal(parseInput('I8', { game: 'go', size }).ok, false);
});
