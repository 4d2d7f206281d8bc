import type { Result } from '../../result.ts';
import { COLORS } from '../../rules/color.ts';
import type { Score } from '../../rules/go/ruleset.ts';
import { lineText } from '../../sanitize-text.ts';
import { namedPlace } from '../messages/describe-point.ts';
import {
  anyName,
  type FieldCodec,
  type MultiFieldCodec,
  nonEmptyText,
  oneOf,
  pick,
  restOfLine,
  text,
  wholeNumber,
  word,
} from '../messages/field-codec.ts';
import { lineMessages, type MessageOfLineCodec } from '../messages/line-messages.ts';
import { bare, type ConversationContext, type MergeByKind, message } from '../messages/message-description.ts';
import { type ProtocolMessages, tableMessages } from '../messages/protocol-messages.ts';
import { isName } from './name.ts';

/** The dialect of the document, and the later one (docs/protocols/nedap.md, dialects). */
export const DIALECTS = ['documented', 'later'] as const;
export type Dialect = (typeof DIALECTS)[number];

/** One space separates two arguments. A second space makes an empty argument, which no field accepts. */
const FORMAT = {
  delimiter: ' ',
  unknown: (keyword: string) =>
    keyword === '' ? 'a line begins with a keyword' : `keyword ${lineText(keyword)} unknown`,
};

const NAME_FORM = '1 to 20 lower-case letters or digits';
const SIZE_FORM = 'an odd whole number from 5 to 131';

const name: FieldCodec<string> = { ...word(NAME_FORM, isName), problem: `a name is ${NAME_FORM}` };
const color = oneOf(COLORS);
const place = { x: wholeNumber(), y: wholeNumber() };

const lines = wholeNumber(5, 131);
const size: FieldCodec<number> = {
  description: SIZE_FORM,
  problem: `a size is ${SIZE_FORM}`,
  read(written) {
    const number = lines.read(written);
    return number === undefined || number % 2 === 0 ? undefined : number;
  },
  write: String,
  sample: (random) => pick(random, [5, 5, 9, 131]),
};

/** Points have at most two decimals, as a komi has. Adding 0 turns -0 into 0. */
const points: FieldCodec<number> = {
  description: 'a number with two decimals at most',
  read: (written) =>
    /^-?[0-9]{1,15}(?:\.[0-9]+)?$/.test(written) ? Number(Number(written).toFixed(2)) + 0 : undefined,
  write: (value) => (Number.isInteger(value) ? `${value}.0` : `${value}`),
  sample: (random) => random(200) / pick(random, [1, 1, 2, 4]),
};

/**
 * The clients of the later dialect read whole numbers. A komi with a fraction may come from the opponent's protocol. Then
 * white's points are rounded away from black's, so that the winner stays the same.
 */
const wholeScore: MultiFieldCodec<Score> = {
  description: 'the points of black and white, or -1 for both where nothing was counted',
  isSpread: true,
  isRestOfLine: true,
  read(written) {
    const [black, white, ...surplus] = written.split(' ').map(points.read);
    return black === undefined || white === undefined || surplus.length > 0 ? undefined : { black, white };
  },
  write: ({ black, white }) => `${black} ${white > black ? Math.ceil(white) : Math.floor(white)}`,
  sample: (random) => ({ black: random(100) - 1, white: random(100) - 1 }),
};

interface ChatText {
  readonly from?: string;
  readonly text: string;
}

/** In the documented dialect, a name cannot be distinguished from the text, so a parsed message never has `from`. */
const chatText = (dialect: Dialect): MultiFieldCodec<ChatText> => ({
  description: dialect === 'later' ? '`name: text`' : 'text',
  isSpread: true,
  isRestOfLine: true,
  isTruncatable: true,
  read(written) {
    const colon = dialect === 'later' ? written.indexOf(': ') : -1;
    return colon === -1 ? { text: written } : { from: written.slice(0, colon), text: written.slice(colon + 2) };
  },
  write: ({ from, text }) => lineText(from === undefined ? text : `${from}: ${text}`),
  sample: (random) => ({
    ...(dialect === 'later' && random(2) === 0 && { from: anyName.sample(random) }),
    text: anyName.sample(random),
  }),
});

const describePlace = ({ x, y }: { readonly x: number; readonly y: number }, context: ConversationContext): string =>
  namedPlace(`${x} ${y}`, context.size, x, y);

