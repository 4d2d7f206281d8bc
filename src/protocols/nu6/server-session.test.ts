import assert from 'node:assert/strict';
import test from 'node:test';
import { serverNamed } from '../../../test/support/protocols/loaded-protocols.ts';
import type { Command, CommandAnswer } from '../../lobby/command.ts';
import type { EndedNotice, Notice, StartedNotice } from '../../lobby/notice.ts';
import type { Refusal } from '../../lobby/refusal.ts';
import { type Point, pointAt, square } from '../../rules/point.ts';
import type { ServerSession, ServerSessionOutput } from '../server-session-types.ts';

const nu6 = serverNamed('nu6');

function openSession(): ServerSession {
  const opening = nu6.configure({});
  assert.ok(opening.ok);
  return opening.value(0);
}

/** The output of a session, with lines instead of bytes. */
interface Outcome {
  readonly lines: readonly string[];
  readonly commands: readonly Command[];
  readonly closes: boolean;
}

const outcome = ({ send, ask, close }: ServerSessionOutput): Outcome => ({
  lines: Buffer.concat(send).toString().split('\n').slice(0, -1),
  commands: ask,
  closes: close,
});

const NOTHING: Outcome = { lines: [], commands: [], closes: false };
const sent = (...lines: string[]): Outcome => ({ ...NOTHING, lines });
const asks = (...commands: Command[]): Outcome => ({ ...NOTHING, commands: commands });
const sentLast = (...lines: string[]): Outcome => ({ lines, commands: [], closes: true });

/** A session whose lobby is the test itself. */
class Peer {
  readonly session = openSession();

  sends(line: string): Outcome {
    assert.deepEqual(this.proceeds(), NOTHING);
    return outcome(this.session.receive(Buffer.from(`${line}\n`), 0));
  }

  sendsBytes(...bytes: number[]): Outcome {
    assert.deepEqual(this.proceeds(), NOTHING);
    return outcome(this.session.receive(Uint8Array.from(bytes), 0));
  }

  isAnswered(answer: CommandAnswer): Outcome {
    return outcome(this.session.answer(answer, 0));
  }

  isRefused(why: Refusal): Outcome {
    return this.isAnswered({ kind: 'refused', why });
  }

  notify(notice: Notice): Outcome {
    return outcome(this.session.notify(notice, 0));
  }

  /** All notices that follow from an answer have been passed. */
  proceeds(): Outcome {
    return outcome(this.session.proceed(0));
  }
}

function enter(line = 'CORE.HELLO~anne~CHAT'): Peer {
  const peer = new Peer();
  peer.sends(line);
  assert.deepEqual(peer.isAnswered({ kind: 'entered', name: 'anne', held: false }), sent('CORE.HELLO'));
  return peer;
}

const goWish = (size: number) =>
  ({ game: 'go', size, ruleset: { ko: 'positional', suicide: 'allowed' }, komi: 0, fixedKomi: false }) as const;

const seek = (size: number): Command => ({ kind: 'seek', parameters: goWish(size) });

const started = (size: number): StartedNotice => ({
  kind: 'started',
  game: 1,
  color: 'black',
  opponent: 'bob',
  parameters: goWish(size),
  komi: 0,
  toMove: 'black',
  moves: [],
  stones: [],
});

function on(size: number, x: number, y: number): Point {
  const point = pointAt(square(size), x, y);
  assert.ok(point !== undefined);
  return point;
}

function play(size: number): Peer {
  const peer = enter();
  assert.deepEqual(peer.sends(`CORE.NEWGAME~${size}`), asks(seek(size)));
  assert.deepEqual(peer.isAnswered({ kind: 'waiting' }), NOTHING);
  assert.deepEqual(peer.notify(started(size)), sent(`CORE.MATCH~BLACK~${size}~bob`));
  return peer;
}

const ended = (end: Omit<EndedNotice, 'kind'>): EndedNotice => ({ kind: 'ended', ...end });

