import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { ClientMessage } from './client-message-schema.ts';
import { makeClientMessage, makeServerMessage, parseClientMessage } from './message-codec.ts';
import { parseServerMessage } from './parse-server-message.ts';
import type { ServerMessage } from './server-message-schema.ts';
import type { AskedParametersJson, GameParametersJson } from './value-schemas.ts';

/** The komi of a requested board has no default: without it, any komi is accepted. */
const ASKED: AskedParametersJson = { game: 'go', size: 9, ko: 'positional', suicide: 'allowed' };
const GOMOKU: GameParametersJson = { game: 'gomoku', size: 15, rule: 'renju' };

/** Client messages, in the order of the documentation. */
const CLIENT_LINES: readonly (readonly [string, ClientMessage])[] = [
  ['{"kind":"enter"}', { kind: 'enter' }],
  ['{"kind":"enter","name":"Ms. Brown 👋","id":"1"}', { kind: 'enter', name: 'Ms. Brown 👋', id: '1' }],
  ['{"kind":"rename","name":"天元"}', { kind: 'rename', name: '天元' }],
  ['{"kind":"leave"}', { kind: 'leave' }],
  ['{"kind":"seek","board":{"game":"go","size":9}}', { kind: 'seek', board: ASKED }],
  [
    '{"kind":"seek","board":{"game":"go","size":131,"komi":-0.25,"ko":"simple","suicide":"forbidden"},"color":"white"}',
    { kind: 'seek', board: { game: 'go', size: 131, komi: -0.25, ko: 'simple', suicide: 'forbidden' }, color: 'white' },
  ],
  [
    '{"kind":"seek","board":{"game":"gomoku","size":15,"rule":"renju"},"opponent":"bob"}',
    { kind: 'seek', board: GOMOKU, opponent: 'bob' },
  ],
  [
    '{"kind":"seek","board":{"game":"gomoku","size":255}}',
    { kind: 'seek', board: { game: 'gomoku', size: 255, rule: 'freestyle' } },
  ],
  ['{"kind":"cancel"}', { kind: 'cancel' }],
  ['{"kind":"take","host":"bob","board":{"game":"go","size":9}}', { kind: 'take', host: 'bob', board: ASKED }],
  ['{"kind":"play","point":{"x":0,"y":254}}', { kind: 'play', point: { x: 0, y: 254 } }],
  ['{"kind":"pass","id":""}', { kind: 'pass', id: '' }],
  ['{"kind":"resign"}', { kind: 'resign' }],
  ['{"kind":"offer","what":"undo"}', { kind: 'offer', what: 'undo' }],
  ['{"kind":"accept"}', { kind: 'accept' }],
  ['{"kind":"decline"}', { kind: 'decline' }],
  ['{"kind":"decline-seek","host":"bob"}', { kind: 'decline-seek', host: 'bob' }],
  ['{"kind":"chat","text":"hoi","to":"everyone"}', { kind: 'chat', text: 'hoi', to: 'everyone' }],
  ['{"kind":"chat","text":"hoi","to":"opponent"}', { kind: 'chat', text: 'hoi', to: 'opponent' }],
  ['{"kind":"chat","text":"a\\u0000b","to":{"name":"bob"}}', { kind: 'chat', text: 'a\0b', to: { name: 'bob' } }],
  ['{"kind":"chat","text":"hoi","to":{"game":17}}', { kind: 'chat', text: 'hoi', to: { game: 17 } }],
  ['{"kind":"observe"}', { kind: 'observe' }],
  ['{"kind":"unobserve"}', { kind: 'unobserve' }],
  ['{"kind":"watch","game":1}', { kind: 'watch', game: 1 }],
  ['{"kind":"unwatch","game":1}', { kind: 'unwatch', game: 1 }],
  [' {"id":"z","kind":"sync"}\t', { kind: 'sync', id: 'z' }],
];

const SERVER_LINES: readonly (readonly [string, ServerMessage])[] = [
  ['{"kind":"done","id":"1","name":"anne"}', { kind: 'done', id: '1', name: 'anne' }],
  ['{"kind":"refused","why":"ko","opponentRules":true}', { kind: 'refused', why: 'ko', opponentRules: true }],
  ['{"kind":"you"}', { kind: 'you' }],
  ['{"kind":"unwatched","game":3}', { kind: 'unwatched', game: 3 }],
  [
    '{"kind":"played","game":3,"at":5,"color":"black","point":{"x":1,"y":2},"captured":[{"x":0,"y":0}],"used":{"black":1,"white":0}}',
    {
      kind: 'played',
      game: 3,
      at: 5,
      color: 'black',
      point: { x: 1, y: 2 },
      captured: [{ x: 0, y: 0 }],
      used: { black: 1, white: 0 },
    },
  ],
  [
    '{"kind":"chat","from":"anne","text":"\\n","to":"player","name":"bob","at":7}',
    { kind: 'chat', from: 'anne', text: '\n', to: 'player', name: 'bob', at: 7 },
  ],
  ['{"kind":"goodbye","why":"stops"}', { kind: 'goodbye', why: 'stops' }],
];

describe('reading messages', () => {
  for (const [line, message] of CLIENT_LINES) {
    test(line, () => assert.deepEqual(parseClientMessage(line), { ok: true, value: message }));
  }
  for (const [line, message] of SERVER_LINES) {
    test(line, () => assert.deepEqual(parseServerMessage(line), { ok: true, value: message }));
  }
});

