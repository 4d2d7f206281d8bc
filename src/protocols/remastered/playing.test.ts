import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { serverNamed } from '../../../test/support/protocols/loaded-protocols.ts';
import { assertSameInAnyPackets } from '../../../test/support/protocols/packet-boundaries.ts';
import {
  at,
  BEGUN,
  black,
  DONE,
  ENDED,
  ENTERED,
  local,
  passed,
  played,
  refused,
  SEATED,
  scenario,
  started,
  WAITING,
  waiting,
  white,
} from '../../../test/support/protocols/remastered-server-dialogue.ts';
import type { CommandAnswer } from '../../lobby/command.ts';
import type { Notice } from '../../lobby/notice.ts';
import type { ServerSessionOutput } from '../server-session-types.ts';

const remastered = serverNamed('remastered');

describe('moves', () => {
  scenario('a stone of the client: place, ack, ack', (open) =>
    black(open())
      .clientSends('place 2 3', '[play 2 3]')
      .answer(DONE)
      .notice(played('black', 2, 3), 'place 0 2 3')
      .clientSends('ack', 'ack')
      .notice(played('white', 0, 0), 'place 1 0 0')
      .clientSends('ack', 'yourturn')
      .clientSends('ack'),
  );
  scenario('captured stones: one message, from the top left', (open) =>
    black(open())
      .clientSends('place 1 1', '[play 1 1]')
      .answer(DONE)
      .notice(played('black', 1, 1, at(8, 2), at(0, 1), at(3, 0)), 'place 0 1 1')
      .clientSends('ack', 'ack', 'remove 3 0 0 1 8 2')
      .clientSends('ack'),
  );
  scenario('the opponent gets place, remove and yourturn, one by one', (open) =>
    white(open())
      .notice(played('black', 1, 1, at(0, 1)), 'place 0 1 1')
      .clientSends('ack', 'remove 0 1')
      .clientSends('ack', 'yourturn'),
  );
  for (const [place, play, why] of [
    ['place 2 3', '[play 2 3]', 'occupied'],
    ['place 2 3', '[play 2 3]', 'ko'],
    ['place 2 3', '[play 2 3]', 'suicide'],
    ['place 9 0', '[play off-board]', 'off-board'],
    ['place -1 0', '[play off-board]', 'off-board'],
    ['place 0 99999999999999999999999', '[play off-board]', 'off-board'],
  ] as const) {
    scenario(`${why}: after ${place}, yourturn is sent again`, (open) =>
      black(open()).clientSends(place, play).answer(refused(why), 'yourturn').clientSends('ack'),
    );
  }
  scenario('a stone out of turn has no answer', (open) =>
    white(open())
      .clientSends('place 2 3', '[play 2 3]')
      .answer(refused('not-your-turn'))
      .clientSends('pass', '[pass]')
      .answer(refused('not-your-turn')),
  );
  scenario('a stone without an opponent has no answer', (open) =>
    waiting(open())
      .clientSends('ack', 'ready')
      .clientSends('place 2 3', '[play 2 3]')
      .answer(refused('no-game'))
      .clientSends('pass', '[pass]')
      .answer(refused('no-game')),
  );
  scenario('a pass is acknowledged', (open) =>
    black(open()).clientSends('pass', '[pass]').answer(DONE, 'ack').notice(passed('black')),
  );
  scenario('after a pass of the opponent, the client gets yourturn', (open) =>
    white(open()).notice(passed('black'), 'yourturn'),
  );
  scenario('in local mode, the same client gets every yourturn', (open) =>
    local(open({ size: '9', mode: 'local' }))
      .clientSends('place 0 0', '[play 0 0]')
      .answer(DONE)
      .notice(played('black', 0, 0), 'place 0 0 0')
      .clientSends('ack', 'ack', 'yourturn')
      .clientSends('ack')
      .clientSends('pass', '[pass]')
      .answer(DONE, 'ack')
      .notice(passed('white'), 'yourturn'),
  );
});