test('HELLO enters, with chat if it names the extension', () => {
  assert.deepEqual(new Peer().sends('CORE.HELLO~anne'), asks({ kind: 'enter', name: 'anne' }));
  const extended = new Peer().sends('CORE.HELLO~anne~UNDO~CHAT');
  assert.deepEqual(extended, asks({ kind: 'enter', name: 'anne', receives: ['chat', 'arrivals'] }));
  const other = new Peer().sends('CORE.HELLO~anne~chat~');
  assert.deepEqual(other, asks({ kind: 'enter', name: 'anne' }));
});

test('after NAMETAKEN another HELLO may follow, after success none', () => {
  const peer = new Peer();
  peer.sends('CORE.HELLO~AlphaGo~CHAT');
  assert.deepEqual(peer.isRefused('name-taken'), sent('CORE.ERROR~NAMETAKEN'));
  assert.deepEqual(peer.sends('CORE.NEWGAME'), sent('CORE.ERROR~PROTOCOL~CORE.NEWGAME'));
  assert.deepEqual(peer.sends('CORE.HELLO~AlphaGoZERO'), asks({ kind: 'enter', name: 'AlphaGoZERO' }));
  peer.isAnswered({ kind: 'entered', name: 'AlphaGoZERO', held: false });
  assert.deepEqual(peer.sends('CORE.HELLO~Leela'), sent('CORE.ERROR~PROTOCOL~CORE.HELLO~Leela'));
  // The extensions of the refused HELLO do not count.
  assert.deepEqual(peer.sends('CHAT.GETLOBBY'), sent('CHAT.ERROR~CHATNOTSUPPORTED'));
});

test('before HELLO every other line is refused and repeated', () => {
  const peer = new Peer();
  const lines = [
    'CORE.NEWGAME~9',
    'CORE.MOVE~1',
    'CORE.PASS',
    'CORE.SURRENDER',
    'CORE.BYE',
    'CHAT.GETLOBBY',
    'CHAT.MESSAGE~a~b',
  ];
  for (const line of lines) assert.deepEqual(peer.sends(line), sent(`CORE.ERROR~PROTOCOL~${line}`));
});

test('an unknown line is repeated without the spaces and the CR around it', () => {
  const peer = enter();
  const echoes: readonly (readonly [string, string])[] = [
    ['', ''],
    ['  what now?\r', 'what now?'],
    ['CORE.MOVE\\~1e9', 'CORE.MOVE\\~1e9'],
    ['CORE.PASS~', 'CORE.PASS~'],
    ['CORE.PASS\t', 'CORE.PASS\t'],
  ];
  for (const [line, echo] of echoes) assert.deepEqual(peer.sends(line), sent(`CORE.ERROR~PROTOCOL~${echo}`));
  const broken = peer.sendsBytes(...Buffer.from('CORE.BYE~'), 0xff, 0x0a);
  assert.deepEqual(broken, sent('CORE.ERROR~PROTOCOL~CORE.BYE~\uFFFD'));
});

test('a line of 4,096 bytes is answered, and a longer one ends the session', () => {
  const longest = `CORE.BYEE~${'x'.repeat(4086)}`;
  assert.deepEqual(enter().sends(longest), sent(`CORE.ERROR~PROTOCOL~${longest}`));
  assert.deepEqual(enter().sends(`${longest}x`), sentLast('CORE.ERROR~PROTOCOL~line too long'));
});

test('NEWGAME is a seek with the rules of nu6, and has no answer while it waits', () => {
  const peer = enter();
  for (const [line, size] of [
    ['CORE.NEWGAME', 19],
    ['CORE.NEWGAME~', 19],
    ['CORE.NEWGAME\\~2', 2],
    ['CORE.NEWGAME~131', 131],
  ] as const) {
    assert.deepEqual(peer.sends(line), asks(seek(size)));
    assert.deepEqual(peer.isAnswered({ kind: 'waiting' }), NOTHING);
  }
});

