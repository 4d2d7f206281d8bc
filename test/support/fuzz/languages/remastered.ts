import {
  clientMessages,
  makeClientMessage,
  makeServerMessage,
  parseClientMessage,
  parseServerMessage,
  serverMessages,
} from '../../../../src/protocols/remastered/messages.ts';
import { pick } from '../../clients/random.ts';
import { lineSide } from '../codec-side.ts';
import { anyInteger } from '../hostile-text.ts';
import { lines, type ProtocolLanguage, withLineEnds } from '../protocol-language.ts';
import { toReadOutcomeOrProblem } from '../read-outcome.ts';
import { messageGenerator } from './message-generator.ts';

const remasteredClient = lineSide({
  who: 'client',
  parse: (line) => toReadOutcomeOrProblem(parseClientMessage(line)),
  make: makeClientMessage,
  generate: messageGenerator(clientMessages, {
    weights: { place: 8, ack: 7, go: 2, pass: 2 },
    fields: { x: anyInteger, y: anyInteger, version: (randomInt) => pick(randomInt, ['0.1.0', '0.1.0', '9.9.9', 'x']) },
  }),
  variants: ['go', 'go  0.1.0', 'go 0.1', 'go 1.2.3.4', 'place 1', 'place 1 2 3', 'ack ack', 'place 01 2'],
  faithful: (line) => (line === 'go' ? 'kept' : 'canonical'),
});

const remasteredServer = lineSide({
  who: 'server',
  parse: (line) => toReadOutcomeOrProblem(parseServerMessage(line)),
  make: (message) => makeServerMessage(message),
  generate: messageGenerator(serverMessages, {
    weights: { place: 5, yourturn: 4, ack: 3, remove: 2 },
    fields: { x: anyInteger, y: anyInteger },
  }),
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
  // The mode may be in capitals, and `ok` may have no version.
  faithful: (line, { kind }) => (kind === 'mode' || line === 'ok' ? 'kept' : 'canonical'),
});

export const remasteredLanguage: ProtocolLanguage = {
  name: 'remastered',
  protocol: 'remastered',
  client: remasteredClient,
  server: remasteredServer,
  opening: () => lines('go 0.1.0', 'ack', 'ack', 'ack', 'ack', 'ack'),
  listener: (_size, randomInt) =>
    `remastered?size=9${pick(randomInt, ['', '', '&case=upper', '&mode=local', '&seats=1'])}`,
  player: {
    settings: '',
    beginning: (color) =>
      withLineEnds(
        'ok 0.1.0',
        'mode normal',
        `color ${color === 'black' ? 0 : 1}`,
        `stones ${'X'.repeat(81)}`,
        'ready',
      ),
  },
};