describe('acknowledgements', () => {
  scenario('an unexpected ack is ignored', (open) =>
    black(open())
      .clientSends('ack')
      .clientSends('ack')
      .clientSends('place 2 3', '[play 2 3]')
      .answer(DONE)
      .notice(played('black', 2, 3), 'place 0 2 3'),
  );
  scenario('an ack that is sent before its stone counts for the stone', (open) =>
    black(open())
      .clientSendsBytes(Buffer.from('place 2 3\nack\n'), '[play 2 3]')
      .answer(DONE)
      .notice(played('black', 2, 3), 'place 0 2 3')
      .proceed('ack'),
  );
  scenario('a whole move can be sent ahead, and a further stone is too early', (open) =>
    black(open())
      .clientSendsBytes(Buffer.from('place 2 3\nack\nplace 4 4\n'), '[play 2 3]')
      .answer(DONE)
      .notice(played('black', 2, 3), 'place 0 2 3')
      .proceed('ack', '[play 4 4]')
      .answer(refused('not-your-turn'))
      .proceed(),
  );
  scenario('after 10 s without an ack all messages are sent, and no ack is awaited again', (open) =>
    white(open())
      .notice(played('black', 1, 1, at(0, 1)), 'place 0 1 1')
      .wait(9.9)
      .wait(0.1, 'remove 0 1', 'yourturn')
      .clientSends('place 5 5', '[play 5 5]')
      .answer(DONE)
      .notice(played('white', 5, 5, at(4, 4)), 'place 1 5 5', 'ack', 'remove 4 4')
      .notice(played('black', 6, 6), 'place 0 6 6', 'yourturn'),
  );
  scenario('a move instead of an ack is accepted', (open) =>
    white(open())
      .notice(played('black', 1, 1, at(0, 1)), 'place 0 1 1')
      .clientSends('place 5 5', 'remove 0 1', 'yourturn', '[play 5 5]')
      .answer(DONE)
      .notice(played('white', 5, 5), 'place 1 5 5', 'ack'),
  );
  scenario('a move instead of an ack during the set-up', (open) =>
    waiting(open())
      .clientSends('pass', 'ready', '[pass]')
      .answer(refused('no-game'))
      .notice(started('black'), '[ready]'),
  );
});

describe('a client that is silent on its turn', () => {
  scenario('after 10 s the server checks once whether the client has a legal move', (open) =>
    black(open()).wait(9.9).wait(0.1, '[pass-if-stuck]').answer(refused('not-stuck')).wait(3600),
  );
  scenario('the server passes for a client without a legal move', (open) =>
    black(open()).wait(10, '[pass-if-stuck]').answer(DONE).notice(passed('black')).wait(3600),
  );
  scenario('the time begins anew with each yourturn', (open) =>
    black(open())
      .wait(9)
      .clientSends('place 9 9', '[play off-board]')
      .answer(refused('off-board'), 'yourturn')
      .clientSends('ack')
      .wait(9)
      .wait(1, '[pass-if-stuck]'),
  );
  scenario('the time limit ends with the move', (open) =>
    black(open()).clientSends('pass', '[pass]').answer(DONE, 'ack').notice(passed('black')).wait(60),
  );
  scenario('the ack is missing in the same 10 s', (open) =>
    white(open()).notice(passed('black'), 'yourturn').wait(10, '[pass-if-stuck]'),
  );
});

