import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { trimName } from '../../lobby/players/name-normalisation.ts';
import { square } from '../../rules/point.ts';
import {
  CHAT_ERRORS,
  type ClientMessage,
  CORE_ERRORS,
  coordinateOf,
  GAMEOVER_REASONS,
  makeClientMessage,
  makeServerMessage,
  parseClientMessage,
  parseServerMessage,
  pointOf,
  type ServerMessage,
} from './messages.ts';
import { carryName, LONGEST_NAME } from './name.ts';

const NAME_64 = '\u{1F44B}'.repeat(LONGEST_NAME);

/** Client messages, in the order of the document's tables. */
const CLIENT_LINES: readonly (readonly [string, ClientMessage])[] = [
  ['CORE.HELLO~AlphaGo', { kind: 'hello', name: 'AlphaGo', extensions: [] }],
  ['CORE.HELLO~Informant~CHAT', { kind: 'hello', name: 'Informant', extensions: ['CHAT'] }],
  ['CORE.HELLO~Informant~UNDO~CHAT', { kind: 'hello', name: 'Informant', extensions: ['UNDO', 'CHAT'] }],
  ['CORE.HELLO~Ms. Brown', { kind: 'hello', name: 'Ms. Brown', extensions: [] }],
  ['CORE.HELLO~天元', { kind: 'hello', name: '天元', extensions: [] }],
  [`CORE.HELLO~${NAME_64}`, { kind: 'hello', name: NAME_64, extensions: [] }],
  ['CORE.NEWGAME', { kind: 'newgame' }],
  ['CORE.NEWGAME~2', { kind: 'newgame', size: 2 }],
  ['CORE.NEWGAME~131', { kind: 'newgame', size: 131 }],
  ['CORE.MOVE~0', { kind: 'move', coordinate: 0 }],
  ['CORE.MOVE~42', { kind: 'move', coordinate: 42 }],
  ['CORE.MOVE~-1', { kind: 'move', coordinate: -1 }],
  ['CORE.PASS', { kind: 'pass' }],
  ['CORE.SURRENDER', { kind: 'surrender' }],
  ['CORE.BYE', { kind: 'bye' }],
  ['CHAT.MESSAGE~Hello Hello', { kind: 'message', text: 'Hello Hello' }],
  ['CHAT.MESSAGE~Hello Hello~World', { kind: 'message', text: 'Hello Hello', recipient: 'World' }],
  ['CHAT.MESSAGE~Hello Hello~', { kind: 'message', text: 'Hello Hello', recipient: '' }],
  ['CHAT.GETLOBBY', { kind: 'getlobby' }],
];

const SERVER_LINES: readonly (readonly [string, ServerMessage])[] = [
  ['CORE.HELLO', { kind: 'hello' }],
  ['CORE.MATCH~BLACK~9~Client2', { kind: 'match', color: 'black', size: 9, opponent: 'Client2' }],
  ['CORE.MATCH~WHITE~131~Ms. Brown', { kind: 'match', color: 'white', size: 131, opponent: 'Ms. Brown' }],
  ['CORE.MOVE~42', { kind: 'move', coordinate: 42 }],
  ['CORE.PASS', { kind: 'pass' }],
  ['CORE.ERROR~PATIENCE', { kind: 'error', error: 'PATIENCE' }],
  ['CORE.ERROR~ILLEGAL~OUTOFBOUNDS', { kind: 'error', error: 'ILLEGAL', info: 'OUTOFBOUNDS' }],
  ['CORE.ERROR~NAMETAKEN', { kind: 'error', error: 'NAMETAKEN' }],
  ['CORE.ERROR~PROTOCOL~CORE.MOVE~a~b', { kind: 'error', error: 'PROTOCOL', info: 'CORE.MOVE~a~b' }],
  ['CORE.ERROR~PROTOCOL~CORE.MOVE\\~a', { kind: 'error', error: 'PROTOCOL', info: 'CORE.MOVE\\~a' }],
  ['CORE.ERROR~PROTOCOL~', { kind: 'error', error: 'PROTOCOL', info: '' }],
  ['CORE.GAMEOVER~BLACK~181~180', { kind: 'gameover', winner: 'black', black: 181, white: 180 }],
  ['CORE.GAMEOVER~DRAW~0~0', { kind: 'gameover', winner: 'draw', black: 0, white: 0 }],
  ['CORE.GAMEOVER~WHITE~3~9.5', { kind: 'gameover', winner: 'white', black: 3, white: 9.5 }],
  [
    'CORE.GAMEOVER~BLACK~19~0~SURRENDER',
    { kind: 'gameover', winner: 'black', black: 19, white: 0, reason: 'SURRENDER' },
  ],
  [
    'CORE.GAMEOVER~WHITE~1~80~DISCONNECT',
    { kind: 'gameover', winner: 'white', black: 1, white: 80, reason: 'DISCONNECT' },
  ],
  ['CORE.BYE~\u{1F44B}', { kind: 'bye' }],
  ['CHAT.MESSAGE~Hello Hello~Client1', { kind: 'message', text: 'Hello Hello', sender: 'Client1' }],
  ['CHAT.MESSAGE~Hello Hello', { kind: 'message', text: 'Hello Hello' }],
  ['CHAT.LOBBY', { kind: 'lobby', names: [] }],
  ['CHAT.LOBBY~ANNE~BASTIENNE~ELINE', { kind: 'lobby', names: ['ANNE', 'BASTIENNE', 'ELINE'] }],
  ['CHAT.ENTERED~ANNE', { kind: 'entered', name: 'ANNE' }],
  ['CHAT.LEFT~ANNE', { kind: 'left', name: 'ANNE' }],
  ['CHAT.ERROR~UNKNOWNRECIPIENT', { kind: 'chat-error', error: 'UNKNOWNRECIPIENT' }],
  ['CHAT.ERROR~CHATNOTSUPPORTED', { kind: 'chat-error', error: 'CHATNOTSUPPORTED' }],
];

