import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { serverNamed } from '../../../test/support/protocols/loaded-protocols.ts';
import type { Command, CommandAnswer } from '../../lobby/command.ts';
import type { GoParameters } from '../../lobby/game-parameters.ts';
import type { Move } from '../../lobby/games/game-event.ts';
import type { Notice } from '../../lobby/notice.ts';
import type { Refusal } from '../../lobby/refusal.ts';
import type { Color } from '../../rules/color.ts';
import { coordinates, type Point, pointAt, square } from '../../rules/point.ts';
import type { ServerSession, ServerSessionOutput } from '../server-session-types.ts';
import { LONGEST_LINE } from '../text-line.ts';

const nedap = serverNamed('nedap');

const BOARD = square(9);
const DONE: CommandAnswer = { kind: 'done' };
const WAITING: CommandAnswer = { kind: 'waiting' };
const SEATED: CommandAnswer = { kind: 'seated' };
const parameters: GoParameters = {
  game: 'go',
  size: 9,
  ruleset: { ko: 'positional', suicide: 'allowed' },
  komi: 0,
  fixedKomi: false,
};

const refused = (why: Refusal): CommandAnswer => ({ kind: 'refused', why });
const entered = (name: string): CommandAnswer => ({ kind: 'entered', name, held: false });

function at(x: number, y: number): Point {
  const point = pointAt(BOARD, x, y);
  if (point === undefined) throw new Error('off the board');
  return point;
}

const started = (color: Color, actions: readonly Move[] = []): Notice => ({
  kind: 'started',
  game: 1,
  color,
  opponent: 'bob',
  parameters,
  komi: 0,
  toMove: 'black',
  moves: actions,
  stones: [],
});

/** A command of a session as text. */
function commandText(command: Command): string {
  switch (command.kind) {
    case 'enter':
    case 'rename':
      return `${command.kind} ${command.name}`;
    case 'seek':
      return ['seek', command.parameters.size, command.opponent].filter((word) => word !== undefined).join(' ');
    case 'play':
      if (command.point === 'off-board') return 'play off-board';
      return `play ${Object.values(coordinates(BOARD, command.point)).join(',')}`;
    case 'chat':
      return `chat to ${typeof command.to === 'string' ? command.to : JSON.stringify(command.to)}: ${command.text}`;
    case 'leave':
      return command.kickedFor === undefined ? 'leave' : `leave, kicked for ${command.kickedFor}`;
    default:
      return command.kind;
  }
}

/** A client and a lobby. Each call returns the sent lines (`>`), the commands (`?`), and `closed`. */
class Peer {
  readonly #session: ServerSession;

  constructor() {
    const open = nedap.configure({});
    if (!open.ok) throw new Error(open.problem);
    this.#session = open.value(0);
  }

  sends(...lines: string[]): string[] {
    assert.deepEqual(this.proceeds(), []);
    return this.#list(this.#session.receive(Buffer.from(lines.map((line) => `${line}\n`).join('')), 0));
  }

  sendsBytes(bytes: Uint8Array): string[] {
    assert.deepEqual(this.proceeds(), []);
    return this.#list(this.#session.receive(bytes, 0));
  }

  answer(answer: CommandAnswer): string[] {
    return this.#list(this.#session.answer(answer, 0));
  }

  notify(notice: Notice): string[] {
    return this.#list(this.#session.notify(notice, 0));
  }

  /** All notices that follow from an answer have been passed. */
  proceeds(): string[] {
    return this.#list(this.#session.proceed(0));
  }

  #list({ send, ask, close }: ServerSessionOutput): string[] {
    const sent = send.flatMap((bytes) => Buffer.from(bytes).toString().trimEnd().split('\n'));
    return [...sent.map((line) => `> ${line}`), ...ask.map((c) => `? ${commandText(c)}`), ...(close ? ['closed'] : [])];
  }
}

function waiting(): Peer {
  const peer = new Peer();
  peer.sends('GO alice 9');
  peer.answer(entered('alice'));
  peer.answer(WAITING);
  return peer;
}

function playing(color: Color = 'black'): Peer {
  const peer = waiting();
  peer.notify(started(color));
  return peer;
}

function playingLater(): Peer {
  const peer = new Peer();
  peer.sends('PLAYER alice', 'GO 9');
  peer.answer(entered('alice'));
  peer.proceeds();
  peer.answer(WAITING);
  peer.notify(started('black'));
  return peer;
}

test("sends the lobby the client's name and its seek", () => {
  const open = nedap.configure({});
  assert.ok(open.ok);
  const session = open.value(0);
  const enter = session.receive(Buffer.from('GO alice 9 bob\n'), 0).ask;
  assert.deepEqual(enter, [{ kind: 'enter', name: 'alice', receives: ['chat'] }]);
  const seek = session.answer(entered('alice'), 0).ask;
  assert.deepEqual(seek, [{ kind: 'seek', parameters, opponent: 'bob' }]);
});