const wantsToPlay = (lines: number, opponent: string | undefined): string =>
  `wants to play on ${lines}x${lines}${opponent === undefined ? '' : ` against ${opponent}`}`;

/** The client messages that both dialects have. */
const CLIENT_IN_BOTH = {
  player: message('PLAYER {name}', {
    fields: { name },
    privacy: 'public',
    about: 'later dialect, not in a game: nothing if all is well, else a warning',
    means: ({ name }) => `is ${name}`,
    usage: 'PLAYER wants a name',
  }),
  cancel: bare('CANCEL', {
    privacy: 'public',
    about: 'between WAITING and READY: your seek is cancelled, and the server closes the connection',
    means: 'cancels its seek',
  }),
  move: message('MOVE {x} {y}', {
    fields: place,
    privacy: 'public',
    about: 'in turn: `VALID` to both, or `INVALID` and you are excluded',
    means: (move, context) => `plays ${describePlace(move, context)}`,
    usage: 'MOVE wants two whole numbers',
  }),
  // "Passen": the document has a colour. The server knows it, so it may be absent (ruling).
  pass: message('PASS[ {color}]', {
    fields: { color },
    privacy: 'public',
    about: 'in turn: `PASSED` to both; after the second in a row `END`',
    means: 'passes',
    usage: 'PASS wants black, white or nothing',
  }),
  tableflip: bare('TABLEFLIP', {
    privacy: 'public',
    about: 'in a game, in turn or not: `TABLEFLIPPED` and `END` to both',
    means: 'resigns',
  }),
  // During a game, chat is only for the opponent.
  chat: message('CHAT {text}', {
    fields: { text: restOfLine(nonEmptyText()) },
    privacy: 'private',
    about: 'with a name: sent to your opponent, or without a game to all clients with chat',
    means: 'chats',
    usage: 'CHAT wants a message',
  }),
};

const documentedClient = lineMessages(FORMAT, {
  // "Opstarten"
  go: message('GO {name} {size}[ {opponent}]', {
    fields: { name, size, opponent: name },
    privacy: 'public',
    about: 'not in a game: `WAITING`, and `READY` once there are two',
    means: ({ name, size, opponent }) => `is ${name}, ${wantsToPlay(size, opponent)}`,
    usage: 'GO wants a name, a size and perhaps an opponent',
  }),
  ...CLIENT_IN_BOTH,
});

const laterClient = lineMessages(FORMAT, {
  // After PLAYER, the name is not an argument of GO.
  go: message('GO {size}[ {opponent}]', {
    fields: { size, opponent: name },
    privacy: 'public',
    about: 'after PLAYER, not in a game: `WAITING`, and `READY` once there are two',
    means: ({ size, opponent }) => wantsToPlay(size, opponent),
    usage: 'GO wants a size and perhaps an opponent',
  }),
  exit: bare('EXIT', {
    privacy: 'public',
    about: 'at any time: the connection is closed; a game is lost',
    means: 'says goodbye',
  }),
  ...CLIENT_IN_BOTH,
});

/** The server messages that both dialects have. */
const SERVER_IN_BOTH = {
  waiting: bare('WAITING', {
    privacy: 'public',
    about: 'your seek is accepted, even if READY follows at once',
    means: 'the seek is accepted',
  }),
  ready: message('READY {color} {opponent} {size}', {
    fields: {
      color,
      // The name is truncated instead of the size, which the message needs.
      opponent: { ...anyName, write: (value: string) => lineText(value), isTruncatable: true },
      size: wholeNumber(),
    },
    privacy: 'public',
    about: 'a game begins; the colour is yours',
    means: ({ color, opponent, size }) => `a game: ${color} against ${opponent} on ${size}x${size}`,
    sizeIn: ({ size }) => size,
    usage: 'READY wants a colour, a name and a size',
  }),
  valid: message('VALID {color} {x} {y}', {
    fields: { color, ...place },
    privacy: 'public',
    about: "a legal stone, yours or your opponent's. What it captured is for you to find out",
    means: (move, context) => `${move.color} has played ${describePlace(move, context)}`,
    usage: 'VALID wants a colour and two whole numbers',
  }),
  passed: message('PASSED {color}', {
    fields: { color },
    privacy: 'public',
    about: "a pass, yours or your opponent's",
    means: ({ color }) => `${color} has passed`,
    usage: 'PASSED wants a colour',
  }),
  tableflipped: message('TABLEFLIPPED {color}', {
    fields: { color },
    privacy: 'public',
    about: 'that side resigned or, in a protocol with a clock, ran out of time; END follows',
    means: ({ color }) => `${color} has resigned, or left`,
    usage: 'TABLEFLIPPED wants a colour',
  }),
  warning: message('WARNING {text}', {
    fields: { text: restOfLine(text()) },
    // The warning may repeat an unknown keyword, which may be a part of a chat message.
    privacy: ({ text }) => (/^keyword (?!EXIT unknown)/u.test(text) ? 'private' : 'public'),
    about: 'your message had no effect; the text says why, for people',
    means: 'no',
  }),
};