describe('the end', () => {
  scenario('two passes: no turn after the second', (open) => {
    const dialogue = black(open()).clientSends('pass', '[pass]').answer(DONE, 'ack').notice(passed('black'));
    dialogue.notice(passed('white')).notice(ENDED, 'close', '[closes]');
    local(open({ size: '9', mode: 'local' }))
      .clientSends('pass', '[pass]')
      .answer(DONE, 'ack')
      .notice(passed('black'), 'yourturn')
      .clientSends('ack')
      .clientSends('pass', '[pass]')
      .answer(DONE, 'ack')
      .notice(passed('white'))
      .notice(ENDED, 'close', '[closes]');
  });
  scenario('messages that wait for an ack are dropped', (open) =>
    white(open())
      .notice(played('black', 1, 1, at(0, 1)), 'place 0 1 1')
      .notice(ENDED, 'close', '[closes]'),
  );
  for (const notice of ['replaced', 'farewell'] as const) {
    scenario(notice, (open) => {
      open().notice({ kind: notice }, 'close', '[closes]');
      black(open()).notice({ kind: notice }, 'close', '[closes]');
    });
  }
  scenario('resign', (open) =>
    black(open()).clientSends('resign', '[forfeit resigned]').answer(DONE, 'close', '[closes]'),
  );
  scenario('resign out of turn', (open) =>
    white(open()).clientSends('resign', '[forfeit resigned]').answer(DONE, 'close', '[closes]'),
  );
  scenario('resign before there is a game', (open) =>
    waiting(open())
      .clientSends('resign', '[forfeit resigned]')
      .answer(refused('no-game'), '[leave]')
      .answer(DONE, 'close', '[closes]'),
  );
  scenario('close resigns, and has no answer', (open) =>
    white(open()).clientSends('close', '[forfeit resigned]').answer(DONE, '[closes]'),
  );
  scenario('close before there is a game', (open) =>
    waiting(open())
      .clientSends('close', '[forfeit resigned]')
      .answer(refused('no-game'), '[leave]')
      .answer(DONE, '[closes]'),
  );
  for (const line of [
    '',
    'hello',
    'ACK',
    'place 1',
    'place 1 2 3',
    'place -0 1',
    'place 01 1',
    'place ٣ 1',
    'go 0.1.0',
    'pass 1',
  ]) {
    scenario(`malformed ${JSON.stringify(line)}`, (open) =>
      black(open()).clientSends(line, '[leave]').answer(DONE, 'close', '[closes]'),
    );
  }
  scenario('bytes that are not UTF-8', (open) =>
    black(open())
      .clientSendsBytes(Uint8Array.of(0x61, 0xff, 0x0a), '[leave]')
      .answer(DONE, 'close', '[closes]'),
  );
  scenario('a line that is too long', (open) =>
    black(open()).clientSendsBytes(Buffer.alloc(4098, 'a'), '[leave]').answer(DONE, 'close', '[closes]'),
  );
  scenario('after the end there are no commands and no deadline', (open) =>
    black(open()).clientSends('nonsense', '[leave]').wait(60).answer(DONE, 'close', '[closes]').wait(60),
  );
});

test('a client gets the same answers for any division of its bytes', () => {
  const line = fc.constantFrom(
    ...['ack', 'ack', 'ack', 'pass', 'resign', 'close', 'go 0.1.0', 'what', ''],
    ...['place 0 0', 'place 1 0', 'place 0 1', 'place 4 4', 'place 8 8', 'place 9 0'],
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), fc.constantFrom('normal', 'local'), (lines, mode) => {
      assertSameInAnyPackets(remastered, { size: '9', mode }, Buffer.from(`go 0.1.0\nack\n${lines.join('\n')}\n`));
    }),
  );
});

test('random lines at random times never throw', () => {
  const word = fc.constantFrom(
    'go 0.1.0\n',
    'ack\n',
    'place 1 1\n',
    'place 1 2\n',
    'pass\n',
    'resign\n',
    'close\n',
    'x\n',
    '\n',
  );
  const said = fc.oneof(word, fc.string({ unit: 'binary' })).map((text) => Buffer.from(text));
  const bytes = fc.oneof(said, fc.uint8Array());
  const notice = fc.constantFrom(started('white'), BEGUN, played('black', 1, 1, at(0, 0)), passed('white'), ENDED);
  const answer = fc.constantFrom(
    DONE,
    WAITING,
    SEATED,
    ENTERED,
    refused('no-game'),
    refused('in-game'),
    refused('occupied'),
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(bytes, notice, answer), { maxLength: 40 }), (steps) => {
      const listener = remastered.configure({ size: '9' });
      assert.ok(listener.ok);
      const session = listener.value(0);
      let unanswered = 0;
      for (const [index, step] of [Buffer.from('go 0.1.0\n'), ENTERED, ...steps].entries()) {
        const now = index * 3000;
        const effects: ServerSessionOutput[] = [session.tick(now)];
        if (step instanceof Uint8Array) effects.push(session.proceed(now), session.receive(step, now));
        else if (isNotice(step)) effects.push(session.notify(step, now));
        else if (unanswered > 0) {
          effects.push(session.answer(step, now));
          unanswered--;
        }
        for (const { ask } of effects) unanswered += ask.length;
      }
    }),
  );
});

const NOTICES = ['started', 'begun', 'played', 'passed', 'ended'];
const isNotice = (step: Notice | CommandAnswer): step is Notice => NOTICES.includes(step.kind);
