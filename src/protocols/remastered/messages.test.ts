import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type BoardCoordinates, type Point, pointAt, square } from '../../rules/point.ts';
import {
  type ClientMessage,
  makeClientMessage,
  makeServerMessage,
  parseClientMessage,
  parseServerMessage,
  type ServerMessage,
} from './messages.ts';
import { MODES, SIZES } from './setup-values.ts';

const CLIENT: readonly (readonly [string, ClientMessage])[] = [
  ['go 0.1.0', { kind: 'go', version: '0.1.0' }],
  ['go 10.20.30', { kind: 'go', version: '10.20.30' }],
  ['go of my own', { kind: 'go', version: 'of my own' }],
  ['ack', { kind: 'ack' }],
  ['place 0 0', { kind: 'place', x: 0, y: 0 }],
  ['place 18 3', { kind: 'place', x: 18, y: 3 }],
  ['place -1 19', { kind: 'place', x: -1, y: 19 }],
  ['pass', { kind: 'pass' }],
  ['resign', { kind: 'resign' }],
  ['close', { kind: 'close' }],
];

const SERVER: readonly (readonly [string, ServerMessage])[] = [
  ['ok 0.1.0', { kind: 'ok', version: '0.1.0' }],
  ['no', { kind: 'no' }],
  ['full', { kind: 'full' }],
  ['mode local', { kind: 'mode', mode: 'local' }],
  ['mode normal', { kind: 'mode', mode: 'normal' }],
  ['color 0', { kind: 'color', color: 'black' }],
  ['color 1', { kind: 'color', color: 'white' }],
  ['ready', { kind: 'ready' }],
  ['yourturn', { kind: 'yourturn' }],
  ['place 0 18 0', { kind: 'place', color: 'black', x: 18, y: 0 }],
  ['place 1 0 18', { kind: 'place', color: 'white', x: 0, y: 18 }],
  ['ack', { kind: 'ack' }],
  ['remove 3 4', { kind: 'remove', stones: [{ x: 3, y: 4 }] }],
  [
    'remove 0 0 1 0 0 12',
    {
      kind: 'remove',
      stones: [
        { x: 0, y: 0 },
        { x: 1, y: 0 },
        { x: 0, y: 12 },
      ],
    },
  ],
  ['close', { kind: 'close' }],
];

/** Malformed lines: surplus words, missing words, capitals, other spaces, and malformed numbers. */
const MALFORMED = ['', 'hello', 'ACK', 'ack ack', 'ack\t', 'close now', 'place', 'place 1', 'place  1 2', 'place x y'];
const NOT_NUMBERS = ['1e9', '-0', '', '٣', '0x10', '007', '+1', '1.0', '１', '--1', '-', 'NaN', '\t7'];

describe('client messages', () => {
  for (const [line, message] of CLIENT) {
    test(line, () => {
      assert.deepEqual(parseClientMessage(line), message);
      assert.equal(makeClientMessage(message), line);
    });
  }

  test('a greeting without a version has an empty version', () => {
    assert.deepEqual(parseClientMessage('go'), { kind: 'go', version: '' });
  });

  for (const line of [
    ...MALFORMED,
    'GO 0.1.0',
    'gone',
    'place 1 2 3',
    'place 1 2 3 4',
    'place 0 1 2',
    'yourturn',
    'pass 0',
  ]) {
    test(`malformed: ${JSON.stringify(line)}`, () => assert.equal(parseClientMessage(line), undefined));
  }

  for (const word of NOT_NUMBERS) {
    test(`no number: ${JSON.stringify(word)}`, () => {
      assert.equal(parseClientMessage(`place ${word} 3`), undefined);
      assert.equal(parseClientMessage(`place 3 ${word}`), undefined);
    });
  }

  test('a huge number is accepted', () => {
    const message = parseClientMessage(`place ${'9'.repeat(400)} 0`);
    assert.deepEqual(message, { kind: 'place', x: Number.MAX_SAFE_INTEGER, y: 0 });
  });
});

describe('server messages', () => {
  for (const [line, message] of SERVER) {
    test(line, () => {
      assert.deepEqual(parseServerMessage(line), message);
      assert.equal(makeServerMessage(message), line);
    });
  }

  test('the mode is written in capitals only if requested, and always read in both forms', () => {
    for (const mode of MODES) {
      const line = makeServerMessage({ kind: 'mode', mode }, 'upper');
      assert.equal(line, `mode ${mode.toUpperCase()}`);
      assert.deepEqual(parseServerMessage(line), { kind: 'mode', mode });
    }
    assert.deepEqual(parseServerMessage('mode Normal'), { kind: 'mode', mode: 'normal' });
  });

  for (const line of [
    ...MALFORMED,
    'mode',
    'mode both',
    'mode local local',
    'color',
    'color 2',
    'color black',
    'color 0 1',
  ]) {
    test(`malformed: ${JSON.stringify(line)}`, () => assert.equal(parseServerMessage(line), undefined));
  }
  for (const line of [
    'place 2 1 1',
    'place 0 1',
    'place 0 1 1 1',
    'place 0',
    'remove',
    'remove 1',
    'remove 1 2 3',
    'remove 1 a',
  ]) {
    test(`malformed: ${line}`, () => assert.equal(parseServerMessage(line), undefined));
  }
});

