import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { managerText, playerBytes } from '../../../test/support/protocols/gomokurs-action-text.ts';
import { serverNamed } from '../../../test/support/protocols/loaded-protocols.ts';
import { assertSameInAnyPackets } from '../../../test/support/protocols/packet-boundaries.ts';
import { parseSessionScripts } from '../../../test/support/protocols/session-scripts.ts';
import type { Command, CommandAnswer } from '../../lobby/command.ts';
import type { ClocksView } from '../../lobby/games/game-clocks.ts';
import type { Notice } from '../../lobby/notice.ts';
import { COLORS, type Color } from '../../rules/color.ts';
import { coordinates, type Point, pointAt, square } from '../../rules/point.ts';
import { newClock } from '../../rules/time/clock-state.ts';
import type { ProtocolSettings } from '../protocol-settings.ts';
import type { ServerSession, ServerSessionOutput } from '../server-session-types.ts';
import { makePlayerAction, type PlayerAction } from './messages.ts';
import { VERSIONS, type Version } from './protocol-version.ts';

const gomokurs = serverNamed('gomokurs');

const SIZE = square(20);
const REFUSALS = ['full', 'occupied', 'double-three', 'off-board', 'no-game', 'name-taken'] as const;
const END_REASONS = ['row', 'full', 'fouled', 'left', 'timed-out'] as const;

const oneOf = <Word extends string>(text: readonly Word[], word: string | undefined): Word => {
  const found = text.find((each) => each === word);
  assert.ok(found !== undefined, `${word} is none of ${text.join(', ')}`);
  return found;
};

function pointOf(x: string | undefined, y: string | undefined): Point {
  const point = pointAt(SIZE, Number(x), Number(y));
  assert.ok(point !== undefined);
  return point;
}

/** Plays one dialogue with one session. The file of the dialogues explains the marks. */
class Dialogue {
  readonly #session: ServerSession;
  readonly #version: Version;
  #now = 1_000_000;
  #outputs: string[] = [];
  #isAgreed = false;
  #isClosed = false;

  constructor(version: Version, settings: ProtocolSettings) {
    const open = gomokurs.configure(settings);
    assert.ok(open.ok);
    this.#session = open.value(this.#now);
    this.#version = version;
  }

