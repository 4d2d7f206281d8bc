import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { Answer, Command } from '../../lobby/command.ts';
import type { Effects } from '../protocol.ts';
import { nu6 } from './index.ts';

/** A lobby that agrees to everything that it may agree to. */
function agree(command: Command): Answer {
  if (command.kind === 'enter') return { kind: 'entered', name: 'anne', held: false };
  if (command.kind === 'seek') return { kind: 'seated' };
  return command.kind === 'who' ? { kind: 'names', names: ['anne'] } : { kind: 'done' };
}

/** Everything that a conversation leads to when it comes in these pieces. */
function talk(pieces: readonly Uint8Array[]) {
  const opening = nu6.configure({});
  assert.ok(opening.ok);
  const session = opening.value(0);
  const all: { send: Uint8Array[]; ask: Command[]; close: boolean } = { send: [], ask: [], close: false };
  const waiting: Command[] = [];
  const take = (effects: Effects): void => {
    all.send.push(...effects.send);
    all.ask.push(...effects.ask);
    waiting.push(...effects.ask);
    all.close ||= effects.close;
  };
  for (const piece of pieces) {
    if (all.close) break;
    take(session.receive(piece, 0));
    for (let command = waiting.shift(); command !== undefined; command = waiting.shift()) {
      take(session.answer(agree(command), 0));
    }
  }
  return { said: Buffer.concat(all.send).toString(), asked: all.ask.map(({ kind }) => kind), closed: all.close };
}

const DIALOGUE = [
  'CORE.NEWGAME',
  'CORE.HELLO~anne~CHAT\r',
  '',
  'CORE.NEWGAME\\~9',
  'CORE.MOVE~42',
  'CHAT.MESSAGE~天元 \u{1F44B}~bob',
  'CORE.PASS',
  'CHAT.GETLOBBY',
  'CORE.BYE~',
  'CORE.PASS',
];

test('a conversation is the same whole and byte by byte', () => {
  const bytes = Buffer.from(`${DIALOGUE.join('\n')}\n`);
  const whole = talk([bytes]);
  assert.deepEqual(whole.asked, ['enter', 'seek', 'play', 'chat', 'pass', 'who', 'leave']);
  assert.equal(whole.closed, true);
  assert.deepEqual(talk([...bytes].map((byte) => Uint8Array.of(byte))), whole);
});

test('any bytes are answered, whatever was said before, and nothing is thrown', () => {
  const line = fc.oneof(
    fc.constantFrom(...DIALOGUE).map((text) => Buffer.from(`${text}\n`)),
    fc.uint8Array({ maxLength: 20 }),
    fc.constant(Buffer.from('\n')),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (pieces) => {
      talk(pieces);
    }),
  );
});

test('nu6 has no settings', () => {
  const refused = nu6.configure({ size: '9' });
  assert.deepEqual(refused, { ok: false, problem: 'nu6 has no settings, but was given "size"' });
  assert.deepEqual(nu6.opening, { prefixes: ['CORE.', 'CHAT.'] });
});
