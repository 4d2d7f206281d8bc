import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { COLORS } from '../../rules/color.ts';
import { LONGEST_LINE, readLine } from '../text-line.ts';
import {
  type ClientMessage,
  DIALECTS,
  type Dialect,
  makeClientMessage,
  makeServerMessage,
  opensLaterDialect,
  parseClientMessage,
  parseServerMessage,
  type ServerMessage,
} from './messages.ts';

const BOTH = DIALECTS;
const DOCUMENTED = ['documented'] as const;
const LATER = ['later'] as const;

/** Lines that are read and made in these dialects. */
const CLIENT_LINES: readonly (readonly [string, readonly Dialect[], ClientMessage])[] = [
  ['GO zangerrinus 9', DOCUMENTED, { kind: 'go', name: 'zangerrinus', size: 9 }],
  ['GO zangerrinus 9 barrybadpak', DOCUMENTED, { kind: 'go', name: 'zangerrinus', size: 9, opponent: 'barrybadpak' }],
  ['GO 9 11', DOCUMENTED, { kind: 'go', name: '9', size: 11 }],
  ['GO a 5 7', DOCUMENTED, { kind: 'go', name: 'a', size: 5, opponent: '7' }],
  ['GO abcdefghijklmnopqrst 131', DOCUMENTED, { kind: 'go', name: 'abcdefghijklmnopqrst', size: 131 }],
  ['GO 9', LATER, { kind: 'go', size: 9 }],
  ['GO 131 barrybadpak', LATER, { kind: 'go', size: 131, opponent: 'barrybadpak' }],
  ['GO 9 11', LATER, { kind: 'go', size: 9, opponent: '11' }],
  ['PLAYER zangerrinus', BOTH, { kind: 'player', name: 'zangerrinus' }],
  ['CANCEL', BOTH, { kind: 'cancel' }],
  ['EXIT', LATER, { kind: 'exit' }],
  ['MOVE 13 14', BOTH, { kind: 'move', x: 13, y: 14 }],
  ['MOVE -1 0', BOTH, { kind: 'move', x: -1, y: 0 }],
  ['PASS', BOTH, { kind: 'pass' }],
  ['PASS white', BOTH, { kind: 'pass', color: 'white' }],
  ['TABLEFLIP', BOTH, { kind: 'tableflip' }],
  ['CHAT Waar ga je heen  met je kamelenteen?', BOTH, { kind: 'chat', text: 'Waar ga je heen  met je kamelenteen?' }],
];

const SERVER_LINES: readonly (readonly [string, readonly Dialect[], ServerMessage])[] = [
  ['WAITING', BOTH, { kind: 'waiting' }],
  ['READY black barrybadpak 9', BOTH, { kind: 'ready', color: 'black', opponent: 'barrybadpak', size: 9 }],
  ['VALID black 13 14', BOTH, { kind: 'valid', color: 'black', x: 13, y: 14 }],
  ['INVALID cannot place stone', DOCUMENTED, { kind: 'invalid', text: 'cannot place stone' }],
  ['INVALID white cannot place stone', LATER, { kind: 'invalid', color: 'white', text: 'cannot place stone' }],
  ['PASSED white', BOTH, { kind: 'passed', color: 'white' }],
  ['TABLEFLIPPED black', BOTH, { kind: 'tableflipped', color: 'black' }],
  ['CHAT hello  there', BOTH, { kind: 'chat', text: 'hello  there' }],
  ['CHAT note: hello', DOCUMENTED, { kind: 'chat', text: 'note: hello' }],
  ['CHAT bob: note: hello', LATER, { kind: 'chat', from: 'bob', text: 'note: hello' }],
  ['WARNING keyword CHAT unknown', BOTH, { kind: 'warning', text: 'keyword CHAT unknown' }],
  ['END 16.0 17.5', DOCUMENTED, { kind: 'end', black: 16, white: 17.5 }],
  ['END 16 17', LATER, { kind: 'end', black: 16, white: 17 }],
  ['END -1 -1', LATER, { kind: 'end', black: -1, white: -1 }],
];

test('client messages are read and made', () => {
  for (const [line, dialects, message] of CLIENT_LINES) {
    assert.equal(makeClientMessage(message), line);
    for (const dialect of dialects) assert.deepEqual(parseClientMessage(line, dialect), { ok: true, value: message });
  }
});

test('server messages are read and made', () => {
  for (const [line, dialects, message] of SERVER_LINES) {
    for (const dialect of dialects) {
      assert.equal(makeServerMessage(message, dialect), line);
      assert.deepEqual(parseServerMessage(line, dialect), { ok: true, value: message });
    }
  }
});

