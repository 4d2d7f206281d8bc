import type { ClientMessage } from '../../../../src/protocols/api/client-message-schema.ts';
import {
  makeClientMessage,
  makeServerMessage,
  parseClientMessage,
} from '../../../../src/protocols/api/message-codec.ts';
import { parseServerMessage } from '../../../../src/protocols/api/parse-server-message.ts';
import { REFUSALS, type ServerMessage } from '../../../../src/protocols/api/server-message-schema.ts';
import { END_REASONS, type GameParametersJson } from '../../../../src/protocols/api/value-schemas.ts';
import type { Result } from '../../../../src/result.ts';
import { COLORS } from '../../../../src/rules/color.ts';
import { KO_RULES } from '../../../../src/rules/go/ruleset.ts';
import { GOMOKU_RULES } from '../../../../src/rules/gomoku/gomoku-rules.ts';
import { pick, type RandomInt } from '../../clients/random.ts';
import { lineSide, type ReadOutcome } from '../codec-side.ts';
import { anyName, anyText, plainName } from '../hostile-text.ts';
import { lines, type ProtocolLanguage } from '../language.ts';

const taken = <Message>(result: Result<Message, { readonly problem: string }>): ReadOutcome<Message> =>
  result.ok
    ? { kind: 'message', message: result.value }
    : // Where it is wrong, and what was found there, is somebody's own.
      { kind: 'problem', problem: result.problem.problem.replace(/".*/su, '…').replace(/^.*: (?=[A-Za-z])/su, '') };

const webClient = lineSide<ClientMessage>({
  who: 'client',
  parse: (line) => taken(parseClientMessage(line)),
  make: makeClientMessage,
  any: anyClientMessage,
  variants: [
    '{}',
    '[]',
    'null',
    '{"kind":"seek","board":{"game":"go","size":5}}',
    '{"kind":"seek","board":{"game":"go","size":5,"komi":0.125}}',
    '{"kind":"watch","game":1e400}',
    '{"kind":"enter","__proto__":{"name":"a"}}',
    '{"kind":"enter","name":"\\ud800"}',
  ],
  faithful: () => 'kept',
});

const point = (roll: RandomInt) => ({ x: roll(10) > 0 ? roll(5) : roll(255), y: roll(10) > 0 ? roll(5) : roll(255) });

const board = (roll: RandomInt): GameParametersJson =>
  roll(3) > 0
    ? {
        game: 'go',
        size: pick(roll, [5, 5, 9, 2, 131]),
        komi: pick(roll, [7.5, 0, -0.25, 131]),
        ko: pick(roll, KO_RULES),
        suicide: pick(roll, ['allowed', 'forbidden'] as const),
      }
    : { game: 'gomoku', size: pick(roll, [5, 5, 9, 255]), rule: pick(roll, GOMOKU_RULES) };

function anyClientMessage(roll: RandomInt): ClientMessage {
  const message = plainClientMessage(roll);
  return roll(3) === 0 ? { ...message, id: anyText(roll).slice(0, 20) } : message;
}

const KEY = 'ABCDEFGHIJKLMNOPQRSTUV';

function plainClientMessage(roll: RandomInt): ClientMessage {
  const dice = roll(32);
  if (dice < 9) return { kind: 'play', point: point(roll) };
  const color = pick(roll, COLORS);
  switch (dice) {
    case 9:
    case 10:
    case 11:
      return pick(roll, [
        { kind: 'enter' },
        { kind: 'enter', name: plainName(roll) },
        { kind: 'enter', board: board(roll) },
      ]);
    case 12:
      return { kind: 'rename', name: [...anyText(roll).replace(/[\p{Cc}\p{Cs}\s]/gu, '')].slice(0, 30).join('') };
    case 13:
    case 14:
    case 15:
      return {
        kind: 'seek',
        board: board(roll),
        ...pick(roll, [{}, { opponent: anyName(roll) }, { color }, { invitation: KEY }]),
      };
    case 16:
      return roll(3) === 0
        ? { kind: 'accept-invitation', key: KEY }
        : { kind: 'take', host: plainName(roll), board: board(roll) };
    case 17:
      return { kind: 'offer', what: pick(roll, ['undo', 'draw'] as const) };
    case 18:
    case 19:
      return { kind: pick(roll, ['accept', 'decline'] as const) };
    case 20:
    case 21: {
      const audiences = ['everyone', 'opponent', { name: anyName(roll) }, { game: 1 + roll(3) }] as const;
      return { kind: 'chat', text: anyText(roll), to: pick(roll, audiences) };
    }
    case 22:
      return { kind: pick(roll, ['observe', 'observe', 'unobserve'] as const) };
    case 23:
      return { kind: pick(roll, ['watch', 'watch', 'unwatch'] as const), game: 1 + roll(3) };
    case 24:
      return { kind: 'sync' };
    case 25:
      return roll(4) === 0 ? { kind: 'leave' } : { kind: 'resign' };
    case 26:
      return { kind: 'cancel' };
    default:
      return { kind: 'pass' };
  }
}

const webServer = lineSide<ServerMessage>({
  who: 'server',
  parse: (line) => taken(parseServerMessage(line)),
  make: makeServerMessage,
  any: anyServerMessage,
  faithful: () => 'kept',
});

function anyServerMessage(roll: RandomInt): ServerMessage {
  const [game, at, now] = [1 + roll(5), roll(1e6), roll(1e6)];
  const color = pick(roll, COLORS);
  const used = { black: roll(1000), white: roll(1000) };
  const seat = { name: anyName(roll), protocol: 'nu6' };
  const listed = {
    game,
    board: board(roll),
    options: { rated: true, private: false, takeBack: roll(2) === 0, estimate: false },
    black: seat,
    white: seat,
    since: at,
  };
  const end = { winner: color, reason: pick(roll, END_REASONS), score: { black: roll(50), white: roll(50) / 4 } };
  const side = { main: 1_000 * roll(600), period: 0, count: roll(5) };
  const kinds: readonly (() => ServerMessage)[] = [
    () => ({ kind: 'done', id: 'x', name: anyName(roll) }),
    () => ({ kind: 'refused', why: pick(roll, REFUSALS), problem: anyText(roll) }),
    () => ({ kind: 'you', name: anyName(roll), seat: { game, color }, seek: { board: board(roll) } }),
    () => ({
      kind: 'directory',
      players: [{ name: anyName(roll), protocol: 'web', game }],
      seeks: [{ host: 'a', protocol: 'web', board: board(roll), since: at }],
      games: [listed],
      now,
    }),
    () => ({
      kind: 'changes',
      changes: [
        { kind: 'gone', name: anyName(roll) },
        { kind: 'over', game },
      ],
      now,
    }),
    () => ({ kind: 'turns', game, first: 1_000 * roll(3), turns: [{ kind: 'pass', color }] }),
    () => ({
      kind: 'game',
      state: { ...listed, turns: [{ kind: 'pass', color }], toMove: color, turnSince: at, used, offers: true },
      now,
    }),
    () => ({ kind: 'played', game, at, color, point: point(roll), captured: [point(roll)], used }),
    () => ({ kind: 'passed', game, at, color, used }),
    () => ({ kind: 'renamed', game, at, color, name: anyName(roll) }),
    () => ({ kind: 'away', game, at, color, until: at, used }),
    () => ({ kind: 'back', game, at, color }),
    () => ({ kind: 'clock', game, at, clock: { black: side, white: side, at, running: color } }),
    () => ({ kind: 'offered', game, at, color, what: 'draw' }),
    () => ({ kind: 'declined', game, at, color }),
    () => ({ kind: 'ended', game, at, ...end }),
    () => ({ kind: 'unwatched', game }),
    () => ({ kind: 'chat', from: anyName(roll), text: anyText(roll), to: 'everyone', at }),
    () => ({ kind: 'goodbye', why: pick(roll, ['stops', 'replaced', 'removed', 'left'] as const) }),
  ];
  return pick(roll, kinds)();
}

export const webLanguage: ProtocolLanguage = {
  name: 'web',
  protocol: 'web',
  client: webClient,
  server: webServer,
  opening({ name, isGomoku, size }) {
    const board = { game: isGomoku ? 'gomoku' : 'go', size };
    const [enter, seek] = [
      { kind: 'enter', name },
      { kind: 'seek', board },
    ];
    return lines(JSON.stringify(enter), '{"kind":"observe"}', JSON.stringify(seek));
  },
};