test('NEWGAME in a game is refused', () => {
  const peer = play(9);
  assert.deepEqual(peer.sends('CORE.NEWGAME'), asks(seek(19)));
  assert.deepEqual(peer.isRefused('in-game'), sent('CORE.ERROR~PROTOCOL~CORE.NEWGAME'));
});

test('MATCH has colour, size and opponent, and earlier moves follow it', () => {
  const peer = enter();
  peer.sends('CORE.NEWGAME~9');
  assert.deepEqual(peer.isAnswered({ kind: 'seated' }), NOTHING);
  const back: StartedNotice = {
    ...started(9),
    color: 'white',
    moves: [
      { kind: 'play', color: 'black', point: on(9, 4, 4) },
      { kind: 'pass', color: 'white' },
      { kind: 'play', color: 'black', point: on(9, 0, 1) },
    ],
  };
  assert.deepEqual(peer.notify(back), sent('CORE.MATCH~WHITE~9~bob', 'CORE.MOVE~40', 'CORE.PASS', 'CORE.MOVE~9'));
  assert.deepEqual(peer.notify({ kind: 'play-started' }), NOTHING);
});

test("a coordinate is a point of the current game's board", () => {
  const peer = play(5);
  for (const [coordinate, point] of [
    ['0', on(5, 0, 0)],
    ['7', on(5, 2, 1)],
    ['24', on(5, 4, 4)],
  ] as const) {
    assert.deepEqual(peer.sends(`CORE.MOVE~${coordinate}`), asks({ kind: 'play', point }));
    peer.isAnswered({ kind: 'done' });
  }
  for (const coordinate of ['25', '-1', '9'.repeat(400), `-${'9'.repeat(400)}`]) {
    assert.deepEqual(peer.sends(`CORE.MOVE~${coordinate}`), asks({ kind: 'play', point: 'off-board' }));
    assert.deepEqual(peer.isRefused('off-board'), sent('CORE.ERROR~ILLEGAL~OUTOFBOUNDS'));
  }
});

test('a MOVE in the packet of NEWGAME is read after MATCH was sent', () => {
  const peer = enter();
  const together = peer.sends('CORE.NEWGAME~5\nCORE.MOVE~24');
  assert.deepEqual(together, asks(seek(5)));
  assert.deepEqual(peer.isAnswered({ kind: 'seated' }), NOTHING);
  assert.deepEqual(peer.notify(started(5)), sent('CORE.MATCH~BLACK~5~bob'));
  assert.deepEqual(peer.proceeds(), asks({ kind: 'play', point: on(5, 4, 4) }));
});

test('a MOVE in the packet of NEWGAME is refused without an opponent', () => {
  const peer = enter();
  peer.sends('CORE.NEWGAME~5\nCORE.MOVE~24');
  assert.deepEqual(peer.isAnswered({ kind: 'waiting' }), NOTHING);
  assert.deepEqual(peer.proceeds(), sent('CORE.ERROR~PROTOCOL~CORE.MOVE~24'));
});

test('a line in the packet of a MOVE is answered after it', () => {
  const peer = play(9);
  assert.deepEqual(peer.sends('CORE.MOVE~0\nHELLO'), asks({ kind: 'play', point: on(9, 0, 0) }));
  assert.deepEqual(peer.isAnswered({ kind: 'done' }), NOTHING);
  const stone = { kind: 'played', color: 'black', point: on(9, 0, 0), captured: [] } as const;
  assert.deepEqual(peer.notify(stone), sent('CORE.MOVE~0'));
  assert.deepEqual(peer.proceeds(), sent('CORE.ERROR~PROTOCOL~HELLO'));
});