const endMeans = ({ black, white }: Score): string =>
  black < 0 ? 'the end, nothing is counted' : `the end: black ${black}, white ${white}`;
const chatMeans = ({ from }: ChatText): string => (from === undefined ? 'chat' : `chat from ${from}`);
const END_USAGE = 'END needs two numbers';

const documentedServer = lineMessages(FORMAT, {
  ...SERVER_IN_BOTH,
  invalid: message('INVALID {text}', {
    fields: { text: restOfLine(text()) },
    privacy: 'public',
    about: 'your move was illegal: you have lost, and the connection is closed',
    means: 'no: an illegal move, which costs the game',
  }),
  // The lobby's notice, not the message, shows whether the chat was only for this player.
  chat: message('CHAT {speech}', {
    fields: { speech: chatText('documented') },
    privacy: 'public',
    about: 'a chat message of your opponent, or of another client: then the text begins with a name and a colon',
    means: chatMeans,
  }),
  end: message('END {black} {white}', {
    fields: { black: points, white: points },
    privacy: 'public',
    about: 'the game is over',
    means: endMeans,
    usage: END_USAGE,
  }),
});

const laterServer = lineMessages(FORMAT, {
  ...SERVER_IN_BOTH,
  invalid: message('INVALID {color} {text}', {
    fields: { color, text: restOfLine(text()) },
    privacy: 'public',
    about: 'a move of that side was illegal: it has lost, and its connection is closed',
    means: ({ color }) => `no: an illegal move of ${color}, which costs the game`,
    usage: 'INVALID wants a colour and a message',
  }),
  chat: message('CHAT {speech}', {
    fields: { speech: chatText('later') },
    privacy: 'public',
    about: 'a chat message',
    means: chatMeans,
  }),
  end: message('END {score}', {
    fields: { score: wholeScore },
    privacy: 'public',
    about: 'the game is over',
    means: endMeans,
    usage: END_USAGE,
  }),
});

export const clientMessages = { documented: documentedClient, later: laterClient } as const;
export const serverMessages = { documented: documentedServer, later: laterServer } as const;

export type ClientMessage = MergeByKind<
  MessageOfLineCodec<typeof documentedClient> | MessageOfLineCodec<typeof laterClient>
>;
export type ServerMessage = MergeByKind<
  MessageOfLineCodec<typeof documentedServer> | MessageOfLineCodec<typeof laterServer>
>;

/** Reads a client's line without its line ending. The problem is the text of the warning that answers the line. */
export const parseClientMessage = (line: string, dialect: Dialect): Result<ClientMessage> =>
  clientMessages[dialect].read(line);

/** Whether the keyword of a line exists only in the later dialect. */
export const opensLaterDialect = (line: string): boolean => line.split(' ', 1)[0] === 'PLAYER';

export const messages: ProtocolMessages = tableMessages({
  client: [documentedClient, laterClient],
  server: [documentedServer, laterServer],
  dialects: DIALECTS,
  openTableChoice() {
    let table = 0;
    return (side, line) => {
      if (side === 'client' && opensLaterDialect(line)) table = 1;
      return table;
    };
  },
});

/** Makes a client's line. The two dialects differ only in GO with a name. */
export const makeClientMessage = (message: ClientMessage): string =>
  message.kind === 'go' && message.name !== undefined ? documentedClient.make(message) : laterClient.make(message);

/** Reads a server's line without its line ending. */
export const parseServerMessage = (line: string, dialect: Dialect): Result<ServerMessage> =>
  serverMessages[dialect].read(line);

export function makeServerMessage(message: ServerMessage, dialect: Dialect): string {
  if (dialect === 'documented') return documentedServer.make(message);
  if (message.kind === 'invalid' && message.color === undefined)
    throw new Error('in the later dialect INVALID has a colour');
  return laterServer.make(message);
}