test('client messages are read and made', () => {
  for (const [line, message] of CLIENT_LINES) {
    assert.deepEqual(parseClientMessage(line), { ok: true, value: message }, line);
    assert.equal(makeClientMessage(message), line);
  }
});

test('server messages are read and made', () => {
  for (const [line, message] of SERVER_LINES) {
    assert.deepEqual(parseServerMessage(line), { ok: true, value: message }, line);
    assert.equal(makeServerMessage(message), line);
  }
});

test('accepts other spellings of a message', () => {
  const sameClientLines: readonly (readonly [string, ClientMessage])[] = [
    ['CORE.NEWGAME~', { kind: 'newgame' }],
    ['CORE.NEWGAME\\~9', { kind: 'newgame', size: 9 }],
    ['CORE.HELLO\\~anne\\~CHAT', { kind: 'hello', name: 'anne', extensions: ['CHAT'] }],
    ['CORE.HELLO~anne~', { kind: 'hello', name: 'anne', extensions: [''] }],
    ['CHAT.MESSAGE\\~a\\b\\~anne', { kind: 'message', text: 'a\\b', recipient: 'anne' }],
    ['CORE.BYE~', { kind: 'bye' }],
    ['CORE.BYE~\u{1F44B}~~so long', { kind: 'bye' }],
  ];
  for (const [line, message] of sameClientLines) {
    assert.deepEqual(parseClientMessage(line), { ok: true, value: message }, line);
  }
  assert.deepEqual(parseServerMessage('CORE.BYE'), { ok: true, value: { kind: 'bye' } });
  const match = { kind: 'match', color: 'black', size: 9, opponent: 'anne' };
  assert.deepEqual(parseServerMessage('CORE.MATCH\\~BLACK\\~9\\~anne'), { ok: true, value: match });
});

/** None of these is a whole number: see the rulings on every wire. */
const NO_NUMBERS = ['', ' ', '1e9', '-0', '+1', '007', '0x10', ' 7', '7 ', '٣', '1.0', 'NaN', '-', '--1', '１'];

const BAD_CLIENT_LINES = [
  '',
  'CORE',
  'CORE.',
  'HELLO~anne',
  'core.hello~anne',
  'CORE.HELLO anne',
  ' CORE.PASS',
  'CORE.UNDO',
  'CHAT.LOBBY',
  '\uFEFFCORE.PASS',
  'CORE.HELLO',
  'CORE.HELLO~',
  'CORE.HELLO~~CHAT',
  `CORE.HELLO~${NAME_64}x`,
  'CORE.HELLO~an\tne',
  'CORE.HELLO~an\u0000ne',
  'CORE.HELLO~an\u0085ne',
  'CORE.NEWGAME~1',
  'CORE.NEWGAME~132',
  'CORE.NEWGAME~-9',
  'CORE.NEWGAME~9~',
  'CORE.NEWGAME~9~9',
  'CORE.MOVE',
  'CORE.MOVE~4~2',
  'CORE.MOVE~42~',
  'CORE.PASS~',
  'CORE.PASS~BLACK',
  'CORE.SURRENDER~now',
  'CORE.BYEBYE',
  'CHAT.MESSAGE',
  'CHAT.MESSAGE~',
  'CHAT.MESSAGE~~anne',
  'CHAT.MESSAGE~a~b~c',
  'CHAT.MESSAGE~a~b~',
  'CHAT.GETLOBBY~all',
  ...NO_NUMBERS.map((word) => `CORE.MOVE~${word}`),
  ...NO_NUMBERS.filter((word) => word !== '').map((word) => `CORE.NEWGAME~${word}`),
];

