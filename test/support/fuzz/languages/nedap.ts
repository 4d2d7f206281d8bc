import {
  type ClientMessage,
  clientMessages,
  type Dialect,
  makeClientMessage,
  makeServerMessage,
  parseClientMessage,
  parseServerMessage,
  type ServerMessage,
  serverMessages,
} from '../../../../src/protocols/nedap/messages.ts';
import { carryName } from '../../../../src/protocols/nedap/name.ts';
import { pick, type RandomInt } from '../../clients/random.ts';
import { type CodecSide, lineSide } from '../codec-side.ts';
import { anyInteger, anyName, anyText, plainName } from '../hostile-text.ts';
import { lines, type ProtocolLanguage, SEEK, WAIT, withLineEnds } from '../protocol-language.ts';
import { toReadOutcome } from '../read-outcome.ts';
import { messageGenerator } from './message-generator.ts';

const VARIANTS = ['GO alice 5 bob', 'GO 5', 'GO 5 bob', 'GO alice 6', 'PASS red', 'EXIT now', 'CHAT ', 'MOVE 1'];

const name = (randomInt: RandomInt): string => carryName(anyName(randomInt));
const size = (randomInt: RandomInt): number => pick(randomInt, [5, 5, 9, 131]);

const nedapClient = (dialect: Dialect): CodecSide<ClientMessage> =>
  lineSide<ClientMessage>({
    who: 'client',
    parse: (line) => toReadOutcome(parseClientMessage(line, dialect)),
    make: makeClientMessage,
    generate: messageGenerator<ClientMessage>(clientMessages[dialect], {
      weights: { move: 8, go: 3, pass: 4, chat: 2 },
      fields: { x: anyInteger, y: anyInteger, name: plainName, size, text: anyText },
    }),
    variants: VARIANTS,
  });

const nedapServer = (dialect: Dialect): CodecSide<ServerMessage> =>
  lineSide<ServerMessage>({
    who: 'server',
    parse: (line) => toReadOutcome(parseServerMessage(line, dialect)),
    make: (message) => makeServerMessage(message, dialect),
    generate: messageGenerator<ServerMessage>(serverMessages[dialect], {
      weights: { valid: 5, ready: 2, passed: 2, chat: 2 },
      fields: { x: anyInteger, y: anyInteger, opponent: name, size, text: anyText, from: name },
    }),
    variants: ['END 007 1.50', 'END 3 4.5', 'END -1 -1', 'INVALID', 'INVALID black', 'CHAT a: b', 'CHAT', 'WARNING'],
    // Points are read in the forms of other servers, and rounded for clients of the later dialect. A message may be empty.
    faithful(line, { kind }) {
      if (kind === 'end') return dialect === 'later' ? 'changed' : 'kept';
      return /^(?:CHAT|WARNING|INVALID)(?: black| white)?$/.test(line) ? 'kept' : 'canonical';
    },
  });

const language = (
  name: string,
  dialect: Dialect,
  opening: ProtocolLanguage['opening'],
  settings: string,
): ProtocolLanguage => ({
  name,
  protocol: 'nedap',
  client: nedapClient(dialect),
  server: nedapServer(dialect),
  opening,
  player: {
    settings,
    beginning: (color) =>
      withLineEnds(WAIT, SEEK, 'WAITING', `READY ${color} bob 5`, 'VALID black 0 0', 'PASSED white'),
  },
});

export const nedapLanguages: readonly ProtocolLanguage[] = [
  language('nedap', 'documented', ({ name, size }) => lines(`GO ${name} ${size}`), 'name=alice&size=5'),
  language(
    'nedap-later',
    'later',
    ({ name, size }) => lines(`PLAYER ${name}`, `GO ${size}`),
    'name=alice&size=5&dialect=later',
  ),
];
