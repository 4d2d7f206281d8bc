import {
  type ClientMessage,
  type Intersection,
  makeClientMessage,
  makeServerMessage,
  parseClientMessage,
  parseServerMessage,
  type ServerMessage,
  SIZES,
} from '../../../src/protocols/remastered/codec.ts';
import { COLORS } from '../../../src/rules/color.ts';
import { pointAt, square } from '../../../src/rules/point.ts';
import { pick, type Roll } from '../../clients/dice.ts';
import { anyWhole } from '../nasty.ts';
import { lineSide } from '../side.ts';
import { takenOr } from '../taken.ts';

const at = (roll: Roll): Intersection => ({ x: anyWhole(roll), y: anyWhole(roll) });

export const remasteredClient = lineSide<ClientMessage>({
  who: 'client',
  parse: (line) => takenOr(parseClientMessage(line)),
  make: makeClientMessage,
  any: anyClientMessage,
  variants: ['go', 'go  0.1.0', 'go 0.1', 'go 1.2.3.4', 'place 1', 'place 1 2 3', 'ack ack', 'place 01 2'],
  faithful: (line) => (line === 'go' ? 'kept' : 'canonical'),
});

function anyClientMessage(roll: Roll): ClientMessage {
  const dice = roll(20);
  if (dice < 8) return { kind: 'place', ...at(roll) };
  if (dice < 15) return { kind: 'ack' };
  if (dice < 17) return { kind: 'go', version: pick(roll, ['0.1.0', '0.1.0', '9.9.9', 'x']) };
  if (dice < 19) return { kind: 'pass' };
  return { kind: pick(roll, ['resign', 'close'] as const) };
}

export const remasteredServer = lineSide<ServerMessage>({
  who: 'server',
  parse: (line) => takenOr(parseServerMessage(line)),
  make: (message) => makeServerMessage(message),
  any: anyServerMessage,
  variants: [
    'mode NORMAL',
    'mode Local',
    'ok',
    'color 2',
    'stones XX',
    'remove',
    'remove 1',
    'remove 1 2 3',
    'place 0 1',
  ],
  // The mode is read in capitals, too, and `ok` without a version.
  faithful: (line, { kind }) => (kind === 'mode' || line === 'ok' ? 'kept' : 'canonical'),
});

function anyServerMessage(roll: Roll): ServerMessage {
  const dice = roll(20);
  if (dice < 5) return { kind: 'place', color: pick(roll, COLORS), ...at(roll) };
  if (dice < 9) return { kind: 'yourturn' };
  if (dice < 12) return { kind: 'ack' };
  switch (dice) {
    case 12:
      return { kind: 'ok', version: '0.1.0' };
    case 13:
      return { kind: pick(roll, ['no', 'full', 'close'] as const) };
    case 14:
      return { kind: 'mode', mode: roll(4) === 0 ? 'local' : 'normal' };
    case 15:
      return { kind: 'color', color: pick(roll, COLORS) };
    case 16:
      return anyBoard(roll);
    case 17:
      return { kind: 'ready' };
    default:
      return { kind: 'remove', stones: Array.from({ length: 1 + roll(3) }, () => at(roll)) };
  }
}

/** Its stones from the top left, as they are read. */
function anyBoard(roll: Roll): ServerMessage {
  const size = pick(roll, SIZES);
  const rows = roll(3) > 0 ? [] : Array.from({ length: roll(size) }, (_, y) => y);
  const stones = rows.map((y) => ({ point: pointAt(square(size), roll(size), y)!, color: pick(roll, COLORS) }));
  return { kind: 'stones', size, stones };
}
