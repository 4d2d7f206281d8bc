import {
  clientMessages,
  makeClientMessage,
  makeServerMessage,
  parseClientMessage,
  parseServerMessage,
  serverMessages,
} from '../../../../src/protocols/daigo/messages.ts';
import { carryName } from '../../../../src/protocols/daigo/name.ts';
import { pick, type RandomInt } from '../../clients/random.ts';
import { lineSide } from '../codec-side.ts';
import { anyInteger, anyName } from '../hostile-text.ts';
import { lines, type ProtocolLanguage, SEEK, WAIT, withLineEnds } from '../protocol-language.ts';
import { toReadOutcome } from '../read-outcome.ts';
import { messageGenerator } from './message-generator.ts';

const name = (randomInt: RandomInt): string => carryName(anyName(randomInt));
const place = {
  x: (randomInt: RandomInt) => 1 + anyInteger(randomInt),
  y: (randomInt: RandomInt) => 1 + anyInteger(randomInt),
};

const daigoClient = lineSide({
  who: 'client',
  parse: (line) => toReadOutcome(parseClientMessage(line)),
  make: makeClientMessage,
  generate: messageGenerator(clientMessages, {
    weights: { stone: 7, play: 4, helo: 2, join: 2, pass: 2 },
    fields: { name, ...place },
  }),
  variants: ['STONE 1', 'STONE a b', 'STONE 1  2', 'HELO', 'HELO a b', 'JOIN  bob', 'PLAY now'],
});

const daigoServer = lineSide({
  who: 'server',
  parse: (line) => toReadOutcome(parseServerMessage(line)),
  make: makeServerMessage,
  generate: messageGenerator(serverMessages, {
    weights: { stone: 4, ok: 3, wait: 2, start: 2 },
    fields: { ...place, names: (randomInt) => Array.from({ length: randomInt(4) }, () => name(randomInt)) },
  }),
  variants: ['WAIT', 'GAMES', 'GAMES  a', 'ERROR', 'ERROR 0', 'ERROR toString', 'RESULT 2', 'RESULT -1', 'STONE 1 x'],
});

export const daigoLanguage: ProtocolLanguage = {
  name: 'daigo',
  protocol: 'daigo',
  client: daigoClient,
  server: daigoServer,
  opening: ({ name }) => lines(`HELO ${name}`, 'CREATE', 'PLAY'),
  listener: (size, randomInt) => `daigo?size=${size}&komi=${pick(randomInt, ['7', '0', '6.5'])}`,
  player: {
    settings: 'name=alice&size=5',
    beginning(_color, randomInt) {
      const end = pick(randomInt, ['RESULT 1', 'FORFEIT', 'PASS']);
      const ends = [WAIT, end, WAIT, end, WAIT, end];
      return withLineEnds('OK', SEEK, 'GAMES bob', 'OK', 'WAIT bob', WAIT, 'STONE 3 3', ...ends);
    },
  },
};