describe('the board', () => {
  const DIAGRAM = `
    01XXXXXXX
    XXXXXXXXX
    XX0XXXXXX
    XXXXXXXXX
    XXXXXXXXX
    XXXXXXXXX
    XXXXXXXXX
    XXXXXXXX0
    XXXXXXX1X`;
  const line = `stones ${DIAGRAM.replaceAll(/\s/g, '')}`;
  const at = (x: number, y: number): Point => {
    const point = pointAt(square(9), x, y);
    assert.ok(point !== undefined);
    return point;
  };
  const message: ServerMessage = {
    kind: 'stones',
    size: 9,
    stones: [
      { point: at(0, 0), color: 'black' },
      { point: at(1, 0), color: 'white' },
      { point: at(2, 2), color: 'black' },
      { point: at(8, 7), color: 'black' },
      { point: at(7, 8), color: 'white' },
    ],
  };

  test('is written from left to right, from top to bottom', () => {
    assert.equal(makeServerMessage(message), line);
    assert.deepEqual(parseServerMessage(line), message);
  });

  for (const size of SIZES) {
    test(`has ${size * size} letters for ${size} lines`, () => {
      const empty: ServerMessage = { kind: 'stones', size, stones: [] };
      assert.equal(makeServerMessage(empty), `stones ${'X'.repeat(size * size)}`);
      assert.deepEqual(parseServerMessage(makeServerMessage(empty)), empty);
    });
  }

  test('rejects other numbers of letters and other letters', () => {
    for (const count of [0, 1, 4, 80, 82, 100, 360, 362]) {
      assert.equal(parseServerMessage(`stones ${'X'.repeat(count)}`), undefined);
    }
    for (const letter of ['2', 'x', '٣']) {
      assert.equal(parseServerMessage(`stones ${letter}${'X'.repeat(80)}`), undefined);
    }
    assert.equal(parseServerMessage(`stones ${'X'.repeat(81)} ${'X'.repeat(81)}`), undefined);
  });
});

describe('properties', () => {
  const number = fc.integer({ min: -1000, max: 1000 });
  const intersection: fc.Arbitrary<BoardCoordinates> = fc.record({ x: number, y: number }, { noNullPrototype: true });
  const color = fc.constantFrom('black' as const, 'white' as const);
  const client = fc.oneof(
    fc.constantFrom<ClientMessage>({ kind: 'ack' }, { kind: 'pass' }, { kind: 'resign' }, { kind: 'close' }),
    intersection.map((at): ClientMessage => ({ kind: 'place', ...at })),
    fc.stringMatching(/^[0-9.]{1,9}$/).map((version): ClientMessage => ({ kind: 'go', version })),
  );
  const board = fc.constantFrom(...SIZES).chain((size) =>
    fc
      .uniqueArray(fc.integer({ min: 0, max: size * size - 1 }))
      .map((indexes) => indexes.toSorted((one, other) => one - other))
      .chain((indexes) => fc.tuple(...indexes.map((index) => color.map((stone) => ({ index, stone })))))
      .map(
        (drawn): ServerMessage => ({
          kind: 'stones',
          size,
          stones: drawn.flatMap(({ index, stone }) => {
            const point = pointAt(square(size), index % size, Math.floor(index / size));
            return point === undefined ? [] : [{ point, color: stone }];
          }),
        }),
      ),
  );
  const server = fc.oneof(
    fc.constantFrom(...SERVER.map(([, message]) => message)),
    fc.tuple(color, intersection).map(([stone, at]): ServerMessage => ({ kind: 'place', color: stone, ...at })),
    fc.array(intersection, { minLength: 1 }).map((stones): ServerMessage => ({ kind: 'remove', stones })),
    board,
  );

  test('every message that is made is read unchanged', () => {
    fc.assert(
      fc.property(client, (message) => assert.deepEqual(parseClientMessage(makeClientMessage(message)), message)),
    );
    fc.assert(
      fc.property(server, (message) => assert.deepEqual(parseServerMessage(makeServerMessage(message)), message)),
    );
  });

  test('reading a random line never throws, and a parsed message can be made', () => {
    const word = fc.constantFrom(
      'go',
      'place',
      'stones',
      'remove',
      'mode',
      'color',
      'ack',
      '0',
      '-1',
      '007',
      '',
      '٣',
      'X',
    );
    const line = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(word).map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(line, (text) => {
        const fromClient = parseClientMessage(text);
        if (fromClient !== undefined) assert.deepEqual(parseClientMessage(makeClientMessage(fromClient)), fromClient);
        const fromServer = parseServerMessage(text);
        if (fromServer !== undefined) assert.deepEqual(parseServerMessage(makeServerMessage(fromServer)), fromServer);
      }),
    );
  });
});