test('a malformed client line has the text of the warning as its problem', () => {
  const cases: readonly (readonly [Dialect, string, readonly string[]])[] = [
    ['documented', 'keyword HELLO unknown', ['HELLO', 'HELLO you']],
    ['documented', 'keyword go unknown', ['go alice 9']],
    ['documented', 'keyword EXIT unknown', ['EXIT', 'EXIT now']],
    ['documented', 'a line begins with a keyword', ['', ' GO']],
    ['documented', 'GO wants a name, a size and perhaps an opponent', ['GO', 'GO alice', 'GO alice 9 bob carol']],
    ['later', 'GO wants a size and perhaps an opponent', ['GO', 'GO 9 bob carol']],
    [
      'documented',
      'a name is 1 to 20 lower-case letters or digits',
      ['GO Alice 9', 'GO  alice 9', 'GO abcdefghijklmnopqrstu 9', 'GO alice 9 Bob', 'PLAYER Alice', 'PLAYER guest-1'],
    ],
    [
      'documented',
      'a size is an odd whole number from 5 to 131',
      ['GO alice 3', 'GO alice 8', 'GO alice 133', 'GO alice nine', 'GO alice 9.0', 'GO alice -9', 'GO alice  9'],
    ],
    ['later', 'a size is an odd whole number from 5 to 131', ['GO alice 9', 'GO 4', 'GO 99999999999999999999999']],
    ['later', 'PLAYER wants a name', ['PLAYER', 'PLAYER alice 9']],
    ['documented', 'CANCEL stands alone', ['CANCEL now']],
    ['later', 'EXIT stands alone', ['EXIT now']],
    [
      'documented',
      'MOVE wants two whole numbers',
      ['MOVE', 'MOVE 1', 'MOVE 1 2 3', 'MOVE 1,2', 'MOVE a b', 'MOVE 1  2'],
    ],
    ['documented', 'PASS wants black, white or nothing', ['PASS red', 'PASS Black', 'PASS black white', 'PASS 1']],
    ['documented', 'TABLEFLIP stands alone', ['TABLEFLIP black']],
    ['documented', 'CHAT wants a message', ['CHAT', 'CHAT ']],
  ];
  for (const [dialect, problem, lines] of cases) {
    for (const line of lines) assert.deepEqual(parseClientMessage(line, dialect), { ok: false, problem }, line);
  }
});

test('accepts whole numbers in one form only', () => {
  for (const number of ['1e9', '-0', ' 7', '٣', '0x10', '007', '+1', '1.0', '', '７']) {
    assert.equal(parseClientMessage(`MOVE ${number} 3`, 'documented').ok, false, number);
    assert.equal(parseClientMessage(`MOVE 3 ${number}`, 'documented').ok, false, number);
    assert.equal(parseServerMessage(`VALID black 3 ${number}`, 'documented').ok, false, number);
    assert.equal(parseClientMessage(`GO alice ${number}`, 'documented').ok, false, number);
  }
});

test('rejects malformed server lines', () => {
  const lines = [
    '',
    'GO alice 9',
    'WAITING 1',
    'READY red bob 9',
    'READY black bob',
    'READY black  9',
    'READY black bob x',
  ];
  const more = ['VALID 1 2', 'VALID black 1', 'VALID black 1 2 3', 'PASSED', 'PASSED red', 'TABLEFLIPPED black 1'];
  const ends = ['END', 'END 1', 'END 1 2 3', 'END 1. 2', 'END 1e3 2', 'INVALID illegal'];
  for (const line of [...lines, ...more, ...ends]) assert.equal(parseServerMessage(line, 'later').ok, false, line);
});

test('only PLAYER begins the later dialect, whatever follows it', () => {
  for (const line of ['PLAYER', 'PLAYER alice', 'PLAYER Alice 9']) assert.ok(opensLaterDialect(line));
  for (const line of ['GO alice 9', 'player alice', 'PLAYERS', '']) assert.ok(!opensLaterDialect(line));
});

test('points have decimals in the document’s dialect, and are whole in the later one, with the same winner', () => {
  const cases: readonly (readonly [number, number, string, string])[] = [
    [81, 0, 'END 81.0 0.0', 'END 81 0'],
    [40, 40, 'END 40.0 40.0', 'END 40 40'],
    [40, 40.5, 'END 40.0 40.5', 'END 40 41'],
    [41, 40.5, 'END 41.0 40.5', 'END 41 40'],
    [25, -7, 'END 25.0 -7.0', 'END 25 -7'],
    [25, -6.5, 'END 25.0 -6.5', 'END 25 -7'],
  ];
  for (const [black, white, documented, later] of cases) {
    assert.equal(makeServerMessage({ kind: 'end', black, white }, 'documented'), documented);
    assert.equal(makeServerMessage({ kind: 'end', black, white }, 'later'), later);
  }
});

