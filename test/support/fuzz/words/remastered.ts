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
import { anyWhole } from '../hostile-text.ts';
import { lines, type ProtocolLanguage, saidInLines } from '../language.ts';
import { takenOr } from '../parsed.ts';
import { drawnFrom } from './draw.ts';

const remasteredClient = lineSide({
  who: 'client',
  parse: (line) => takenOr(parseClientMessage(line)),
  make: makeClientMessage,
  any: drawnFrom(clientMessages, {
    often: { place: 8, ack: 7, go: 2, pass: 2 },
    fields: { x: anyWhole, y: anyWhole, version: (randomInt) => pick(randomInt, ['0.1.0', '0.1.0', '9.9.9', 'x']) },
  }),
  variants: ['go', 'go  0.1.0', 'go 0.1', 'go 1.2.3.4', 'place 1', 'place 1 2 3', 'ack ack', 'place 01 2'],
  faithful: (line) => (line === 'go' ? 'kept' : 'canonical'),
});

const remasteredServer = lineSide({
  who: 'server',
  parse: (line) => takenOr(parseServerMessage(line)),
  make: (message) => makeServerMessage(message),
  any: drawnFrom(serverMessages, {
    often: { place: 5, yourturn: 4, ack: 3, remove: 2 },
    fields: { x: anyWhole, y: anyWhole },
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
  // The mode is read in capitals, too, and `ok` without a version.
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
      saidInLines('ok 0.1.0', 'mode normal', `color ${color === 'black' ? 0 : 1}`, `stones ${'X'.repeat(81)}`, 'ready'),
  },
};