test('rejects malformed client lines', () => {
  for (const line of BAD_CLIENT_LINES) assert.equal(parseClientMessage(line).ok, false, JSON.stringify(line));
});

const BAD_SERVER_LINES = [
  '',
  'GAMEOVER~BLACK~181~180',
  'CORE.HELLO~anne',
  'CORE.MATCH~black~9~anne',
  'CORE.MATCH~BLACK~0~anne',
  'CORE.MATCH~BLACK~~anne',
  'CORE.MATCH~BLACK~9',
  'CORE.MATCH~BLACK~9~',
  'CORE.MATCH~BLACK~9~anne~bob',
  'CORE.MOVE',
  'CORE.MOVE~4~2',
  'CORE.PASS~',
  'CORE.ERROR',
  'CORE.ERROR~',
  'CORE.ERROR~HUNGRY',
  'CORE.ERROR~PATIENCES',
  'CORE.GAMEOVER~BLACK',
  'CORE.GAMEOVER~BLACK~1',
  'CORE.GAMEOVER~GREY~1~2',
  'CORE.GAMEOVER~BLACK~1~2~TIRED',
  'CORE.GAMEOVER~BLACK~1~2~',
  'CORE.GAMEOVER~BLACK~1~2~SURRENDER~',
  'CORE.GAMEOVER~BLACK~1.~2',
  'CHAT.MESSAGE',
  'CHAT.MESSAGE~a~b~c',
  'CHAT.LOBBY~',
  'CHAT.LOBBY~a~~b',
  'CHAT.ENTERED',
  'CHAT.ENTERED~',
  'CHAT.LEFT~a~b',
  'CHAT.ERROR',
  'CHAT.ERROR~HUNGRY',
  'CHAT.ERROR~UNKNOWNRECIPIENT~anne',
  ...NO_NUMBERS.map((word) => `CORE.MOVE~${word}`),
];

test('rejects malformed server lines', () => {
  for (const line of BAD_SERVER_LINES) assert.equal(parseServerMessage(line).ok, false, JSON.stringify(line));
});

test('a text cannot end its field or its line', () => {
  assert.equal(
    makeServerMessage({ kind: 'message', text: 'a~b\nCORE.BYE', sender: 'bob' }),
    'CHAT.MESSAGE~a-b-CORE.BYE~bob',
  );
  assert.equal(makeClientMessage({ kind: 'message', text: 'a~b\u007fc' }), 'CHAT.MESSAGE~a-b-c');
});

test('a backslash at the end of a field is not read with the delimiter after it', () => {
  const chat = { kind: 'message', text: 'a\\', sender: 'bob' } as const;
  assert.equal(makeServerMessage(chat), 'CHAT.MESSAGE~a-~bob');
  assert.equal(makeServerMessage({ kind: 'message', text: 'a\\' }), 'CHAT.MESSAGE~a\\');
  assert.equal(makeServerMessage({ kind: 'lobby', names: ['a\\', 'b\\'] }), 'CHAT.LOBBY~a-~b\\');
  assert.equal(makeClientMessage({ kind: 'hello', name: 'a\\', extensions: ['CHAT'] }), 'CORE.HELLO~a-~CHAT');
  assert.equal(carryName('a\\'), 'a-');
});

test('points are read to two decimals, and -0 as 0', () => {
  assert.deepEqual(parseServerMessage('CORE.GAMEOVER~DRAW~-0~1.125'), {
    ok: true,
    value: { kind: 'gameover', winner: 'draw', black: 0, white: 1.13 },
  });
  assert.equal(parseServerMessage(`CORE.GAMEOVER~DRAW~${'9'.repeat(25)}~0`).ok, false);
});

test('a repeated line is one line', () => {
  assert.equal(makeServerMessage({ kind: 'error', error: 'PROTOCOL', info: 'a\nb' }), 'CORE.ERROR~PROTOCOL~a-b');
});

