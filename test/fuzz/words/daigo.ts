import {
  type ClientMessage,
  ERRORS,
  type ErrorName,
  makeClientMessage,
  makeServerMessage,
  parseClientMessage,
  parseServerMessage,
  type ServerMessage,
} from '../../../src/protocols/daigo/codec.ts';
import { carryName } from '../../../src/protocols/daigo/names.ts';
import { pick, type Roll } from '../../clients/dice.ts';
import { anyName, anyWhole, plainName } from '../nasty.ts';
import { lineSide } from '../side.ts';
import { taken } from '../taken.ts';

export const daigoClient = lineSide<ClientMessage>({
  who: 'client',
  parse: (line) => taken(parseClientMessage(line)),
  make: makeClientMessage,
  any: anyClientMessage,
  variants: ['STONE 1', 'STONE a b', 'STONE 1  2', 'HELO', 'HELO a b', 'JOIN  bob', 'PLAY now'],
});

function anyClientMessage(roll: Roll): ClientMessage {
  const dice = roll(20);
  if (dice < 7) return { kind: 'stone', x: 1 + anyWhole(roll), y: 1 + anyWhole(roll) };
  if (dice < 11) return { kind: 'play' };
  switch (dice) {
    case 11:
    case 12:
      return { kind: 'helo', name: carryName(anyName(roll)) };
    case 13:
      return { kind: 'create' };
    case 14:
      return { kind: 'list' };
    case 15:
    case 16:
      return { kind: 'join', name: plainName(roll) };
    case 17:
    case 18:
      return { kind: 'pass' };
    default:
      return { kind: 'forfeit' };
  }
}

export const daigoServer = lineSide<ServerMessage>({
  who: 'server',
  parse: (line) => taken(parseServerMessage(line)),
  make: makeServerMessage,
  any: anyServerMessage,
  variants: ['WAIT', 'GAMES', 'GAMES  a', 'ERROR', 'ERROR 0', 'ERROR toString', 'RESULT 2', 'RESULT -1', 'STONE 1 x'],
});

const ERROR_NAMES = Object.keys(ERRORS) as ErrorName[];

function anyServerMessage(roll: Roll): ServerMessage {
  const name = carryName(anyName(roll));
  const dice = roll(16);
  if (dice < 4) return { kind: 'stone', x: 1 + anyWhole(roll), y: 1 + anyWhole(roll) };
  switch (dice) {
    case 4:
    case 5:
    case 6:
      return { kind: 'ok' };
    case 7:
      return { kind: 'error', error: pick(roll, ERROR_NAMES) };
    case 8:
      return { kind: 'games', names: Array.from({ length: roll(4) }, () => carryName(anyName(roll))) };
    case 9:
      return { kind: 'wait' };
    case 10:
      return { kind: 'wait', opponent: name };
    case 11:
    case 12:
      return { kind: 'start', opponent: name };
    case 13:
      return { kind: 'pass' };
    case 14:
      return { kind: pick(roll, ['forfeit', 'disconnect'] as const) };
    default:
      return { kind: 'result', outcome: pick(roll, [1, 0, -1] as const) };
  }
}