test('replaces characters that a line cannot contain, and truncates long texts between two characters', () => {
  assert.equal(makeServerMessage({ kind: 'chat', text: 'a\nGO b\r\t~c' }, 'documented'), 'CHAT a-GO b--~c');
  assert.equal(makeClientMessage({ kind: 'chat', text: 'a\nEXIT' }), 'CHAT a-EXIT');
  const long = makeServerMessage({ kind: 'chat', from: 'bob', text: '元'.repeat(LONGEST_LINE) }, 'later');
  assert.match(long, /^CHAT bob: 元+$/);
  const room = LONGEST_LINE - Buffer.byteLength(long);
  assert.ok(room >= 0 && room < 3);
  const opponent = 'ey'.repeat(LONGEST_LINE);
  const ready = makeServerMessage({ kind: 'ready', color: 'white', opponent, size: 9 }, 'documented');
  assert.match(ready, /^READY white (ey)+e? 9$/);
  assert.equal(Buffer.byteLength(ready), LONGEST_LINE);
});

const aName = fc.stringMatching(/^[a-z0-9]{1,20}$/);
const aSize = fc.integer({ min: 2, max: 65 }).map((half) => 2 * half + 1);
const aColor = fc.constantFrom(...COLORS);
const aText = fc.stringMatching(/^[!-~éß元☺]{1,9}( [!-~éß元☺]{1,9}){0,3}$/);

const aClientMessage: fc.Arbitrary<readonly [Dialect, ClientMessage]> = fc.oneof(
  fc.tuple(aName, aSize).map(([name, size]) => ['documented', { kind: 'go', name, size }] as const),
  fc
    .tuple(aName, aSize, aName)
    .map(([name, size, opponent]) => ['documented', { kind: 'go', name, size, opponent }] as const),
  fc.tuple(aSize, aName).map(([size, opponent]) => ['later', { kind: 'go', size, opponent }] as const),
  fc.tuple(fc.integer(), fc.integer()).map(([x, y]) => ['later', { kind: 'move', x, y }] as const),
  aName.map((name) => ['documented', { kind: 'player', name }] as const),
  aColor.map((color) => ['later', { kind: 'pass', color }] as const),
  aText.map((text) => ['documented', { kind: 'chat', text }] as const),
);

const aServerMessage: fc.Arbitrary<readonly [Dialect, ServerMessage]> = fc.oneof(
  fc
    .tuple(aColor, aName, aSize)
    .map(([color, opponent, size]) => ['later', { kind: 'ready', color, opponent, size }] as const),
  fc.tuple(aColor, fc.nat(), fc.nat()).map(([color, x, y]) => ['documented', { kind: 'valid', color, x, y }] as const),
  fc.tuple(aColor, aText).map(([color, text]) => ['later', { kind: 'invalid', color, text }] as const),
  fc.tuple(aName, aText).map(([from, text]) => ['later', { kind: 'chat', from, text }] as const),
  fc.tuple(fc.constantFrom(...DIALECTS), aText).map(([dialect, text]) => [dialect, { kind: 'warning', text }] as const),
  fc
    .tuple(fc.nat(17161), fc.nat(34322))
    .map(([black, w]) => ['documented', { kind: 'end', black, white: w / 2 }] as const),
);

test('every message that is made is read unchanged', () => {
  fc.assert(
    fc.property(aClientMessage, ([dialect, message]) => {
      assert.deepEqual(parseClientMessage(makeClientMessage(message), dialect), { ok: true, value: message });
    }),
  );
  fc.assert(
    fc.property(aServerMessage, ([dialect, message]) => {
      assert.deepEqual(parseServerMessage(makeServerMessage(message, dialect), dialect), { ok: true, value: message });
    }),
  );
});

test('the readers never throw', () => {
  const keyword = fc.constantFrom(
    'GO ',
    'PLAYER ',
    'MOVE ',
    'PASS ',
    'READY ',
    'VALID ',
    'INVALID ',
    'END ',
    'CHAT ',
    '',
  );
  fc.assert(
    fc.property(keyword, fc.uint8Array({ maxLength: 60 }), fc.constantFrom(...DIALECTS), (word, bytes, dialect) => {
      const read = readLine(Buffer.concat([Buffer.from(word), bytes, Buffer.from('\n')]));
      if (read.kind !== 'message' || read.message.kind === 'too-long') return;
      parseClientMessage(read.message.text, dialect);
      parseServerMessage(read.message.text, dialect);
    }),
  );
});

test('the warning about an unknown keyword is one line', () => {
  assert.deepEqual(parseClientMessage('MO\rVE 3 3', 'documented'), { ok: false, problem: 'keyword MO-VE unknown' });
});

test('points are read to two decimals, and -0 as 0', () => {
  const end = (line: string) => parseServerMessage(line, 'documented');
  assert.deepEqual(end('END -0.0 11.7777'), { ok: true, value: { kind: 'end', black: 0, white: 11.78 } });
  assert.deepEqual(end('END 0.0000000001 3'), { ok: true, value: { kind: 'end', black: 0, white: 3 } });
  assert.equal(end(`END ${'7'.repeat(400)} 0`).ok, false);
});
