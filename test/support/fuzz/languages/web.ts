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
import { lines, type ProtocolLanguage } from '../protocol-language.ts';

const taken = <Message>(result: Result<Message, { readonly problem: string }>): ReadOutcome<Message> =>
  result.ok
    ? { kind: 'message', message: result.value }
    : // Without the place and the text of the client, so that equal problems have one name.
      { kind: 'problem', problem: result.problem.problem.replace(/".*/su, '…').replace(/^.*: (?=[A-Za-z])/su, '') };

const webClient = lineSide<ClientMessage>({
  who: 'client',
  parse: (line) => taken(parseClientMessage(line)),
  make: makeClientMessage,
  generate: anyClientMessage,
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

const point = (randomInt: RandomInt) => ({
  x: randomInt(10) > 0 ? randomInt(5) : randomInt(255),
  y: randomInt(10) > 0 ? randomInt(5) : randomInt(255),
});

const board = (randomInt: RandomInt): GameParametersJson =>
  randomInt(3) > 0
    ? {
        game: 'go',
        size: pick(randomInt, [5, 5, 9, 2, 131]),
        komi: pick(randomInt, [7.5, 0, -0.25, 131]),
        ko: pick(randomInt, KO_RULES),
        suicide: pick(randomInt, ['allowed', 'forbidden'] as const),
      }
    : { game: 'gomoku', size: pick(randomInt, [5, 5, 9, 255]), rule: pick(randomInt, GOMOKU_RULES) };

function anyClientMessage(randomInt: RandomInt): ClientMessage {
  const message = plainClientMessage(randomInt);
  return randomInt(3) === 0 ? { ...message, id: anyText(randomInt).slice(0, 20) } : message;
}

const KEY = 'ABCDEFGHIJKLMNOPQRSTUV';

function plainClientMessage(randomInt: RandomInt): ClientMessage {
  const choice = randomInt(32);
  if (choice < 9) return { kind: 'play', point: point(randomInt) };
  const color = pick(randomInt, COLORS);
  switch (choice) {
    case 9:
    case 10:
    case 11:
      return pick(randomInt, [
        { kind: 'enter' },
        { kind: 'enter', name: plainName(randomInt) },
        { kind: 'enter', board: board(randomInt) },
      ]);
    case 12:
      return { kind: 'rename', name: [...anyText(randomInt).replace(/[\p{Cc}\p{Cs}\s]/gu, '')].slice(0, 30).join('') };
    case 13:
    case 14:
    case 15:
      return {
        kind: 'seek',
        board: board(randomInt),
        ...pick(randomInt, [{}, { opponent: anyName(randomInt) }, { color }, { invitation: KEY }]),
      };
    case 16:
      return randomInt(3) === 0
        ? { kind: 'accept-invitation', key: KEY }
        : { kind: 'take', host: plainName(randomInt), board: board(randomInt) };
    case 17:
      return { kind: 'offer', what: pick(randomInt, ['undo', 'draw'] as const) };
    case 18:
    case 19:
      return randomInt(4) === 0
        ? { kind: 'decline-seek', host: plainName(randomInt) }
        : { kind: pick(randomInt, ['accept', 'decline'] as const) };
    case 20:
    case 21: {
      const audiences = ['everyone', 'opponent', { name: anyName(randomInt) }, { game: 1 + randomInt(3) }] as const;
      return { kind: 'chat', text: anyText(randomInt), to: pick(randomInt, audiences) };
    }
    case 22:
      return { kind: pick(randomInt, ['observe', 'observe', 'unobserve'] as const) };
    case 23:
      return { kind: pick(randomInt, ['watch', 'watch', 'unwatch'] as const), game: 1 + randomInt(3) };
    case 24:
      return { kind: 'sync' };
    case 25:
      return randomInt(4) === 0 ? { kind: 'leave' } : { kind: 'resign' };
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
  generate: anyServerMessage,
  faithful: () => 'kept',
});

function anyServerMessage(randomInt: RandomInt): ServerMessage {
  const [game, at, now] = [1 + randomInt(5), randomInt(1e6), randomInt(1e6)];
  const color = pick(randomInt, COLORS);
  const used = { black: randomInt(1000), white: randomInt(1000) };
  const seat = { name: anyName(randomInt), protocol: 'nu6' };
  const listed = {
    game,
    board: board(randomInt),
    options: { rated: true, private: false, takeBack: randomInt(2) === 0, estimate: false },
    black: seat,
    white: seat,
    since: at,
  };
  const end = {
    winner: color,
    reason: pick(randomInt, END_REASONS),
    score: { black: randomInt(50), white: randomInt(50) / 4 },
  };
  const side = { main: 1_000 * randomInt(600), period: 0, count: randomInt(5) };
  const kinds: readonly (() => ServerMessage)[] = [
    () => ({ kind: 'done', id: 'x', name: anyName(randomInt) }),
    () => ({ kind: 'refused', why: pick(randomInt, REFUSALS), problem: anyText(randomInt) }),
    () => ({ kind: 'you', name: anyName(randomInt), seat: { game, color }, seek: { board: board(randomInt) } }),
    () => ({
      kind: 'directory',
      players: [{ name: anyName(randomInt), protocol: 'web', game }],
      seeks: [{ host: 'a', protocol: 'web', board: board(randomInt), since: at }],
      games: [listed],
      now,
    }),
    () => ({
      kind: 'changes',
      changes: [
        { kind: 'player-left', name: anyName(randomInt) },
        { kind: 'game-ended', game },
      ],
      now,
    }),
    () => ({ kind: 'turns', game, first: 1_000 * randomInt(3), turns: [{ kind: 'pass', color }] }),
    () => ({
      kind: 'game',
      state: { ...listed, turns: [{ kind: 'pass', color }], toMove: color, turnSince: at, used, offers: true },
      now,
    }),
    () => ({ kind: 'played', game, at, color, point: point(randomInt), captured: [point(randomInt)], used }),
    () => ({ kind: 'passed', game, at, color, used }),
    () => ({ kind: 'renamed', game, at, color, name: anyName(randomInt) }),
    () => ({ kind: 'away', game, at, color, until: at, used }),
    () => ({ kind: 'back', game, at, color }),
    () => ({ kind: 'clock', game, at, clock: { black: side, white: side, at, running: color } }),
    () => ({ kind: 'offered', game, at, color, what: 'draw' }),
    () => ({ kind: 'declined', game, at, color }),
    () => ({ kind: 'ended', game, at, ...end }),
    () => ({ kind: 'unwatched', game }),
    () => ({ kind: 'chat', from: anyName(randomInt), text: anyText(randomInt), to: 'everyone', at }),
    () => ({ kind: 'goodbye', why: pick(randomInt, ['stops', 'replaced', 'removed', 'left'] as const) }),
  ];
  return pick(randomInt, kinds)();
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