test('GO enters and seeks; READY is sent when an opponent is found', () => {
  const peer = new Peer();
  assert.deepEqual(peer.sends('GO alice 9'), ['? enter alice']);
  assert.deepEqual(peer.answer(entered('alice')), ['? seek 9']);
  assert.deepEqual(peer.answer(WAITING), ['> WAITING']);
  assert.deepEqual(peer.notify(started('black')), ['> READY black bob 9']);
});

test('WAITING is sent even if an opponent is found at once', () => {
  const peer = new Peer();
  peer.sends('GO alice 9');
  peer.answer(entered('alice'));
  assert.deepEqual(peer.answer(SEATED), ['> WAITING']);
  assert.deepEqual(peer.notify(started('white')), ['> READY white bob 9']);
});

test('a line in the packet of GO is answered after READY, if an opponent waited', () => {
  const peer = new Peer();
  assert.deepEqual(peer.sends('GO alice 9', 'CANCEL', 'MOVE 1 2'), ['? enter alice']);
  assert.deepEqual(peer.answer(entered('alice')), ['? seek 9']);
  assert.deepEqual(peer.proceeds(), []);
  assert.deepEqual(peer.answer(SEATED), ['> WAITING']);
  assert.deepEqual(peer.notify(started('white')), ['> READY white bob 9']);
  assert.deepEqual(peer.proceeds(), ['> WARNING there is nothing to cancel', '? play 1,2']);
});

test('a taken name leaves the connection without a name', () => {
  const peer = new Peer();
  peer.sends('GO alice 9');
  assert.deepEqual(peer.answer(refused('name-taken')), ['> WARNING that name is taken']);
  assert.deepEqual(peer.sends('CHAT hello'), ['> WARNING a name comes before CHAT']);
  assert.deepEqual(peer.sends('GO carol 9'), ['? enter carol']);
});

test('GO while waiting: the same name seeks again, another one renames first', () => {
  const peer = waiting();
  assert.deepEqual(peer.sends('GO alice 11 bob'), ['? seek 11 bob']);
  assert.deepEqual(peer.answer(WAITING), ['> WAITING']);
  assert.deepEqual(peer.sends('GO carol 9'), ['? rename carol']);
  assert.deepEqual(peer.answer(refused('name-taken')), ['> WARNING that name is taken']);
  assert.deepEqual(peer.sends('GO dave 9'), ['? rename dave']);
  assert.deepEqual(peer.answer(DONE), ['? seek 9']);
  assert.deepEqual(peer.answer(WAITING), ['> WAITING']);
  assert.deepEqual(peer.sends('GO dave 9'), ['? seek 9']);
});

test('GO in a game is a warning, whatever the name', () => {
  const peer = playing();
  assert.deepEqual(peer.sends('GO carol 9'), ['> WARNING a game is under way']);
  assert.deepEqual(peer.sends('GO alice 9'), ['? seek 9']);
  assert.deepEqual(peer.answer(refused('in-game')), ['> WARNING a game is under way']);
  assert.deepEqual(peer.sends('MOVE 0 0'), ['? play 0,0']);
});

test('CANCEL ends a wait and the connection, and is a warning anywhere else', () => {
  assert.deepEqual(new Peer().sends('CANCEL'), ['> WARNING there is nothing to cancel']);
  assert.deepEqual(playing().sends('CANCEL'), ['> WARNING there is nothing to cancel']);
  const peer = waiting();
  assert.deepEqual(peer.sends('CANCEL'), ['? leave']);
  assert.deepEqual(peer.answer(DONE), ['closed']);
});

test('moves and passes are sent to both players as the lobby reports them', () => {
  const peer = playing();
  assert.deepEqual(peer.sends('MOVE 3 4'), ['? play 3,4']);
  assert.deepEqual(peer.answer(DONE), []);
  assert.deepEqual(peer.notify({ kind: 'played', color: 'black', point: at(3, 4), captured: [at(0, 0)] }), [
    '> VALID black 3 4',
  ]);
  assert.deepEqual(peer.sends('PASS', 'PASS white'), ['? pass']);
  assert.deepEqual(peer.answer(DONE), []);
  assert.deepEqual(peer.notify({ kind: 'passed', color: 'black' }), ['> PASSED black']);
  assert.deepEqual(peer.proceeds(), ['? pass']);
  assert.deepEqual(peer.answer(refused('not-your-turn')), ['> WARNING it is not your turn']);
});

test('MOVE, PASS and TABLEFLIP without a game are warnings', () => {
  for (const peer of [new Peer(), waiting()]) {
    for (const line of ['MOVE 0 0', 'PASS', 'PASS black', 'TABLEFLIP']) {
      assert.deepEqual(peer.sends(line), ['> WARNING no game is under way']);
    }
  }
});