test('without a game MOVE, PASS and SURRENDER are refused', () => {
  const peer = enter();
  assert.deepEqual(peer.sends('CORE.MOVE~0'), sent('CORE.ERROR~PROTOCOL~CORE.MOVE~0'));
  for (const line of ['CORE.PASS', 'CORE.SURRENDER']) {
    assert.equal(peer.sends(line).commands.length, 1);
    assert.deepEqual(peer.isRefused('no-game'), sent(`CORE.ERROR~PROTOCOL~${line}`));
  }
  const before = play(9);
  before.notify(ended({ winner: 'black', reason: 'left', score: { black: 0, white: 0 } }));
  assert.deepEqual(before.sends('CORE.MOVE~0'), sent('CORE.ERROR~PROTOCOL~CORE.MOVE~0'));
});

test('each refusal of a MOVE has its error', () => {
  const errors: readonly (readonly [Refusal, string])[] = [
    ['no-game', 'CORE.ERROR~PROTOCOL~CORE.MOVE~3'],
    ['not-your-turn', 'CORE.ERROR~PATIENCE'],
    ['off-board', 'CORE.ERROR~ILLEGAL~OUTOFBOUNDS'],
    ['occupied', 'CORE.ERROR~ILLEGAL~OCCUPIED'],
    ['ko', 'CORE.ERROR~ILLEGAL~KO'],
    ['suicide', 'CORE.ERROR~ILLEGAL~SUICIDE'],
  ];
  const peer = play(9);
  for (const [why, error] of errors) {
    peer.sends('CORE.MOVE~3');
    assert.deepEqual(peer.isRefused(why), sent(error));
  }
  peer.sends('CORE.PASS');
  assert.deepEqual(peer.isRefused('not-your-turn'), sent('CORE.ERROR~PATIENCE'));
});

test('a move is sent to both players when it is accepted', () => {
  const peer = play(9);
  peer.sends('CORE.MOVE~42');
  assert.deepEqual(peer.isAnswered({ kind: 'done' }), NOTHING);
  const stone = { kind: 'played', color: 'black', point: on(9, 6, 4), captured: [] } as const;
  assert.deepEqual(peer.notify(stone), sent('CORE.MOVE~42'));
  assert.deepEqual(peer.notify({ kind: 'passed', color: 'white' }), sent('CORE.PASS'));
});

test('SURRENDER resigns', () => {
  const peer = play(9);
  assert.deepEqual(peer.sends('CORE.SURRENDER'), asks({ kind: 'forfeit', how: 'resigned' }));
  assert.deepEqual(peer.isAnswered({ kind: 'done' }), NOTHING);
});

test('each end has its GAMEOVER', () => {
  const ends: readonly (readonly [Omit<EndedNotice, 'kind'>, string])[] = [
    [{ winner: 'black', reason: 'score', score: { black: 181, white: 180 } }, 'BLACK~181~180'],
    [{ winner: 'white', reason: 'score', score: { black: 3, white: 9.5 } }, 'WHITE~3~9.5'],
    [{ winner: undefined, reason: 'score', score: { black: 0, white: 0 } }, 'DRAW~0~0'],
    [{ winner: 'black', reason: 'resigned', score: { black: 19, white: 0 } }, 'BLACK~19~0~SURRENDER'],
    [{ winner: 'white', reason: 'timed-out', score: { black: 1, white: 2 } }, 'WHITE~1~2~SURRENDER'],
    [{ winner: 'white', reason: 'fouled', score: { black: 1, white: 2 } }, 'WHITE~1~2~SURRENDER'],
    [{ winner: 'white', reason: 'left', score: { black: 80, white: 1 } }, 'WHITE~80~1~DISCONNECT'],
    [{ winner: undefined, reason: 'abandoned', score: { black: 2, white: 1 } }, 'DRAW~2~1~DISCONNECT'],
  ];
  for (const [end, fields] of ends) assert.deepEqual(play(9).notify(ended(end)), sent(`CORE.GAMEOVER~${fields}`));
});

