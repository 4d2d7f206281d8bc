import type { Read } from '../../../src/protocols/conversation.ts';
import type { Malformed } from '../../../src/protocols/gomokurs/action.ts';
import {
  type BoardStone,
  type ManagerAction,
  type PlayerAction,
  RESULTS,
  type Version,
} from '../../../src/protocols/gomokurs/action.ts';
import {
  canSay,
  makeManagerAction,
  makePlayerAction,
  parseManagerAction,
  parsePlayerAction,
} from '../../../src/protocols/gomokurs/codec.ts';
import { pick, type Roll } from '../../clients/dice.ts';
import { anyText } from '../nasty.ts';
import type { Side, Taken } from '../side.ts';

function takenOf<Action extends { readonly kind: string }>(read: Read<Action | Malformed>): Read<Taken<Action>> {
  if (read.kind === 'more') return read;
  const { message } = read;
  if (isMalformed(message)) return { ...read, message: { kind: 'problem', problem: message.problem } };
  return { ...read, message: { kind: 'message', message } };
}

const isMalformed = (message: { readonly kind: string }): message is Malformed => message.kind === 'malformed';

const at = (roll: Roll) => ({ x: place(roll), y: place(roll) });
const place = (roll: Roll): number => (roll(6) > 0 ? roll(5) : roll(256));

export const gomokursClient = (version: Version): Side<PlayerAction> => ({
  read: (bytes) => takenOf(parsePlayerAction(bytes, version)),
  make: (action) => makePlayerAction(action, version),
  any: (roll) => anyPlayerAction(version, roll),
  variants: [],
  faithful: () => 'canonical',
});

function anyPlayerAction(version: Version, roll: Roll): PlayerAction {
  const dice = roll(20);
  if (dice < 9) return { kind: 'play', ...at(roll) };
  if (dice < 13) return { kind: 'ready' };
  switch (dice) {
    case 13:
      return { kind: 'protocol-version', version: roll(3) > 0 ? version : anyText(roll) };
    case 14:
      return { kind: 'player-description', text: `name="${anyText(roll)}", version="1.0"` };
    case 15:
      return roll(2) === 0 ? { kind: 'unknown' } : { kind: 'unknown', text: anyText(roll) };
    case 16:
      return { kind: 'suggestion', ...at(roll) };
    default:
      return { kind: pick(roll, ['error', 'message', 'debug'] as const), text: anyText(roll) };
  }
}

export const gomokursServer = (version: Version): Side<ManagerAction> => ({
  read: (bytes) => takenOf(parseManagerAction(bytes, version)),
  make: (action) => makeManagerAction(action, version),
  any: (roll) => anyManagerAction(version, roll),
  variants: [],
  // Managers write a board's owners in two ways; both are read.
  faithful: (_, { kind }) => (kind === 'board' ? 'kept' : 'canonical'),
});

function anyManagerAction(version: Version, roll: Roll): ManagerAction {
  const dice = roll(20);
  if (dice < 6) return { kind: 'turn', ...at(roll) };
  switch (dice) {
    case 6:
    case 7:
      return { kind: pick(roll, ['compatible', 'end', 'about', 'begin'] as const) };
    case 8:
    case 9:
      return { kind: 'begin' };
    case 10:
    case 11:
      return { kind: 'start', size: pick(roll, [5, 5, 20, 255]) };
    case 12:
    case 13:
      return { kind: 'board', stones: Array.from({ length: roll(4) }, () => anyStone(roll)) };
    case 14:
      return { kind: 'info', text: pick(roll, ['timeout_turn 30000', 'time_left 5', 'rule 1', anyText(roll)]) };
    case 15:
      return canSay(version, 'result') ? { kind: 'result', result: pick(roll, RESULTS) } : { kind: 'end' };
    case 16:
      return { kind: canSay(version, 'restart') ? 'restart' : 'about' };
    case 17:
      return roll(2) === 0 ? { kind: 'unknown' } : { kind: 'unknown', text: anyText(roll) };
    default:
      return roll(4) === 0 ? { kind: 'error', text: anyText(roll) } : { kind: 'compatible' };
  }
}

const anyStone = (roll: Roll): BoardStone => ({ ...at(roll), owner: pick(roll, ['own', 'opponent'] as const) });