test('INVALID for an illegal move is sent after the lobby has removed the player', () => {
  const cases: readonly (readonly [string, Refusal, string])[] = [
    ['MOVE -1 0', 'off-board', 'the point is not on the board'],
    ['MOVE 9 0', 'off-board', 'the point is not on the board'],
    ['MOVE 0 99999999999999999999999999', 'off-board', 'the point is not on the board'],
    ['MOVE 0 0', 'occupied', 'a stone stands there'],
    ['MOVE 0 0', 'ko', 'that position has been on the board before'],
    ['MOVE 0 0', 'suicide', 'the stone would have no liberty'],
  ];
  for (const [line, why, reason] of cases) {
    for (const [peer, color] of [[playing(), ''] as const, [playingLater(), 'black '] as const]) {
      assert.deepEqual(peer.sends(line), [why === 'off-board' ? '? play off-board' : '? play 0,0']);
      assert.deepEqual(peer.answer(refused(why)), [`? leave, kicked for ${why}`]);
      assert.deepEqual(peer.answer(DONE), [`> INVALID ${color}${reason}`, 'closed']);
    }
  }
});

test("a move that only the opponent's rules forbid, or a move out of turn, is a warning", () => {
  const peer = playing();
  peer.sends('MOVE 0 0');
  assert.deepEqual(peer.answer({ kind: 'refused', why: 'suicide', opponentRules: true }), [
    '> WARNING the rules of your opponent forbid it: the stone would have no liberty',
  ]);
  peer.sends('MOVE 0 0');
  assert.deepEqual(peer.answer(refused('not-your-turn')), ['> WARNING it is not your turn']);
  assert.deepEqual(peer.sends('MOVE 0 1'), ['? play 0,1']);
});

test('TABLEFLIP resigns the game, and GO works again after END', () => {
  const peer = playing();
  assert.deepEqual(peer.sends('TABLEFLIP'), ['? forfeit']);
  assert.deepEqual(peer.answer(DONE), []);
  const score = { black: 40, white: 41 };
  assert.deepEqual(peer.notify({ kind: 'ended', winner: 'white', reason: 'resigned', score }), [
    '> TABLEFLIPPED black',
    '> END 0.0 81.0',
  ]);
  assert.deepEqual(peer.sends('MOVE 0 0'), ['> WARNING no game is under way']);
  assert.deepEqual(peer.sends('GO carol 11'), ['? rename carol']);
});

test('a GO in the packet of the last pass is answered after END', () => {
  const peer = playing();
  assert.deepEqual(peer.sends('PASS', 'GO alice 9'), ['? pass']);
  assert.deepEqual(peer.answer(DONE), []);
  assert.deepEqual(peer.notify({ kind: 'passed', color: 'black' }), ['> PASSED black']);
  const score = { black: 0, white: 0.5 };
  assert.deepEqual(peer.notify({ kind: 'ended', winner: 'white', reason: 'score', score }), ['> END 0.0 0.5']);
  assert.deepEqual(peer.proceeds(), ['? seek 9']);
  assert.deepEqual(peer.answer(WAITING), ['> WAITING']);
});

test('in the later dialect PLAYER has no answer, and GO has no name', () => {
  const peer = new Peer();
  assert.deepEqual(peer.sends('PLAYER alice'), ['? enter alice']);
  assert.deepEqual(peer.answer(entered('alice')), []);
  assert.deepEqual(peer.sends('PLAYER alice'), []);
  assert.deepEqual(peer.sends('PLAYER carol'), ['? rename carol']);
  assert.deepEqual(peer.answer(DONE), []);
  assert.deepEqual(peer.sends('GO 9 bob'), ['? seek 9 bob']);
  assert.deepEqual(peer.answer(WAITING), ['> WAITING']);
  peer.notify(started('black'));
  assert.deepEqual(peer.sends('PLAYER dave'), ['> WARNING a game is under way']);
  assert.deepEqual(peer.notify({ kind: 'ended', winner: 'white', reason: 'left', score: { black: 0, white: 0 } }), [
    '> TABLEFLIPPED black',
    '> END -1 -1',
  ]);
  assert.deepEqual(peer.sends('EXIT'), ['? leave']);
  assert.deepEqual(peer.answer(DONE), ['closed']);
});

test('a refused PLAYER begins the later dialect, too', () => {
  const peer = new Peer();
  assert.deepEqual(peer.sends('PLAYER Alice'), ['> WARNING a name is 1 to 20 lower-case letters or digits']);
  assert.deepEqual(peer.sends('GO 9'), ['> WARNING PLAYER with a name comes before GO']);
  assert.deepEqual(peer.sends('EXIT'), ['closed']);
});

