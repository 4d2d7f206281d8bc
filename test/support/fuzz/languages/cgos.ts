import {
  gameMessages,
  openingMessages,
  type ServerMessage,
  serverMessages,
  type ViewerServerMessage,
  viewerServerMessages,
} from '../../../../src/protocols/cgos/messages.ts';
import { pick } from '../../clients/random.ts';
import { lineSide } from '../codec-side.ts';
import { lines, type ProtocolLanguage } from '../protocol-language.ts';
import { toReadOutcome } from '../read-outcome.ts';
import { messageGenerator } from './message-generator.ts';

const MOVES = ['A1', 'c3', 'E5', 'D4', 'pass', 'PASS', 'resign', 'T19', 'e0', 'pa'];

/** The answers to the opening questions are free text. All other lines of a client are messages of its games, or the variants. */
const cgosClient = lineSide({
  who: 'client',
  parse: (line) => toReadOutcome(gameMessages.read(line)),
  make: gameMessages.make,
  generate: messageGenerator(gameMessages, {
    weights: { move: 8 },
    fields: {
      move: (randomInt) => pick(randomInt, MOVES),
      analysis: (randomInt) => pick(randomInt, ['{"winrate":0.5}', '{', '1 2']),
    },
  }),
  variants: [
    openingMessages.make({ kind: 'engine', text: 'tengen genmove_analyze' }),
    ...[
      'v1 viewer',
      'observe 1',
      'observe 99',
      'E5 {"winrate":0.5,"moves":[{"move":"D4","pv":"C3"}]}',
      'ray',
      'abc123',
      'abc123 a-longer-password',
      '7up',
      'READY',
      'e5\t{}',
    ],
  ],
  faithful: (line, message) => (gameMessages.make(message) === line ? 'canonical' : 'kept'),
});

type AnyServerMessage = ServerMessage | { readonly kind: 'to-viewer'; readonly message: ViewerServerMessage };

const makeServerMessage = (message: AnyServerMessage): string =>
  message.kind === 'to-viewer' ? viewerServerMessages.make(message.message) : serverMessages.make(message);

const anyToPlayer = messageGenerator(serverMessages, {
  weights: { genmove: 4, play: 4, setup: 3 },
  fields: { move: (randomInt) => pick(randomInt, MOVES), size: (randomInt) => pick(randomInt, [5, 9, 19]) },
});
const anyToViewer = messageGenerator(viewerServerMessages, { fields: { move: (randomInt) => pick(randomInt, MOVES) } });

/** Messages to players and to viewers. */
const cgosServer = lineSide<AnyServerMessage>({
  who: 'server',
  parse(line) {
    const read = serverMessages.read(line);
    if (read.ok) return toReadOutcome(read);
    const seen = viewerServerMessages.read(line);
    return seen.ok ? { kind: 'message', message: { kind: 'to-viewer', message: seen.value } } : toReadOutcome(read);
  },
  make: makeServerMessage,
  generate(randomInt) {
    const message = anyToViewer(randomInt);
    // Players receive these two in the same form.
    const isOfBoth = message.kind === 'info' || message.kind === 'error';
    return isOfBoth || randomInt(8) > 0 ? anyToPlayer(randomInt) : { kind: 'to-viewer', message };
  },
  variants: ['setup 1 5 7.0 1000 ray(1?) zen(2) c3 900 pass', 'gameover 2026-11-22 0', 'protocol', '', 'setup 4 ?'],
  faithful: (line, message) => (makeServerMessage(message) === line ? 'canonical' : 'kept'),
});

export const cgosLanguage: ProtocolLanguage = {
  name: 'cgos',
  protocol: 'cgos',
  client: cgosClient,
  server: cgosServer,
  opening: ({ name }) => lines('e1 fuzz', `${name}xx`, 'password'),
  listener: (size, randomInt) => `cgos?size=${size}&time=${pick(randomInt, ['1', '300'])}`,
  player: { settings: 'name=ray&password=password' },
};
