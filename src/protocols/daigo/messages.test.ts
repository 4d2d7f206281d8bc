import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { pointAt, square } from '../../rules/point.ts';
import { CLIENT_KEYWORDS } from './client-keywords.ts';
import {
  type ClientMessage,
  ERRORS,
  intersectionOf,
  makeClientMessage,
  makeServerMessage,
  parseClientMessage,
  parseServerMessage,
  pointOf,
  type ServerMessage,
} from './messages.ts';

const CLIENT: readonly [string, ClientMessage][] = [
  ['HELO alice', { kind: 'helo', name: 'alice' }],
  ['HELO 天元', { kind: 'helo', name: '天元' }],
  [`HELO ${'👋'.repeat(32)}`, { kind: 'helo', name: '👋'.repeat(32) }],
  ['CREATE', { kind: 'create' }],
  ['LIST', { kind: 'list' }],
  ['JOIN bob', { kind: 'join', name: 'bob' }],
  ['JOIN PLAY', { kind: 'join', name: 'PLAY' }],
  ['PLAY', { kind: 'play' }],
  ['STONE 1 9', { kind: 'stone', x: 1, y: 9 }],
  ['STONE 0 -3', { kind: 'stone', x: 0, y: -3 }],
  ['PASS', { kind: 'pass' }],
  ['FORFEIT', { kind: 'forfeit' }],
];

const SERVER: readonly [string, ServerMessage][] = [
  ['OK', { kind: 'ok' }],
  ['ERROR -1', { kind: 'error', error: 'unknown' }],
  ['ERROR 1', { kind: 'error', error: 'not-identified' }],
  ['ERROR 2', { kind: 'error', error: 'not-in-game' }],
  ['ERROR 3', { kind: 'error', error: 'in-game' }],
  ['ERROR 4', { kind: 'error', error: 'not-your-turn' }],
  ['ERROR 5', { kind: 'error', error: 'invalid-move' }],
  ['ERROR 6', { kind: 'error', error: 'no-such-game' }],
  ['ERROR 7', { kind: 'error', error: 'already-identified' }],
  ['ERROR 8', { kind: 'error', error: 'name-taken' }],
  ['ERROR 9', { kind: 'error', error: 'not-started' }],
  ['ERROR 10', { kind: 'error', error: 'game-over' }],
  ['GAMES', { kind: 'games', names: [] }],
  ['GAMES bob', { kind: 'games', names: ['bob'] }],
  ['GAMES bob OK', { kind: 'games', names: ['bob', 'OK'] }],
  ['WAIT', { kind: 'wait' }],
  ['WAIT bob', { kind: 'wait', opponent: 'bob' }],
  ['START bob', { kind: 'start', opponent: 'bob' }],
  [`START ${'x'.repeat(33)}`, { kind: 'start', opponent: 'x'.repeat(33) }],
  ['STONE 19 1', { kind: 'stone', x: 19, y: 1 }],
  ['PASS', { kind: 'pass' }],
  ['FORFEIT', { kind: 'forfeit' }],
  ['DISCONNECT', { kind: 'disconnect' }],
  ['RESULT 1', { kind: 'result', outcome: 1 }],
  ['RESULT 0', { kind: 'result', outcome: 0 }],
  ['RESULT -1', { kind: 'result', outcome: -1 }],
];

const NO_REQUEST = [
  ...['', 'play', 'Play', 'BOO', 'OK', 'PLAY now', 'CREATE 9', 'LIST all', 'PASS 1', 'FORFEIT x'],
  ...[
    'HELO',
    'HELO a b',
    'HELO  a',
    'JOIN',
    'JOIN a b',
    'JOIN  a',
    'STONE',
    'STONE 1',
    'STONE 1 2 3',
    'STONE  1',
    'STONE 1  2',
  ],
  ...[
    'HELO\ta',
    'HELO a\tb',
    'HELO a\0',
    'HELO a\x7f',
    'HELO a\u0085',
    'HELO a\u3000b',
    'HELO a\u00a0b',
    'HELO a\u2028b',
  ],
  ...[`HELO ${'x'.repeat(33)}`, `JOIN ${'👋'.repeat(33)}`, 'PLAY\t', '\ufeffPLAY'],
];

const NO_COORDINATE = ['1e9', '-0', '٣', '0x10', '007', '+1', '1.0', 'a', '1,', '-', '１', '\t1'];