test('after a GO with a name, PLAYER is a warning and EXIT is unknown', () => {
  const peer = waiting();
  assert.deepEqual(peer.sends('PLAYER carol'), ['> WARNING PLAYER cannot come after GO with a name']);
  assert.deepEqual(peer.sends('EXIT'), ['> WARNING keyword EXIT unknown']);
  assert.deepEqual(peer.sends('GO alice 9'), ['? seek 9']);
});

test('chat goes to all clients, during a game to the opponent', () => {
  assert.deepEqual(waiting().sends('CHAT two  words'), ['? chat to everyone: two  words']);
  const peer = playing();
  assert.deepEqual(peer.sends('CHAT hello'), ['? chat to opponent: hello']);
  assert.deepEqual(peer.answer(refused('cannot-chat')), ['> WARNING your opponent cannot chat']);
  peer.sends('CHAT still there?');
  assert.deepEqual(peer.answer(refused('no-game')), ['? chat to everyone: still there?']);
  assert.deepEqual(peer.answer(DONE), []);
});

test("chat has the sender's name, except from the opponent in the document’s dialect", () => {
  const chat = (fromOpponent: boolean): Notice => ({
    kind: 'chat',
    from: 'bob',
    fromOpponent,
    text: 'one\ntwo',
    to: 'everyone',
  });
  assert.deepEqual(playing().notify(chat(true)), ['> CHAT one-two']);
  assert.deepEqual(playing().notify(chat(false)), ['> CHAT bob: one-two']);
  assert.deepEqual(playingLater().notify(chat(true)), ['> CHAT bob: one-two']);
  assert.deepEqual(playingLater().notify(chat(false)), ['> CHAT bob: one-two']);
});

test('a returning player receives READY and all moves so far', () => {
  const peer = new Peer();
  peer.sends('GO alice 9');
  peer.answer({ kind: 'entered', name: 'alice', held: true });
  assert.deepEqual(peer.answer(SEATED), ['> WAITING']);
  const past: Move[] = [
    { kind: 'play', color: 'black', point: at(2, 6) },
    { kind: 'pass', color: 'white' },
  ];
  assert.deepEqual(peer.notify(started('black', past)), ['> READY black bob 9', '> VALID black 2 6', '> PASSED white']);
});

test("a stopped server and a second connection are reported, other players' arrivals are not", () => {
  const ignored = [{ kind: 'play-started' }, { kind: 'entered', name: 'eve' }, { kind: 'left', name: 'eve' }] as const;
  for (const notice of ignored) assert.deepEqual(playing().notify(notice), []);
  assert.deepEqual(playing().notify({ kind: 'farewell' }), ['> WARNING server stops', 'closed']);
  assert.deepEqual(playing().notify({ kind: 'replaced' }), ['> WARNING another connection uses your name', 'closed']);
});

test('an unreadable line is a warning, and one that is too long ends the session', () => {
  const peer = new Peer();
  assert.deepEqual(peer.sendsBytes(Buffer.from('CHAT \xff\n', 'latin1')), ['> WARNING that was not UTF-8']);
  assert.deepEqual(peer.sends('  GO alice 9 \r'), ['? enter alice']);
  assert.deepEqual(new Peer().sendsBytes(Buffer.alloc(LONGEST_LINE + 1, 'x')), [
    '> WARNING a line has at most 4096 bytes',
    'closed',
  ]);
});

test('for random lines and refusals the session continues or closes', () => {
  const line = fc.oneof(
    fc.constantFrom(
      'GO alice 9',
      'GO bob 9',
      'GO 9',
      'PLAYER alice',
      'MOVE 0 0',
      'PASS',
      'TABLEFLIP',
      'CHAT x',
      'CANCEL',
    ),
    fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }),
  );
  const why = fc.constantFrom<Refusal>('name-taken', 'in-game', 'no-game', 'not-your-turn', 'ko', 'cannot-chat');
  fc.assert(
    fc.property(fc.array(fc.tuple(line, fc.option(why)), { maxLength: 20 }), (steps) => {
      const open = nedap.configure({});
      if (!open.ok) throw new Error(open.problem);
      const session = open.value(0);
      for (const [text, refusal] of steps) {
        let { ask } = session.receive(Buffer.from(`${text}\n`), 0);
        for (let command = ask[0]; command !== undefined; command = ask[0]) {
          const good = command.kind === 'seek' ? SEATED : DONE;
          ({ ask } = session.answer(refusal === null || command.kind === 'leave' ? good : refused(refusal), 0));
          if (command.kind === 'seek' && refusal === null) session.notify(started('white'), 0);
          assert.deepEqual(session.proceed(0).ask, []);
        }
      }
    }),
  );
});