test('carryName makes every name one field of at most 64 characters', () => {
  assert.equal(carryName('Ms. Brown'), 'Ms. Brown');
  assert.equal(carryName('a~b\tc'), 'a-b-c');
  assert.equal(carryName('\u{1F44B}'.repeat(65)), '\u{1F44B}'.repeat(64));
});

test('coordinates count the rows from the top left', () => {
  const onFive = square(5);
  // The first point, the end of the first row, the start of the second, and the last.
  for (const coordinate of [0, 4, 5, 24]) {
    const point = pointOf(onFive, coordinate);
    assert.notEqual(point, 'off-board');
    assert.equal(point === 'off-board' ? undefined : coordinateOf(point), coordinate);
  }
  for (const coordinate of [-1, -5, 25, 26, 1e300, -1e300, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    assert.equal(pointOf(onFive, coordinate), 'off-board', String(coordinate));
  }
});

/** A field without delimiters, control characters, or a backslash at its end. */
const field = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .filter((text) => !/[~\p{Cc}]|\\$/u.test(text));
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const integer = fc.maxSafeInteger();
const color = fc.constantFrom('black' as const, 'white' as const);
const points = fc.integer({ min: -100, max: 40000 }).map((halves) => halves / 2);

/** A name without white space around it, and with a visible character. */
const ownName = field.map((text) => trimName(`${text}a`));

const clientMessage: fc.Arbitrary<ClientMessage> = fc.oneof(
  fc.tuple(ownName, fc.array(field)).map(([name, extensions]): ClientMessage => ({ kind: 'hello', name, extensions })),
  fc.integer({ min: 2, max: 131 }).map((size): ClientMessage => ({ kind: 'newgame', size })),
  integer.map((coordinate): ClientMessage => ({ kind: 'move', coordinate })),
  fc.tuple(field, optional(field)).map(([text, recipient]): ClientMessage => {
    return recipient === undefined ? { kind: 'message', text } : { kind: 'message', text, recipient };
  }),
);

const serverMessage: fc.Arbitrary<ServerMessage> = fc.oneof(
  fc.tuple(color, fc.integer({ min: 1 }), field).map(([color, size, opponent]): ServerMessage => {
    return { kind: 'match', color, size, opponent };
  }),
  integer.map((coordinate): ServerMessage => ({ kind: 'move', coordinate })),
  fc.tuple(fc.constantFrom(...CORE_ERRORS), optional(fc.string())).map(([error, info]): ServerMessage => {
    return info === undefined ? { kind: 'error', error } : { kind: 'error', error, info };
  }),
  fc
    .tuple(fc.constantFrom('black' as const, 'white' as const, 'draw' as const), points, points)
    .chain(([winner, black, white]) =>
      optional(fc.constantFrom(...GAMEOVER_REASONS)).map((reason): ServerMessage => {
        const end = { kind: 'gameover' as const, winner, black, white };
        return reason === undefined ? end : { ...end, reason };
      }),
    ),
  fc.tuple(field, field).map(([text, sender]): ServerMessage => ({ kind: 'message', text, sender })),
  fc.array(field).map((names): ServerMessage => ({ kind: 'lobby', names })),
  field.map((name): ServerMessage => ({ kind: 'entered', name })),
  fc.constantFrom(...CHAT_ERRORS).map((error): ServerMessage => ({ kind: 'chat-error', error })),
);

test('every message that is made is read unchanged', () => {
  fc.assert(
    fc.property(clientMessage, (message) => {
      assert.deepEqual(parseClientMessage(makeClientMessage(message)), { ok: true, value: message });
    }),
  );
  fc.assert(
    fc.property(serverMessage, (message) => {
      assert.deepEqual(parseServerMessage(makeServerMessage(message)), { ok: true, value: message });
    }),
  );
});

test('random text is a message or a problem, never a throw', () => {
  const line = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.tuple(fc.constantFrom(...CLIENT_LINES, ...SERVER_LINES), fc.string()).map(([[known], more]) => known + more),
  );
  fc.assert(
    fc.property(line, (text) => {
      parseClientMessage(text);
      parseServerMessage(text);
    }),
  );
});

test('carryName does not change its own result', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (name) => {
      const carried = carryName(name);
      assert.equal(carryName(carried), carried);
      assert.equal(parseServerMessage(`CHAT.ENTERED~${carried}`).ok, carried !== '');
    }),
  );
});

test('a chat text that is too long is truncated, and its sender is not', () => {
  const line = makeServerMessage({ kind: 'message', text: 'ä'.repeat(4000), sender: 'bob' });
  assert.equal(Buffer.byteLength(line), 4095);
  assert.match(line, /^CHAT\.MESSAGE~ä+~bob$/);
});
