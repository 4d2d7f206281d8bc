import {
  clientMessages,
  makeClientMessage,
  makeServerMessage,
  parseClientMessage,
  parseServerMessage,
  serverMessages,
} from '../../../../src/protocols/nu6/messages.ts';
import { carryName } from '../../../../src/protocols/nu6/name.ts';
import { pick, type RandomInt } from '../../clients/random.ts';
import { lineSide } from '../codec-side.ts';
import { anyName, anyText, plainName } from '../hostile-text.ts';
import { lines, type ProtocolLanguage, SEEK, withLineEnds } from '../protocol-language.ts';
import { toReadOutcome } from '../read-outcome.ts';
import { messageGenerator } from './message-generator.ts';

const nu6Client = lineSide({
  who: 'client',
  parse: (line) => toReadOutcome(parseClientMessage(line)),
  make: makeClientMessage,
  generate: messageGenerator(clientMessages, {
    weights: { move: 7, hello: 2, newgame: 2, pass: 2, message: 4 },
    fields: {
      name: plainName,
      extensions: (randomInt) => pick(randomInt, [[], ['CHAT'], ['CHAT', 'X'], ['天元']]),
      size: (randomInt) => pick(randomInt, [5, 5, 9, 2, 131]),
      text: anyText,
    },
  }),
  variants: [
    'CORE.NEWGAME',
    'CORE.NEWGAME~',
    'CORE.MOVE\\~7',
    'CORE.BYE~👋',
    'CORE.HELLO~a\\~CHAT',
    'CHAT.MESSAGE~a~b~c',
  ],
  // A backslash before a delimiter and white space around a name are read but not made.
  faithful(line, message) {
    if (line.includes('\\')) return 'changed';
    if (message.kind === 'hello' && line.split('~', 2)[1] !== message.name) return 'kept';
    return line.startsWith('CORE.BYE~') || line === 'CORE.NEWGAME~' ? 'kept' : 'canonical';
  },
});

const name = (randomInt: RandomInt): string => carryName(anyName(randomInt)).trim() || 'bob';

const nu6Server = lineSide({
  who: 'server',
  parse: (line) => toReadOutcome(parseServerMessage(line)),
  make: makeServerMessage,
  generate: messageGenerator(serverMessages, {
    weights: { move: 5, match: 2, pass: 2, error: 2, gameover: 2, message: 2 },
    fields: {
      size: (randomInt) => pick(randomInt, [5, 5, 9, 131]),
      opponent: name,
      info: anyText,
      names: (randomInt) => Array.from({ length: randomInt(5) }, () => name(randomInt)),
      name,
      text: anyText,
      sender: name,
    },
  }),
  variants: ['CORE.ERROR~PROTOCOL~a~b', 'CORE.GAMEOVER~DRAW~1.25~-0.5', 'CORE.GAMEOVER~BLACK~-0~3', 'CORE.BYE'],
  faithful(line, { kind }) {
    if (line.includes('\\')) return 'changed';
    return line.startsWith('CORE.BYE') || kind === 'gameover' ? 'kept' : 'canonical';
  },
});

export const nu6Language: ProtocolLanguage = {
  name: 'nu6',
  protocol: 'nu6',
  client: nu6Client,
  server: nu6Server,
  opening: ({ name, size }) => lines(`CORE.HELLO~${name}~CHAT`, `CORE.NEWGAME~${size}`),
  player: {
    settings: 'name=alice&size=5',
    beginning: (color) =>
      withLineEnds('CORE.HELLO', SEEK, `CORE.MATCH~${color.toUpperCase()}~5~bob`, 'CORE.MOVE~7', 'CORE.MOVE~8'),
  },
};
