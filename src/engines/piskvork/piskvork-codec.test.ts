import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { GOMOKU_RULES } from '../../rules/gomoku/gomoku-rules.ts';
import {
  LINE_END,
  makeEngineMessage,
  makeManagerMessage,
  makeRule,
  nameIn,
  type PiskvorkEngineMessage,
  type PiskvorkManagerMessage,
  parseEngineMessage,
  parseManagerMessage,
  parseRule,
} from './piskvork-codec.ts';

const MANAGER_LINES: readonly (readonly [string, PiskvorkManagerMessage])[] = [
  ['START 20', { kind: 'start', size: 20 }],
  ['RECTSTART 30,20', { kind: 'rectstart', width: 30, height: 20 }],
  ['RESTART', { kind: 'restart' }],
  ['BEGIN', { kind: 'begin' }],
  ['TURN 10,9', { kind: 'turn', x: 10, y: 9 }],
  ['BOARD', { kind: 'board' }],
  ['10,9,1', { kind: 'stone', x: 10, y: 9, owner: 'own' }],
  ['0,0,2', { kind: 'stone', x: 0, y: 0, owner: 'opponent' }],
  ['DONE', { kind: 'done' }],
  ['TAKEBACK 9,10', { kind: 'takeback', x: 9, y: 10 }],
  ['PLAY 12,10', { kind: 'play', x: 12, y: 10 }],
  ['INFO timeout_turn 5000', { kind: 'info', key: 'timeout_turn', value: '5000' }],
  ['INFO folder /a b/c', { kind: 'info', key: 'folder', value: '/a b/c' }],
  ['INFO folder', { kind: 'info', key: 'folder', value: '' }],
  ['ABOUT', { kind: 'about' }],
  ['END', { kind: 'end' }],
];

const ENGINE_LINES: readonly (readonly [string, PiskvorkEngineMessage])[] = [
  ['OK', { kind: 'ok' }],
  ['11,10', { kind: 'move', x: 11, y: 10 }],
  ['SUGGEST 0,19', { kind: 'suggest', x: 0, y: 19 }],
  ['UNKNOWN', { kind: 'unknown', text: '' }],
  ['UNKNOWN SWAP2BOARD', { kind: 'unknown', text: 'SWAP2BOARD' }],
  ['ERROR the board is too large', { kind: 'error', text: 'the board is too large' }],
  ['MESSAGE mate in five', { kind: 'message', text: 'mate in five' }],
  ['DEBUG best [10,14] alpha=3', { kind: 'debug', text: 'best [10,14] alpha=3' }],
  ['name="Eulring", version="1.0"', { kind: 'description', text: 'name="Eulring", version="1.0"' }],
];

test('messages of a manager are parsed and written', () => {
  for (const [line, message] of MANAGER_LINES) {
    assert.deepEqual(parseManagerMessage(line), message, line);
    assert.equal(makeManagerMessage(message), line);
  }
});

test('messages of an engine are parsed and written', () => {
  for (const [line, message] of ENGINE_LINES) {
    assert.deepEqual(parseEngineMessage(line), message, line);
    assert.equal(makeEngineMessage(message), line);
  }
});

test('the case of words and additional spaces do not matter', () => {
  assert.deepEqual(parseManagerMessage('  turn   3 , 4 '), { kind: 'turn', x: 3, y: 4 });
  assert.deepEqual(parseManagerMessage('begin'), { kind: 'begin' });
  assert.deepEqual(parseManagerMessage('3, 4, 2'), { kind: 'stone', x: 3, y: 4, owner: 'opponent' });
  assert.deepEqual(parseEngineMessage(' 07, 4\t'), { kind: 'move', x: 7, y: 4 });
  assert.deepEqual(parseEngineMessage('ok - ready'), { kind: 'ok' });
  assert.deepEqual(parseEngineMessage('suggest 1,2'), { kind: 'suggest', x: 1, y: 2 });
});

test('a known command with wrong arguments is distinguished from an unknown command', () => {
  for (const line of ['START', 'START x', 'START 1,2', 'TURN 3', 'TURN -1,2', 'TURN 1,2,3', 'RECTSTART 20', 'INFO']) {
    assert.deepEqual(parseManagerMessage(line), { kind: 'malformed', known: true, text: line });
  }
  for (const line of ['', 'SWAP2BOARD', '1,2', '1,2,0', '1,2,3', '1,2,1,1', 'TURN1,2']) {
    assert.deepEqual(parseManagerMessage(line), { kind: 'malformed', known: false, text: line });
  }
});

test('a line of an engine that is no message is returned unchanged', () => {
  for (const line of ['', 'hello', '1', '1,2,3', '1,-2', '1;2', '9999999999,1', '= 2', 'OKAY']) {
    assert.deepEqual(parseEngineMessage(line), { kind: 'malformed', known: false, text: line });
  }
  assert.deepEqual(parseEngineMessage('SUGGEST'), { kind: 'malformed', known: true, text: 'SUGGEST' });
});

test('text of other programs stays on one line', () => {
  assert.equal(makeEngineMessage({ kind: 'message', text: `a${LINE_END}1,2` }), 'MESSAGE a--1,2');
  assert.equal(makeEngineMessage({ kind: 'description', text: 'name="a\n"' }), 'name="a-"');
  assert.equal(makeManagerMessage({ kind: 'info', key: 'folder', value: 'a\nEND' }), 'INFO folder a-END');
});

test('rules are bits: 1 exactly five, 4 renju, 8 caro; the bit for a continuous game (2) does not change them', () => {
  assert.deepEqual(
    GOMOKU_RULES.map((rule) => [rule, makeRule(rule)]),
    [
      ['freestyle', '0'],
      ['standard', '1'],
      ['renju', '4'],
      ['caro', '8'],
    ],
  );
  for (const rule of GOMOKU_RULES) assert.equal(parseRule(makeRule(rule)), rule);
  assert.equal(parseRule('3'), 'standard');
  for (const text of ['5', '16', '', 'x', '-1', '1000']) assert.equal(parseRule(text), undefined);
});

test('nameIn returns the name in an answer to ABOUT', () => {
  assert.equal(nameIn('name="Eulring", version="1.0", author="J. Doe"'), 'Eulring');
  assert.equal(nameIn('version="1", Name = "A b"'), 'A b');
  assert.equal(nameIn('surname="x"'), undefined);
  assert.equal(nameIn('name=""'), undefined);
  assert.equal(nameIn(`name="${'x'.repeat(70)}"`), 'x'.repeat(64));
});

test('any line is parsed without throwing, and the parsed message survives writing and parsing', () => {
  const words = fc.constantFrom('START', 'TURN', 'INFO', 'OK', 'SUGGEST', 'MESSAGE', 'ERROR', '1', ',', '20', ' ', '=');
  const lines = fc.oneof(
    fc.string(),
    fc.array(words).map((some) => some.join('')),
    fc.array(words).map((some) => some.join(' ')),
  );
  fc.assert(
    fc.property(lines, (line) => {
      const manager = parseManagerMessage(line);
      if (manager.kind !== 'malformed') {
        const once = makeManagerMessage(manager);
        assert.equal(makeManagerMessage(parseManagerMessage(once) as PiskvorkManagerMessage), once);
      }
      const engine = parseEngineMessage(line);
      if (engine.kind !== 'malformed') {
        const once = makeEngineMessage(engine);
        assert.equal(makeEngineMessage(parseEngineMessage(once) as PiskvorkEngineMessage), once);
      }
    }),
  );
});
