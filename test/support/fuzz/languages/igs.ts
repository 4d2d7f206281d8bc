import { BANNER } from '../../../../src/protocols/igs/banner.ts';
import {
  type ClientCommand,
  commandMessages,
  nameMessages,
  plainCommand,
} from '../../../../src/protocols/igs/client-messages.ts';
import { type ServerMessage, serverMessages } from '../../../../src/protocols/igs/server-messages.ts';
import { pick } from '../../clients/random.ts';
import { type CodecSide, lineSide } from '../codec-side.ts';
import { lines, type ProtocolLanguage } from '../protocol-language.ts';
import { toReadOutcome } from '../read-outcome.ts';
import { messageGenerator } from './message-generator.ts';

const POINTS = ['A1', 'C3', 'E5', 'D4', 'B2', 'T19'];

/** The lines with which our own client signs in. */
const SIGNING_IN: ReadonlySet<string> = new Set(['alice', 'password']);

type SentLine = ClientCommand | { readonly kind: 'name'; readonly name: string };

const make = (message: SentLine): string =>
  message.kind === 'name' ? nameMessages.make(message) : commandMessages.make(message);

/** Commands in any case, with any blanks. The table has only one form of each. */
const igsClient = lineSide<SentLine>({
  who: 'client',
  parse: (line) =>
    SIGNING_IN.has(line)
      ? toReadOutcome(nameMessages.read(line))
      : toReadOutcome(commandMessages.read(plainCommand(line))),
  make,
  generate: messageGenerator(commandMessages, {
    weights: { move: 12, pass: 3, done: 2, undo: 2, seek: 3, match: 3, observe: 2 },
    fields: {
      point: (randomInt) => pick(randomInt, POINTS),
      game: (randomInt) => 1 + randomInt(3),
      size: (randomInt) => pick(randomInt, [5, 5, 9, 26]),
      terms: (randomInt) => pick(randomInt, ['5', '5 1 1', 'cancel', 'config_list']),
    },
  }),
  variants: [
    ...[
      'set client off',
      'TOGGLE client on',
      '; hello',
      'game 1',
      'user',
      'e5 1',
      'C3',
      'seek 5',
      'exit now',
      'kibitz 1 hi',
    ],
    ...['match ann B 5 0 0', 'nmatch ann W 0 5 60 30 5 0 0 0', 'ann', 'guest', '\xff\xfb\x01bob'],
  ],
  faithful: (line, message) => (make(message) === line ? 'canonical' : 'kept'),
});

/** Boards, positions and moves begin with a digit even if the client has switched off the line numbers. */
const WITHOUT_NUMBER = /^\d+ [.XO]|^\d+: \d|^\d+\([BW]\): |: Unknown command\.$/;

type ReceivedLine = ServerMessage | { readonly kind: 'words' };

/** The start of a game of alice, and moves. Without these lines, hardly any game would start. */
const GAME = ['15 Game 1 I: bob (0 0 -1) vs alice (0 0 -1)', '15   0(B): C3', '15   1(W): Pass', '1 5', '1 6'].concat(
  '7 [ 1]         bob [ NR ] vs.       alice [ NR ] (  0    5  0  6.5  0  I) (  0)',
);
const drawn = messageGenerator(serverMessages, { weights: { move: 6, header: 6, prompt: 6, games: 2, news: 2 } });

/** Lines of the server. `words`: a line without a number, such as a prompt or a banner. */
const serverLines = lineSide<ReceivedLine>({
  who: 'server',
  parse: (line) =>
    /^\d/.test(line) && line !== BANNER && !WITHOUT_NUMBER.test(line)
      ? toReadOutcome(serverMessages.read(line))
      : { kind: 'message', message: { kind: 'words' } },
  make: (message) => (message.kind === 'words' ? BANNER : serverMessages.make(message)),
  generate(randomInt) {
    const read = serverMessages.read(pick(randomInt, GAME));
    return read.ok && randomInt(3) === 0 ? read.value : drawn(randomInt);
  },
  variants: [
    '7 [ 1]         bob [ NR ] vs.       alice [ NR ] (  0    5  0  6.5  0  I) (  0)',
    '15 Game 1 I: bob (0 0 -1) vs alice (0 0 -1)',
    ...['15   0(B): C3', '15   1(W): Pass', '1 5', '1 6', '1 7', '1 1', 'Login:', '9 Play goes on.', '9 Removing @ C3'],
    "9 You can check your score with the score command, type 'done' when finished.",
    '21 {Game 1: bob vs alice : White resigns.}',
    '9 Use <match bob W 5 0 0> or <decline bob> to respond.',
  ],
  faithful: () => 'kept',
});

const igsServer: CodecSide = {
  ...(serverLines as CodecSide),
  /** One write has several lines, and the prompt for the name has no line end. */
  split(written) {
    const parts: Uint8Array[] = [];
    for (let start = 0; start < written.length; ) {
      const end = written.indexOf(0x0a, start);
      const part = written.subarray(start, end === -1 ? written.length : end + 1);
      parts.push(end === -1 ? Buffer.concat([part, Buffer.from('\n')]) : part);
      start += part.length;
    }
    return parts;
  },
};

export const igsLanguage: ProtocolLanguage = {
  name: 'igs',
  protocol: 'igs',
  client: igsClient,
  server: igsServer,
  opening: ({ name, size }) =>
    lines(name.replace(/[^A-Za-z0-9]/g, '').slice(0, 10) || 'ann', 'password', `seek ${size}`),
  player: { settings: 'name=alice&password=password&size=5' },
};
