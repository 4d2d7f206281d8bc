import {
  CHAT_ERRORS,
  type ClientMessage,
  CORE_ERRORS,
  carryName,
  GAMEOVER_REASONS,
  makeClientMessage,
  makeServerMessage,
  parseClientMessage,
  parseServerMessage,
  type ServerMessage,
} from '../../../src/protocols/nu6/codec.ts';
import { COLORS } from '../../../src/rules/color.ts';
import { pick, type Roll } from '../../clients/dice.ts';
import { anyName, anyText, anyWhole, plainName } from '../nasty.ts';
import { lineSide } from '../side.ts';
import { taken } from '../taken.ts';

export const nu6Client = lineSide<ClientMessage>({
  who: 'client',
  parse: (line) => taken(parseClientMessage(line)),
  make: makeClientMessage,
  any: anyClientMessage,
  variants: [
    'CORE.NEWGAME',
    'CORE.NEWGAME~',
    'CORE.MOVE\\~7',
    'CORE.BYE~👋',
    'CORE.HELLO~a\\~CHAT',
    'CHAT.MESSAGE~a~b~c',
  ],
  // A backslash may stand before a delimiter, and is not said again.
  faithful(line) {
    if (line.includes('\\')) return 'changed';
    return line.startsWith('CORE.BYE~') || line === 'CORE.NEWGAME~' ? 'kept' : 'canonical';
  },
});

function anyClientMessage(roll: Roll): ClientMessage {
  const dice = roll(20);
  if (dice < 7) return { kind: 'move', coordinate: roll(5) * 5 + anyWhole(roll) };
  switch (dice) {
    case 7:
    case 8:
      return { kind: 'hello', name: plainName(roll), extensions: pick(roll, [[], ['CHAT'], ['CHAT', 'X'], ['天元']]) };
    case 9:
    case 10:
      return roll(3) === 0 ? { kind: 'newgame' } : { kind: 'newgame', size: pick(roll, [5, 5, 9, 2, 131]) };
    case 11:
    case 12:
      return { kind: 'pass' };
    case 13:
      return { kind: 'surrender' };
    case 14:
      return roll(4) === 0 ? { kind: 'bye' } : { kind: 'getlobby' };
    case 15:
      return { kind: 'getlobby' };
    default: {
      const text = anyText(roll);
      return roll(2) === 0 ? { kind: 'message', text } : { kind: 'message', text, recipient: plainName(roll) };
    }
  }
}

export const nu6Server = lineSide<ServerMessage>({
  who: 'server',
  parse: (line) => taken(parseServerMessage(line)),
  make: makeServerMessage,
  any: anyServerMessage,
  variants: ['CORE.ERROR~PROTOCOL~a~b', 'CORE.GAMEOVER~DRAW~1.25~-0.5', 'CORE.GAMEOVER~BLACK~-0~3', 'CORE.BYE'],
  faithful(line, { kind }) {
    if (line.includes('\\')) return 'changed';
    return line.startsWith('CORE.BYE') || kind === 'gameover' ? 'kept' : 'canonical';
  },
});

const name = (roll: Roll): string => carryName(anyName(roll)).trim() || 'bob';
const points = (roll: Roll): number => (roll(400) - 50) / pick(roll, [1, 1, 2, 4]);

function anyServerMessage(roll: Roll): ServerMessage {
  const dice = roll(20);
  if (dice < 5) return { kind: 'move', coordinate: roll(5) * 5 + anyWhole(roll) };
  switch (dice) {
    case 5:
      return { kind: 'hello' };
    case 6:
    case 7:
      return { kind: 'match', color: pick(roll, COLORS), size: pick(roll, [5, 5, 9, 131]), opponent: name(roll) };
    case 8:
    case 9:
      return { kind: 'pass' };
    case 10:
    case 11: {
      const error = pick(roll, CORE_ERRORS);
      return roll(2) === 0 ? { kind: 'error', error } : { kind: 'error', error, info: anyText(roll) };
    }
    case 12:
    case 13: {
      const winner = pick(roll, [...COLORS, 'draw'] as const);
      const end = { kind: 'gameover', winner, black: points(roll), white: points(roll) } as const;
      return roll(2) === 0 ? end : { ...end, reason: pick(roll, GAMEOVER_REASONS) };
    }
    case 14:
      return { kind: 'bye' };
    case 15:
      return { kind: 'lobby', names: Array.from({ length: roll(5) }, () => name(roll)) };
    case 16:
      return { kind: pick(roll, ['entered', 'left'] as const), name: name(roll) };
    case 17:
      return { kind: 'chat-error', error: pick(roll, CHAT_ERRORS) };
    default: {
      const text = anyText(roll);
      return roll(2) === 0 ? { kind: 'message', text } : { kind: 'message', text, sender: name(roll) };
    }
  }
}