  play(lines: readonly string[]): void {
    for (const line of lines) {
      const isExpected = /^[<?]|^closed$/.test(line);
      if (this.#outputs.length === 0 && (isExpected || line.startsWith('>')))
        this.#record(this.#session.proceed(this.#now));
      if (isExpected) assert.equal(this.#outputs.shift() ?? 'nothing', line);
      else {
        assert.deepEqual(this.#outputs, [], `before ${line}`);
        this.#record(this.#act(line[0], line.slice(2)));
      }
    }
    this.#record(this.#session.proceed(this.#now));
    assert.deepEqual(this.#outputs, []);
  }

  #act(mark: string | undefined, said: string): ServerSessionOutput {
    switch (mark) {
      case '>':
        return this.#session.receive(Buffer.concat(said.split(', ').map((each) => this.#says(each))), this.#now);
      case '!':
        return this.#session.answer(answer(said), this.#now);
      case '*':
        return this.#session.notify(notice(said.split(' ')), this.#now);
      case '@':
        this.#now += Number(said) * 1000;
        return this.#session.tick(this.#now);
      default:
        throw new Error(`what is ${mark} ${said}?`);
    }
  }

  #record({ send, ask, close }: ServerSessionOutput): void {
    for (const bytes of send) {
      this.#outputs.push(`< ${managerText(bytes, this.#version, !this.#isAgreed)}`);
      this.#isAgreed = true;
    }
    this.#outputs.push(...ask.map((command) => `? ${asked(command)}`));
    if (close && !this.#isClosed) this.#outputs.push('closed');
    this.#isClosed = close;
  }

  #says(said: string): Uint8Array {
    const [, seconds] = /^LATE (.*)$/.exec(said) ?? [];
    if (seconds === undefined) return playerBytes(said, this.#version);
    // The server is busy: time passes, and `tick` is not called.
    this.#now += Number(seconds) * 1000;
    return new Uint8Array(0);
  }
}

/** All fields that have a value, so that a wrong one is noticed. */
function asked(command: Command): string {
  switch (command.kind) {
    case 'enter':
      return `enter${command.name ?? ''} ${command.parameters?.size}${command.receives ? ' hears' : ''}`;
    case 'seek': {
      const { parameters, handshake } = command;
      return `seek ${parameters.game === 'gomoku' ? parameters.rule : ''} ${parameters.size}${handshake ? ' handshake' : ''}`;
    }
    case 'play': {
      const { point, spent } = command;
      const { x, y } = point === 'off-board' ? { x: point, y: '' } : coordinates(SIZE, point);
      return `play ${`${x} ${y}`.trim()} after ${spent}`;
    }
    case 'forfeit':
      return `forfeit ${command.how}`;
    case 'rename':
      return `rename ${command.name}${command.ifTaken ? ' numbered' : ''}`;
    default:
      return command.kind;
  }
}

function answer(said: string): CommandAnswer {
  if (said === 'done' || said === 'waiting' || said === 'seated') return { kind: said };
  if (said === 'entered' || said === 'held') return { kind: 'entered', name: 'guest-1', held: said === 'held' };
  return { kind: 'refused', why: oneOf(REFUSALS, said) };
}

/** `left`: black's time left for the game in milliseconds. */
function notice([kind, first, second, third, ...rest]: readonly string[]): Notice {
  switch (kind) {
    case 'started':
      return started(oneOf(COLORS, first), [second, third, ...rest].join(' '));
    case 'played':
      return {
        kind,
        color: oneOf(COLORS, first),
        point: pointOf(second, third),
        captured: [],
        clock: clockOf(rest.join(' ')),
      };
    case 'ended': {
      const winner = first === 'nobody' ? undefined : oneOf(COLORS, first);
      return { kind, winner, reason: oneOf(END_REASONS, second), score: undefined };
    }
    default:
      return { kind: oneOf(['play-started', 'farewell', 'replaced'], kind) };
  }
}

const TIME = { kind: 'per-move', move: 30_000, match: 180_000 } as const;

function clockOf(details: string): ClocksView {
  const main = Number(/left (\d+)/.exec(details)?.[1] ?? TIME.match);
  return { black: { main, period: TIME.move, count: 0 }, white: newClock(TIME), at: 0 };
}

/** `details`: `left`, and the earlier stones after `with`. */
function started(color: Color, details: string): Notice {
  const stones = [...details.matchAll(/(black|white) (\d+) (\d+)/g)].map(([, mover, x, y]) => ({
    kind: 'play' as const,
    color: oneOf(COLORS, mover),
    point: pointOf(x, y),
  }));
  return {
    kind: 'started',
    game: 1,
    color,
    opponent: 'guest-2',
    parameters: { game: 'gomoku', size: SIZE.width, rule: 'freestyle' },
    komi: 0,
    toMove: stones.length % 2 === 0 ? 'black' : 'white',
    moves: stones,
    stones,
    time: TIME,
    clock: clockOf(details),
  };
}

/** The lines of one version, without the mark of the version. */
const inVersion = (lines: readonly string[], version: Version): string[] =>
  lines.flatMap((line) => {
    const [, only, rest = ''] = /^(?:\((.*?)\) )?(.*)$/.exec(line) ?? [];
    return only === undefined || only === version ? [rest] : [];
  });

const dialogues = ['session.game.txt', 'session.time.txt'].map((name) =>
  readFileSync(new URL(name, import.meta.url), 'utf8'),
);
const scripts = parseSessionScripts(dialogues.join('\n\n'));
for (const version of VERSIONS) {
  describe(`a session of ${version}`, () => {
    for (const { title, settings, lines } of scripts) {
      it(title, () => new Dialogue(version, settings).play(inVersion(lines, version)));
    }
  });
}

describe('random bytes, divided anywhere', () => {
  it('never throw, and get the same answers byte by byte', () => {
    const point = fc.constantFrom({ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 9, y: 9 }, { x: 10, y: 9 }, { x: 20, y: 0 });
    const action = fc.oneof(
      { weight: 4, arbitrary: point.map((at): PlayerAction => ({ kind: 'play', ...at })) },
      point.map((at): PlayerAction => ({ kind: 'suggestion', ...at })),
      fc.constantFrom<PlayerAction>({ kind: 'ready' }, { kind: 'unknown' }, { kind: 'debug', text: 'hm' }),
      fc.constant<PlayerAction>({ kind: 'player-description', text: 'name="Pig"' }),
    );
    const scrap = fc.oneof(
      { weight: 9, arbitrary: action },
      { weight: 1, arbitrary: fc.oneof(fc.uint8Array({ maxLength: 30 }), fc.array(fc.integer({ min: 10, max: 20 }))) },
    );
    const listener = fc.constantFrom<ProtocolSettings>({}, { info: '1' });
    const scraps = fc.array(scrap, { maxLength: 12 });
    fc.assert(
      fc.property(listener, fc.constantFrom(...VERSIONS), fc.nat(2), scraps, (settings, version, opened, said) => {
        const opening: PlayerAction[] = [{ kind: 'protocol-version', version }, { kind: 'ready' }];
        const all = [...opening.slice(0, opened), ...said];
        const bytes = all.map((each) => ('kind' in each ? makePlayerAction(each, version) : Uint8Array.from(each)));
        assertSameInAnyPackets(gomokurs, settings, Buffer.concat(bytes));
      }),
    );
  });
});