const NO_ANSWER = [
  ...['', 'ok', 'OK now', 'ERROR', 'ERROR 0', 'ERROR 11', 'ERROR 01', 'ERROR x', 'ERROR 1 2', 'ERROR toString'],
  ...['WAIT a b', 'START', 'START a b', 'START  a', 'GAMES ', 'GAMES a  b', 'STONE 1', 'STONE a 1', 'STONE 1 1 1'],
  ...['PASS 1', 'FORFEIT 1', 'DISCONNECT 1', 'RESULT', 'RESULT 2', 'RESULT +1', 'RESULT -0', 'HELO a'],
];

describe('client messages', () => {
  for (const [line, message] of CLIENT) {
    test(line, () => {
      assert.deepEqual(parseClientMessage(line), { ok: true, value: message });
      assert.equal(makeClientMessage(message), line);
    });
  }
  for (const line of NO_REQUEST) {
    test(`not ${JSON.stringify(line)}`, () => {
      assert.deepEqual(parseClientMessage(line), { ok: false, problem: 'unknown' });
    });
  }
  for (const number of NO_COORDINATE) {
    test(`no coordinate is ${JSON.stringify(number)}`, () => {
      assert.deepEqual(parseClientMessage(`STONE ${number} 1`), { ok: false, problem: 'coordinate' });
      assert.deepEqual(parseClientMessage(`STONE 1 ${number}`), { ok: false, problem: 'coordinate' });
    });
  }
  test('the list has the first word of every request', () => {
    assert.deepEqual(new Set(CLIENT.map(([line]) => line.split(' ')[0])), new Set(CLIENT_KEYWORDS));
  });
});

describe('server messages', () => {
  for (const [line, message] of SERVER) {
    test(line, () => {
      assert.deepEqual(parseServerMessage(line), { ok: true, value: message });
      assert.equal(makeServerMessage(message), line);
    });
  }
  for (const line of NO_ANSWER) {
    test(`not ${JSON.stringify(line)}`, () => {
      assert.deepEqual(parseServerMessage(line), { ok: false, problem: 'unknown' });
    });
  }
  test('every error is in the table', () => {
    const listed = SERVER.flatMap(([, message]) => (message.kind === 'error' ? [message.error] : []));
    assert.deepEqual(listed, Object.keys(ERRORS));
  });
});

describe('coordinates', () => {
  // Four corners and one point between, on 9x9: (1, 1) is the top left, x runs to the right.
  const drawn: readonly [x: number, y: number, point: number][] = [
    [1, 1, 0],
    [9, 1, 8],
    [1, 9, 72],
    [9, 9, 80],
    [2, 4, 28],
  ];
  for (const [x, y, index] of drawn) {
    test(`(${x}, ${y}) is the point ${index}`, () => {
      assert.equal(pointOf(square(9), { x, y }), index);
      assert.deepEqual(intersectionOf(square(9), pointAt(square(9), index % 9, Math.floor(index / 9))!), { x, y });
    });
  }
  for (const [x, y] of [
    [0, 1],
    [1, 0],
    [10, 1],
    [1, 10],
    [-1, 5],
    [Number.POSITIVE_INFINITY, 1],
  ] as const) {
    test(`(${x}, ${y}) is off the board`, () => assert.equal(pointOf(square(9), { x, y }), 'off-board'));
  }
});

describe('random text', () => {
  const word = fc.constantFrom(
    ...CLIENT_KEYWORDS,
    'OK',
    'ERROR',
    'GAMES',
    'WAIT',
    'START',
    'RESULT',
    '1',
    '-1',
    'é',
    '',
    '\t',
  );
  const line = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(word, { maxLength: 4 }).map((words) => words.join(' ')),
  );

  test('a parsed request is written unchanged', () => {
    fc.assert(
      fc.property(line, (text) => {
        const read = parseClientMessage(text);
        if (read.ok) assert.equal(makeClientMessage(read.value), text);
      }),
    );
  });
  test('a parsed answer is written unchanged', () => {
    fc.assert(
      fc.property(line, (text) => {
        const read = parseServerMessage(text);
        if (read.ok) assert.equal(makeServerMessage(read.value), text);
      }),
    );
  });
  test('a stone on any point is written and read unchanged', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.maxSafeInteger(), (x, y) => {
        const stone = { kind: 'stone', x, y } as const;
        assert.deepEqual(parseClientMessage(makeClientMessage(stone)), { ok: true, value: stone });
        assert.deepEqual(parseServerMessage(makeServerMessage(stone)), { ok: true, value: stone });
      }),
    );
  });
});
