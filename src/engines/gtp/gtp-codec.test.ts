import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { type Point, square } from '../../rules/point.ts';
import { vertexName } from '../../rules/vertex.ts';
import {
  makeColor,
  makeCommand,
  makeResponse,
  parseCommand,
  parseHead,
  parseMove,
  withoutControlCharacters,
} from './gtp-codec.ts';

test('a command has its id, its name and its arguments on one line, whatever the arguments contain', () => {
  assert.equal(makeCommand(1, ['list_commands']), '1 list_commands');
  assert.equal(makeCommand(12, ['play', makeColor('black'), 'D4']), '12 play b D4');
  assert.equal(makeCommand(13, ['komi', 7.5]), '13 komi 7.5');
  assert.equal(makeCommand(14, ['genmove', makeColor('white')]), '14 genmove w');
  assert.equal(makeCommand(15, ['kgs-rules', 'a\nquit']), '15 kgs-rules a-quit');
});

test('parseCommand reads the optional id and the command, without comments, control characters and extra spaces', () => {
  assert.deepEqual(parseCommand('play b D4'), { id: '', text: 'play b D4' });
  assert.deepEqual(parseCommand('  007\tplay  b\tD4 # a comment'), { id: '7', text: 'play b D4' });
  assert.deepEqual(parseCommand('000 name\r'), { id: '0', text: 'name' });
  assert.deepEqual(parseCommand('12x name'), { id: '', text: '12x name' });
  for (const nothing of ['', '  ', '\u0001', '# play b D4', '13', '13 # name'])
    assert.equal(parseCommand(nothing), undefined);
});

test('parseCommand reads every command of makeCommand', () => {
  const word = fc.stringMatching(/^[a-z][a-z0-9_-]{0,20}$/);
  fc.assert(
    fc.property(fc.nat(), fc.array(word, { minLength: 1 }), (id, [name = '', ...values]) => {
      assert.deepEqual(parseCommand(makeCommand(id, [name, ...values])), {
        id: `${id}`,
        text: [name, ...values].join(' '),
      });
    }),
  );
});

test('a response ends with an empty line; a text that begins with a line end follows the sign directly', () => {
  assert.equal(makeResponse('', true, ''), '=\n\n');
  assert.equal(makeResponse('7', true, 'D4'), '=7 D4\n\n');
  assert.equal(makeResponse('7', false, 'illegal move'), '?7 illegal move\n\n');
  assert.equal(makeResponse('', true, '\n A B'), '=\n A B\n\n');
});

test('parseHead reads the first line of a response', () => {
  assert.deepEqual(parseHead('='), { ok: true, id: undefined, text: '' });
  assert.deepEqual(parseHead('= D4'), { ok: true, id: undefined, text: 'D4' });
  assert.deepEqual(parseHead('=12'), { ok: true, id: 12, text: '' });
  assert.deepEqual(parseHead('=12 D4'), { ok: true, id: 12, text: 'D4' });
  assert.deepEqual(parseHead('?3 unknown command'), { ok: false, id: 3, text: 'unknown command' });
  assert.deepEqual(parseHead('? illegal move'), { ok: false, id: undefined, text: 'illegal move' });
  // Without the space after the sign.
  assert.deepEqual(parseHead('=D4'), { ok: true, id: undefined, text: 'D4' });
  for (const line of ['', 'D4', 'info =1', '12']) assert.equal(parseHead(line), undefined);
});

test('control characters are removed, and a tab becomes a space', () => {
  assert.equal(withoutControlCharacters('=1\tD4\x07\x00 \r'), '=1 D4');
});

test('parseMove reads vertices without I, pass and resign, in upper and lower case', () => {
  const on19 = (text: string) => parseMove(square(19), text);
  const stone = (x: number, y: number) => ({ kind: 'play', point: y * 19 + x });
  assert.deepEqual(on19('A1'), stone(0, 18));
  assert.deepEqual(on19('t19'), stone(18, 0));
  assert.deepEqual(on19('J10'), stone(8, 9));
  assert.deepEqual(on19(' d4 '), stone(3, 15));
  assert.deepEqual(on19('PASS'), { kind: 'pass' });
  assert.deepEqual(on19('resign'), { kind: 'resign' });
  for (const text of ['', 'I5', 'U1', 'A0', 'A20', 'A1 B2', 'none', '10,10']) assert.equal(on19(text), undefined, text);
  // After Z, columns have two letters, also without I.
  assert.deepEqual(parseMove(square(27), 'AA27'), { kind: 'play', point: 25 });
  assert.deepEqual(parseMove(square(27), 'AB1'), { kind: 'play', point: 26 * 27 + 26 });
});

test('parseMove reads the name of every point of every board', () => {
  const boards = fc.integer({ min: 1, max: 131 });
  fc.assert(
    fc.property(boards, fc.nat(), (lines, some) => {
      const point = (some % (lines * lines)) as Point;
      assert.deepEqual(parseMove(square(lines), vertexName(square(lines), point)), { kind: 'play', point });
    }),
  );
});