test('BYE is answered only by BYE', () => {
  for (const line of ['CORE.BYE', 'CORE.BYE~\u{1F44B}', 'CORE.BYE~a~b']) {
    const peer = play(9);
    assert.deepEqual(peer.sends(line), asks({ kind: 'leave' }));
    // Later events are not sent any more.
    assert.deepEqual(peer.notify({ kind: 'passed', color: 'white' }), NOTHING);
    assert.deepEqual(peer.isAnswered({ kind: 'done' }), sentLast('CORE.BYE~\u{1F44B}'));
  }
});

test('a stopped server or a second connection with the name leads to BYE at any time', () => {
  const leaver = enter();
  leaver.sends('CORE.BYE');
  for (const kind of ['farewell', 'replaced'] as const) {
    for (const peer of [new Peer(), enter(), play(9)]) {
      assert.deepEqual(peer.notify({ kind }), sentLast('CORE.BYE~\u{1F44B}'));
    }
  }
  assert.deepEqual(leaver.notify({ kind: 'farewell' }), sentLast('CORE.BYE~\u{1F44B}'));
});

test('a message has a recipient if there are two fields', () => {
  const peer = enter();
  assert.deepEqual(peer.sends('CHAT.MESSAGE~Hi all'), asks({ kind: 'chat', text: 'Hi all', to: 'everyone' }));
  assert.deepEqual(peer.isAnswered({ kind: 'done' }), NOTHING);
  assert.deepEqual(peer.sends('CHAT.MESSAGE~Hi~bob'), asks({ kind: 'chat', text: 'Hi', to: { name: 'bob' } }));
  assert.deepEqual(peer.isRefused('cannot-chat'), sent('CHAT.ERROR~CHATNOTSUPPORTED'));
  assert.deepEqual(peer.sends('CHAT.MESSAGE~Hi~'), asks({ kind: 'chat', text: 'Hi', to: { name: '' } }));
  assert.deepEqual(peer.isRefused('no-such-player'), sent('CHAT.ERROR~UNKNOWNRECIPIENT'));
  assert.deepEqual(peer.sends('CHAT.MESSAGE~a~b~c'), sent('CORE.ERROR~PROTOCOL~CHAT.MESSAGE~a~b~c'));
});

test('without the extension there is no chat and no lobby', () => {
  const peer = enter('CORE.HELLO~anne');
  for (const line of ['CHAT.MESSAGE~Hi', 'CHAT.MESSAGE~Hi~bob', 'CHAT.GETLOBBY']) {
    assert.deepEqual(peer.sends(line), sent('CHAT.ERROR~CHATNOTSUPPORTED'));
  }
  assert.deepEqual(peer.sends('CHAT.GETLOBBY~all'), sent('CORE.ERROR~PROTOCOL~CHAT.GETLOBBY~all'));
});

test('a chat text is one field', () => {
  const said = { kind: 'chat', from: 'bob', fromOpponent: true, text: 'a~b\tc\r\nd' } as const;
  for (const to of ['everyone', 'opponent', 'you'] as const) {
    assert.deepEqual(enter().notify({ ...said, to }), sent('CHAT.MESSAGE~a-b-c--d~bob'));
  }
});

test('LOBBY is in the order of code points', () => {
  const peer = enter();
  assert.deepEqual(peer.sends('CHAT.GETLOBBY'), asks({ kind: 'who' }));
  // In UTF-16 the wave, a surrogate pair, would come before U+FF21.
  const names = ['\u{1F44B}', '\uFF21', 'bob', 'guest-1', 'anne', 'Zoë', '天'];
  const listed = 'Zoë~anne~bob~guest-1~天~\uFF21~\u{1F44B}';
  assert.deepEqual(peer.isAnswered({ kind: 'names', names }), sent(`CHAT.LOBBY~${listed}`));
});

test('ENTERED and LEFT are sent for other players', () => {
  const peer = enter();
  assert.deepEqual(peer.notify({ kind: 'entered', name: 'bob' }), sent('CHAT.ENTERED~bob'));
  assert.deepEqual(peer.notify({ kind: 'left', name: 'bob' }), sent('CHAT.LEFT~bob'));
});
