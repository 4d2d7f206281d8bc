import {
  type ClientMessage,
  type Dialect,
  makeClientMessage,
  makeServerMessage,
  parseClientMessage,
  parseServerMessage,
  type ServerMessage,
} from '../../../src/protocols/nedap/codec.ts';
import { carryName } from '../../../src/protocols/nedap/name.ts';
import { COLORS } from '../../../src/rules/color.ts';
import { pick, type Roll } from '../../clients/dice.ts';
import { anyName, anyText, anyWhole, plainName } from '../nasty.ts';
import { lineSide, type Side } from '../side.ts';
import { taken } from '../taken.ts';

const VARIANTS = ['GO alice 5 bob', 'GO 5', 'GO 5 bob', 'GO alice 6', 'PASS red', 'EXIT now', 'CHAT ', 'MOVE 1'];

export const nedapClient = (dialect: Dialect): Side<ClientMessage> =>
  lineSide({
    who: 'client',
    parse: (line) => taken(parseClientMessage(line, dialect)),
    make: makeClientMessage,
    any: (roll) => anyClientMessage(dialect, roll),
    variants: VARIANTS,
  });

function anyClientMessage(dialect: Dialect, roll: Roll): ClientMessage {
  const dice = roll(20);
  if (dice < 8) return { kind: 'move', x: anyWhole(roll), y: anyWhole(roll) };
  switch (dice) {
    case 8:
    case 9:
    case 10: {
      const size = pick(roll, [5, 5, 9, 131]);
      const wish = roll(4) === 0 ? { size, opponent: plainName(roll) } : { size };
      return { kind: 'go', ...(dialect === 'documented' && { name: plainName(roll) }), ...wish };
    }
    case 11:
      return { kind: 'player', name: plainName(roll) };
    case 12:
      if (roll(4) > 0) return { kind: 'pass' };
      return dialect === 'later' ? { kind: 'exit' } : { kind: 'cancel' };
    case 13:
    case 14:
      return { kind: 'pass' };
    case 15:
      return { kind: 'pass', color: pick(roll, COLORS) };
    case 16:
      return { kind: 'tableflip' };
    case 17:
      return roll(3) === 0 ? { kind: 'cancel' } : { kind: 'pass' };
    default:
      return { kind: 'chat', text: anyText(roll) };
  }
}

export const nedapServer = (dialect: Dialect): Side<ServerMessage> =>
  lineSide({
    who: 'server',
    parse: (line) => taken(parseServerMessage(line, dialect)),
    make: (message) => makeServerMessage(message, dialect),
    any: (roll) => anyServerMessage(dialect, roll),
    variants: ['END 007 1.50', 'END 3 4.5', 'END -1 -1', 'INVALID', 'INVALID black', 'CHAT a: b', 'CHAT', 'WARNING'],
    // Points are read as other servers write them, and rounded for clients of the later dialect; a message may be empty.
    faithful(line, { kind }) {
      if (kind === 'end') return dialect === 'later' ? 'changed' : 'kept';
      return /^(?:CHAT|WARNING|INVALID)(?: black| white)?$/.test(line) ? 'kept' : 'canonical';
    },
  });

const areas = (roll: Roll): number => roll(200) / pick(roll, [1, 1, 2, 4]);

function anyServerMessage(dialect: Dialect, roll: Roll): ServerMessage {
  const later = dialect === 'later';
  const color = pick(roll, COLORS);
  const dice = roll(16);
  if (dice < 5) return { kind: 'valid', color, x: anyWhole(roll), y: anyWhole(roll) };
  switch (dice) {
    case 5:
      return { kind: 'waiting' };
    case 6:
    case 7:
      return { kind: 'ready', color, opponent: carryName(anyName(roll)), size: pick(roll, [5, 5, 9, 131]) };
    case 8:
      return { kind: 'invalid', ...(later && { color }), text: anyText(roll) };
    case 9:
    case 10:
      return { kind: 'passed', color };
    case 11:
      return { kind: 'tableflipped', color };
    case 12:
      return { kind: 'warning', text: anyText(roll) };
    case 13:
      return { kind: 'end', black: later ? roll(100) - 1 : areas(roll), white: later ? roll(100) - 1 : areas(roll) };
    default:
      return { kind: 'chat', ...(later && { from: carryName(anyName(roll)) }), text: anyText(roll) };
  }
}