describe('making messages: each is one line', () => {
  for (const [, message] of CLIENT_LINES) {
    test(`client: ${message.kind}`, () => {
      const line = makeClientMessage(message);
      assert.match(line, /^[^\n\r]*$/);
      assert.deepEqual(parseClientMessage(line), { ok: true, value: message });
    });
  }
  for (const [line, message] of SERVER_LINES) {
    test(`server: ${message.kind}`, () => assert.equal(makeServerMessage(message), line));
  }
});

describe('malformed messages: the problem is one line', () => {
  const deep = '['.repeat(2000) + ']'.repeat(2000);
  const cases: readonly (readonly [line: string, problem: string | RegExp, id?: string])[] = [
    ['', 'not JSON'],
    ['CORE.HELLO~anne', 'not JSON'],
    ['{"kind":"pass"', 'not JSON'],
    ['[]', 'not a JSON object'],
    ['null', 'not a JSON object'],
    ['"pass"', 'not a JSON object'],
    [deep, 'not a JSON object'],
    [`{"kind":"pass","more":${deep.slice(200, -200)}}`, /more/],
    ['{}', 'no such kind of message'],
    ['{"kind":"dance","id":"7"}', 'no such kind of message', '7'],
    ['{"kind":"constructor"}', 'no such kind of message'],
    ['{"kind":["pass"]}', 'no such kind of message'],
    ['{"kind":"pass","id":7}', /^id: a text is expected, not 7$/],
    [`{"kind":"dance","id":"${'7'.repeat(65)}"}`, 'no such kind of message'],
    ['{"kind":"pass","hard":true,"id":"7"}', /hard/, '7'],
    ['{"kind":"pass","__proto__":{"kind":"leave"}}', /__proto__/],
    ['{"__proto__":{"kind":"leave"}}', 'no such kind of message'],
    ['{"kind":"enter","name":""}', /^name: /],
    ['{"kind":"enter","name":" \\u2800"}', /^name: /],
    ['{"kind":"enter","name":"\\u200b\\u0301"}', /^name: .*seen/],
    ['{"kind":"enter","name":"an\\u0000ne"}', /^name: .*control/],
    ['{"kind":"enter","name":"\\ud83d"}', /^name: /],
    [`{"kind":"enter","name":"${'a'.repeat(65)}"}`, /^name: .*64/],
    ['{"kind":"seek"}', /^board: /],
    ['{"kind":"seek","board":{"game":"go","size":9},"opponent":"bob","computer":true}', /^computer: .*opponent/],
    ['{"kind":"seek","board":{"game":"chess","size":8}}', /^board\.game: /],
    ['{"kind":"seek","board":{"game":"go","size":132}}', /^board\.size: .*131/],
    ['{"kind":"seek","board":{"game":"go","size":1e308}}', /^board\.size: /],
    ['{"kind":"seek","board":{"game":"go","size":1e999}}', /^board\.size: /],
    ['{"kind":"seek","board":{"game":"go","size":9,"komi":0.125}}', /^board\.komi: .*decimals/],
    ['{"kind":"seek","board":{"game":"gomoku","size":4}}', /^board\.size: .*5/],
    ['{"kind":"play","point":{"x":-1,"y":0}}', /^point\.x: /],
    ['{"kind":"play","point":{"x":1.5,"y":0}}', /^point\.x: /],
    ['{"kind":"play","point":{"x":"1","y":0}}', /^point\.x: /],
    ['{"kind":"watch","game":0}', /^game: /],
    ['{"kind":"chat","text":"","to":"everyone"}', /^text: /],
    [`{"kind":"chat","text":"${'x'.repeat(501)}","to":"everyone"}`, /^text: .*500/],
    ['{"kind":"chat","text":"hoi","to":"nobody"}', /^to: /],
    ['{"kind":"done"}', 'no such kind of message'],
  ];
  for (const [line, wanted, id] of cases) {
    test(line.slice(0, 80), () => {
      const read = parseClientMessage(line);
      assert(!read.ok);
      if (typeof wanted === 'string') assert.equal(read.problem.problem, wanted);
      else assert.match(read.problem.problem, wanted);
      assert.equal(read.problem.id, id);
    });
  }

  test('the problem is short, even if the message has long texts', () => {
    const read = parseClientMessage(`{"kind":"pass","${'k'.repeat(3000)}":1}`);
    assert(!read.ok);
    assert(read.problem.problem.length <= 200);
  });
});

describe('random text', () => {
  const lines = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc.constantFrom(...CLIENT_LINES, ...SERVER_LINES).chain(([line]) =>
      fc.tuple(fc.nat(line.length), fc.nat(9), fc.string({ maxLength: 3 })).map(([at, length, text]) => {
        return line.slice(0, at) + text + line.slice(at + length);
      }),
    ),
  );

  test('is a message or a problem, never a throw; a message is made again unchanged', () => {
    const check = (line: string): void => {
      const asked = parseClientMessage(line);
      if (asked.ok) assert.deepEqual(parseClientMessage(makeClientMessage(asked.value)), asked);
      const told = parseServerMessage(line);
      if (told.ok) assert.deepEqual(parseServerMessage(makeServerMessage(told.value)), told);
      assert.equal(({} as { kind?: unknown }).kind, undefined);
    };
    fc.assert(fc.property(lines, check), { numRuns: 2000 });
  });
});

test('the problem is one line, for every name of a key', () => {
  const read = parseClientMessage('{"kind":"enter","a\\nb":1}');
  assert.deepEqual(read, { ok: false, problem: { problem: 'unknown field a-b' } });
});
