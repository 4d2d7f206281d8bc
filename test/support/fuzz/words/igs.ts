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
import { lines, type ProtocolLanguage } from '../language.ts';
import { taken } from '../parsed.ts';
import { drawnFrom } from './draw.ts';

const POINTS = ['A1', 'C3', 'E5', 'D4', 'B2', 'T19'];

/** What our own client says to be let in. */
const SIGNING_IN: ReadonlySet<string> = new Set(['alice', 'password']);

type Said = ClientCommand | { readonly kind: 'name'; readonly name: string };

const make = (message: Said): string =>
  message.kind === 'name' ? nameMessages.make(message) : commandMessages.make(message);

/** A command in any case, with any blanks: what the table has is one of many forms. */
const igsClient = lineSide<Said>({
  who: 'client',
  parse: (line) =>
    SIGNING_IN.has(line) ? taken(nameMessages.read(line)) : taken(commandMessages.read(plainCommand(line))),
  make,
  any: drawnFrom(commandMessages, {
    often: { move: 12, pass: 3, done: 2, undo: 2, seek: 3, match: 3, observe: 2 },
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

/** Drawn boards, positions and moves begin with a digit without their numbers, too. */
const WITHOUT_NUMBER = /^\d+ [.XO]|^\d+: \d|^\d+\([BW]\): |: Unknown command\.$/;

type Told = ServerMessage | { readonly kind: 'words' };

/** What begins a game of alice, and her moves: without them hardly any game would begin. */
const GAME = ['15 Game 1 I: bob (0 0 -1) vs alice (0 0 -1)', '15   0(B): C3', '15   1(W): Pass', '1 5', '1 6'].concat(
  '7 [ 1]         bob [ NR ] vs.       alice [ NR ] (  0    5  0  6.5  0  I) (  0)',
);
const drawn = drawnFrom(serverMessages, { often: { move: 6, header: 6, prompt: 6, games: 2, news: 2 } });

/** Questions and banners have no number; `words` are to a client that has switched the numbers off. */
const toldLines = lineSide<Told>({
  who: 'server',
  parse: (line) =>
    /^\d/.test(line) && line !== BANNER && !WITHOUT_NUMBER.test(line)
      ? taken(serverMessages.read(line))
      : { kind: 'message', message: { kind: 'words' } },
  make: (message) => (message.kind === 'words' ? BANNER : serverMessages.make(message)),
  any(randomInt) {
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
  ...(toldLines as CodecSide),
  /** One write has several lines, and the first question has no end. */
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
