import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command, CommandAnswer } from '../../../src/lobby/command.ts';
import type { Move, Stone } from '../../../src/lobby/games/game-event.ts';
import type { Notice } from '../../../src/lobby/notice.ts';
import type { Refusal } from '../../../src/lobby/refusal.ts';
import type { ProtocolSettings } from '../../../src/protocols/protocol-settings.ts';
import type { ServerSession, ServerSessionOutput } from '../../../src/protocols/server-session-types.ts';
import type { Color } from '../../../src/rules/color.ts';
import { coordinates, type Point, pointAt, square } from '../../../src/rules/point.ts';
import { serverNamed } from './loaded-protocols.ts';

const BOARD = square(9);
export const EMPTY = `stones ${'X'.repeat(81)}`;

export const at = (x: number, y: number): Point => {
  const point = pointAt(BOARD, x, y);
  assert.ok(point !== undefined);
  return point;
};

export const DONE: CommandAnswer = { kind: 'done' };
export const ENTERED: CommandAnswer = { kind: 'entered', name: 'guest-1', held: false };
export const WAITING: CommandAnswer = { kind: 'waiting' };
export const SEATED: CommandAnswer = { kind: 'seated' };
export const refused = (why: Refusal): CommandAnswer => ({ kind: 'refused', why });

export const BEGUN: Notice = { kind: 'play-started' };
export const ENDED: Notice = { kind: 'ended', winner: undefined, reason: 'left', score: undefined };
export const played = (color: Color, x: number, y: number, ...captured: Point[]): Notice => ({
  kind: 'played',
  color,
  point: at(x, y),
  captured,
});
export const passed = (color: Color): Notice => ({ kind: 'passed', color });
export const started = (
  color: Color | 'both',
  toMove: Color = 'black',
  moves: Move[] = [],
  stones: Stone[] = [],
): Notice => ({
  kind: 'started',
  game: 1,
  color,
  opponent: 'guest-2',
  parameters: { game: 'go', size: 9, ruleset: { ko: 'positional', suicide: 'allowed' }, komi: 0, fixedKomi: false },
  komi: 0,
  toMove,
  moves,
  stones,
});

/** A command of the session, in brackets, so that it differs from a message. */
function formatCommand(command: Command): string {
  switch (command.kind) {
    case 'enter':
      return `[enter${command.capacity === undefined ? '' : ` of ${command.capacity}`}]`;
    case 'seek':
      return command.opponentKind === 'self'
        ? `[practise ${command.parameters.size}]`
        : `[seek ${command.parameters.size}, waiting as ${command.hostColor}]`;
    case 'pass':
      return command.ifStuck ? '[pass-if-stuck]' : '[pass]';
    case 'play': {
      if (command.point === 'off-board') return '[play off-board]';
      const { x, y } = coordinates(BOARD, command.point);
      return `[play ${x} ${y}]`;
    }
    case 'forfeit':
      return `[forfeit ${command.how}]`;
    default:
      return `[${command.kind}]`;
  }
}

/** A server session whose lobby is played by the test. Each step lists all messages and commands that follow from it, in order. */
class ServerDialogue {
  readonly #session: ServerSession;
  readonly #bytewise: boolean;
  #now = 1_000_000;

  constructor(bytewise: boolean, settings: ProtocolSettings) {
    const listener = serverNamed('remastered').configure(settings);
    assert.ok(listener.ok);
    this.#session = listener.value(this.#now);
    this.#bytewise = bytewise;
  }

  clientSends(line: string, ...expected: string[]): this {
    return this.clientSendsBytes(Buffer.from(`${line}\n`), ...expected);
  }

  clientSendsBytes(bytes: Uint8Array, ...expected: string[]): this {
    this.proceed();
    const pieces = this.#bytewise ? [...bytes].map((byte) => Uint8Array.of(byte)) : [bytes];
    return this.#check(
      expected,
      pieces.map((piece) => this.#session.receive(piece, this.#now)),
    );
  }

  answer(answer: CommandAnswer, ...expected: string[]): this {
    return this.#check(expected, [this.#session.answer(answer, this.#now)]);
  }

  notice(notice: Notice, ...expected: string[]): this {
    return this.#check(expected, [this.#session.notify(notice, this.#now)]);
  }

  /** All notices of an answer are delivered: the session reads the bytes that were sent ahead. */
  proceed(...expected: string[]): this {
    return this.#check(expected, [this.#session.proceed(this.#now)]);
  }

  /** Time passes, and the session's deadline is called if it is due. */
  wait(seconds: number, ...expected: string[]): this {
    this.#now += seconds * 1000;
    const { deadline } = this.#session;
    return this.#check(
      expected,
      deadline !== undefined && deadline <= this.#now ? [this.#session.tick(this.#now)] : [],
    );
  }

  #check(expected: readonly string[], effects: readonly ServerSessionOutput[]): this {
    const outputs = effects.flatMap(({ send, ask, close }) => [
      ...send.map((bytes) => Buffer.from(bytes).toString().replace(/\n$/, '')),
      ...ask.map(formatCommand),
      ...(close ? ['[closes]'] : []),
    ]);
    assert.deepEqual(
      outputs.filter((each, index) => each !== '[closes]' || outputs.indexOf(each) === index),
      expected,
    );
    return this;
  }
}

type Scenario = (open: (settings?: ProtocolSettings) => ServerDialogue) => void;

/** Defines tests that run a scenario with whole lines and byte by byte: the result must not depend on how the bytes are split. */
export function scenario(name: string, run: Scenario): void {
  for (const bytewise of [false, true]) {
    test(`${name}, ${bytewise ? 'byte by byte' : 'in whole lines'}`, () => {
      run((settings = { size: '9' }) => new ServerDialogue(bytewise, settings));
    });
  }
}

export const SEEK = '[seek 9, waiting as black]';

/** The client waits as black. White has not come yet. */
export const waiting = (dialogue: ServerDialogue): ServerDialogue =>
  dialogue
    .clientSends('go 0.1.0', 'ok 0.1.0', '[enter]')
    .answer(ENTERED, SEEK)
    .answer(WAITING, 'mode normal', 'color 0', EMPTY);

/** The client is black and to move, and has acknowledged everything. */
export const black = (dialogue: ServerDialogue): ServerDialogue =>
  waiting(dialogue)
    .clientSends('ack', 'ready')
    .notice(started('black'), '[ready]')
    .answer(DONE)
    .notice(BEGUN, 'yourturn')
    .clientSends('ack');

/** The client is white, and black is to move. */
export const white = (dialogue: ServerDialogue): ServerDialogue =>
  dialogue
    .clientSends('go 0.1.0', 'ok 0.1.0', '[enter]')
    .answer(ENTERED, SEEK)
    .answer(SEATED)
    .notice(started('white'), 'mode normal', 'color 1', EMPTY)
    .clientSends('ack', 'ready', '[ready]')
    .answer(DONE)
    .notice(BEGUN);

/** A local game, with black to move. */
export const local = (dialogue: ServerDialogue): ServerDialogue =>
  dialogue
    .clientSends('go 0.1.0', 'ok 0.1.0', '[enter of 1]')
    .answer(ENTERED, '[practise 9]')
    .answer(SEATED)
    .notice(started('both'), 'mode local', EMPTY)
    .clientSends('ack', 'ready', '[ready]')
    .answer(DONE)
    .notice(BEGUN, 'yourturn')
    .clientSends('ack');
