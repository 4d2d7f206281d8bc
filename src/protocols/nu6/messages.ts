import { isVisible, trimName } from '../../lobby/players/name-normalisation.ts';
import type { Result } from '../../result.ts';
import { type BoardSize, type Point, pointAt, square } from '../../rules/point.ts';
import { hasControlCharacter } from '../../sanitize-text.ts';
import { namedPoint } from '../messages/describe-point.ts';
import {
  anyName,
  type FieldCodec,
  list,
  nonEmptyText,
  oneOf,
  pick,
  restOfLine,
  text,
  wholeNumber,
  word,
  wordFor,
} from '../messages/field-codec.ts';
import { lineMessages, type MessageOfLineCodec } from '../messages/line-messages.ts';
import { bare, type ConversationContext, message } from '../messages/message-description.ts';
import { type ProtocolMessages, tableMessages } from '../messages/protocol-messages.ts';
import { closeField, DELIMITER, LONGEST_NAME } from './name.ts';

/** The board size if NEWGAME names none (nu6, Starting a game). */
export const DEFAULT_SIZE = 19;
/** The name of the chat extension in HELLO. There is no other extension. */
export const CHAT_EXTENSION = 'CHAT';

export const CORE_ERRORS = ['PATIENCE', 'ILLEGAL', 'PROTOCOL', 'NAMETAKEN'] as const;
export const CHAT_ERRORS = ['UNKNOWNRECIPIENT', 'CHATNOTSUPPORTED'] as const;
/** The reason why a game ended without two passes. */
export const GAMEOVER_REASONS = ['SURRENDER', 'DISCONNECT'] as const;
export type GameoverReason = (typeof GAMEOVER_REASONS)[number];

const FORMAT = { delimiter: DELIMITER, close: closeField };

const isName = (name: string): boolean =>
  isVisible(name) && [...name].length <= LONGEST_NAME && !hasControlCharacter(name);

/** White space around a name is not part of it. */
const ownName: FieldCodec<string> = {
  ...word(`1 to ${LONGEST_NAME} characters, one of them visible and none of them a control character`),
  read(written) {
    const name = trimName(written);
    return isName(name) ? name : undefined;
  },
};

const color = wordFor({ black: 'BLACK', white: 'WHITE' });
const winner = wordFor({ black: 'BLACK', white: 'WHITE', draw: 'DRAW' });

/** Adding 0 turns -0 into 0. */
const toHundredths = (points: number): number => Number(points.toFixed(2)) + 0;

/** Points: whole numbers, as in the document, unless the komi has decimals. A komi has at most two decimals. */
const points: FieldCodec<number> = {
  description: 'a number with two decimals at most',
  read: (written) =>
    /^-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]+)?$/.test(written) ? toHundredths(Number(written)) : undefined,
  write: (value) => String(toHundredths(value)),
  sample: (random) => (random(400) - 50) / pick(random, [1, 1, 2, 4]),
};

/** A repeated line. It must remain one line. */
const line = restOfLine({ ...word('text'), write: (written: string) => written.replaceAll('\n', '-') });

export const clientMessages = lineMessages(FORMAT, {
  hello: message('CORE.HELLO~{name}[~{extensions}]…', {
    fields: { name: ownName, extensions: list(word('a word')) },
    privacy: 'public',
    about: 'first, until it succeeds: `CORE.HELLO`, or `CORE.ERROR~NAMETAKEN` and another try',
    means: ({ name, extensions }) => `is ${name}${extensions.length > 0 ? `, with ${extensions.join(' and ')}` : ''}`,
  }),
  newgame: message('CORE.NEWGAME[~{size}]', {
    fields: { size: { ...wholeNumber(2, 131), isAbsentIfEmpty: true } },
    privacy: 'public',
    about: 'not in a game: a seek. Nothing is said until there is another for the same size, then `CORE.MATCH`',
    means: ({ size }) => (size === undefined ? 'wants to play' : `wants to play on ${size}x${size}`),
  }),
  move: message('CORE.MOVE~{coordinate}', {
    fields: { coordinate: wholeNumber() },
    privacy: 'public',
    about: 'in turn: `CORE.MOVE` to both, or an error',
    means: ({ coordinate }, context) => `plays ${describeCoordinate(coordinate, context)}`,
  }),
  pass: bare('CORE.PASS', {
    privacy: 'public',
    about: 'in turn: `CORE.PASS` to both; after the second in a row `CORE.GAMEOVER`',
    means: 'passes',
  }),
  surrender: bare('CORE.SURRENDER', {
    privacy: 'public',
    about: 'in a game, in turn or not: `CORE.GAMEOVER…SURRENDER` to both',
    means: 'resigns',
  }),
  // Any text may follow the keyword, because the server's own BYE has a waving hand.
  bye: bare('CORE.BYE', {
    privacy: 'public',
    about: 'after HELLO: `CORE.BYE~👋`, and the connection is closed. Anything may follow the word',
    means: 'says goodbye',
    tail: '',
  }),
  message: message('CHAT.MESSAGE~{text}[~{recipient}]', {
    fields: { text: nonEmptyText(DELIMITER), recipient: word('a name') },
    privacy: ({ recipient }) => (recipient === undefined ? 'public' : 'private'),
    about: 'with the extension: sent to the recipient; without one, to all clients with chat',
    means: ({ recipient }) => (recipient === undefined ? 'chats with all players' : `chats with ${recipient}`),
  }),
  getlobby: bare('CHAT.GETLOBBY', {
    privacy: 'public',
    about: 'with the extension: `CHAT.LOBBY`',
    means: 'asks for the players',
  }),
});

const isPrivateLine = (repeated: string): boolean =>
  clientMessages.privacyOfLine(normalize(repeated.trim())) !== 'public';

const ERRORS = {
  PATIENCE: 'no: not its turn',
  ILLEGAL: 'no: an illegal move',
  PROTOCOL: 'no: not understood, or not now',
  NAMETAKEN: 'no: the name is taken',
} as const;

export const serverMessages = lineMessages(FORMAT, {
  hello: bare('CORE.HELLO', { privacy: 'public', about: 'your name is accepted', means: 'welcome' }),
  match: message('CORE.MATCH~{color}~{size}~{opponent}', {
    fields: { color, size: wholeNumber(1), opponent: anyName },
    privacy: 'public',
    about: 'a game begins; the colour is yours',
    means: ({ color, opponent, size }) => `a game: ${color} against ${opponent} on ${size}x${size}`,
    sizeIn: ({ size }) => size,
  }),
  move: message('CORE.MOVE~{coordinate}', {
    fields: { coordinate: wholeNumber() },
    privacy: 'public',
    about: "a legal stone, yours or your opponent's. What it captured is for you to find out",
    means: ({ coordinate }, context) => `a stone on ${describeCoordinate(coordinate, context)}`,
  }),
  pass: bare('CORE.PASS', { privacy: 'public', about: "a pass, yours or your opponent's", means: 'a pass' }),
  error: message('CORE.ERROR~{error}[~{info}]', {
    fields: { error: oneOf(CORE_ERRORS), info: line },
    // It may repeat a line that was chat for one player.
    privacy: ({ error, info }) =>
      (error === 'PROTOCOL' || error === 'PATIENCE') && info !== undefined && isPrivateLine(info)
        ? 'private'
        : 'public',
    about: 'your message had no effect; see below',
    means: ({ error, info }) => (error === 'PATIENCE' && info !== undefined ? 'no: not now' : ERRORS[error]),
  }),
  gameover: message('CORE.GAMEOVER~{winner}~{black}~{white}[~{reason}]', {
    fields: { winner, black: points, white: points, reason: oneOf(GAMEOVER_REASONS) },
    privacy: 'public',
    about:
      'over: winner and points. Without a reason after two passes; `SURRENDER`: the loser gave up or, in a protocol ' +
      'with a clock, ran out of time; `DISCONNECT`: the loser left or was disconnected. Then points as the board stands',
    means({ winner, black, white, reason }) {
      const why = { SURRENDER: ', the opponent resigned', DISCONNECT: ', the opponent left' } as const;
      const won = winner === 'draw' ? 'a draw' : `${winner} wins`;
      return `the end: ${won}${reason === undefined ? '' : why[reason]}; black ${black}, white ${white}`;
    },
  }),
  // The document shows the waving hand, U+1F44B, through a wrong encoding.
  bye: bare('CORE.BYE', {
    privacy: 'public',
    about: 'goodbye: you said BYE, or the server stops, or you came back on another connection',
    means: 'goodbye',
    tail: '~👋',
  }),
  message: message('CHAT.MESSAGE~{text}[~{sender}]', {
    fields: { text: text(DELIMITER), sender: word('a name') },
    // The lobby's notice, not the message, shows whether the chat was only for this player.
    privacy: 'public',
    about: 'a chat message of a player',
    means: ({ sender }) => (sender === undefined ? 'chat' : `chat from ${sender}`),
  }),
  lobby: message('CHAT.LOBBY[~{names}]…', {
    fields: { names: list(anyName) },
    privacy: 'public',
    about: 'everyone present, you, players and guests included, in the order of code points',
    means: ({ names }) => `the players: ${names.length}`,
  }),
  entered: message('CHAT.ENTERED~{name}', {
    fields: { name: anyName },
    privacy: 'public',
    about: 'a player entered',
    means: ({ name }) => `${name} has joined`,
  }),
  left: message('CHAT.LEFT~{name}', {
    fields: { name: anyName },
    privacy: 'public',
    about: 'a player left',
    means: ({ name }) => `${name} has left`,
  }),
  'chat-error': message('CHAT.ERROR~{error}', {
    fields: { error: oneOf(CHAT_ERRORS) },
    privacy: 'public',
    about: 'no player has that name; or the recipient does not chat, or you did not name the extension in HELLO',
    means: ({ error }) =>
      error === 'UNKNOWNRECIPIENT' ? 'no: there is no player with that name' : 'no: that player does not chat',
  }),
});

export type ClientMessage = MessageOfLineCodec<typeof clientMessages>;
export type ServerMessage = MessageOfLineCodec<typeof serverMessages>;

/** Reads a line without its line ending. The problem is a text that is not sent. */
export const parseClientMessage = (written: string): Result<ClientMessage> => clientMessages.read(normalize(written));
export const makeClientMessage = (message: ClientMessage): string => clientMessages.make(message);
export const parseServerMessage = (written: string): Result<ServerMessage> => serverMessages.read(normalize(written));
export const makeServerMessage = (message: ServerMessage): string => serverMessages.make(message);

/**
 * Replaces `\\~` by the delimiter. The document's Markdown has `\\~`, and some clients send it like this. The line that an
 * error repeats is not changed.
 */
function normalize(written: string): string {
  if (!written.includes('\\~')) return written;
  const [, head = written, info = ''] = /^(CORE\.ERROR\\?~[A-Z]+(?:\\?~|$))(.*)$/su.exec(written) ?? [];
  return head.replaceAll('\\~', DELIMITER) + info;
}

export const messages: ProtocolMessages = tableMessages({
  client: [clientMessages],
  server: [serverMessages],
  normalize: normalize,
});

/** The coordinate and, if the board size is known, the name of its point. */
function describeCoordinate(coordinate: number, { size }: ConversationContext): string {
  const point = size === undefined ? 'off-board' : pointOf(square(size), coordinate);
  return namedPoint(coordinate, size, point === 'off-board' ? undefined : point);
}

/** The point of a coordinate: rows from the top left, counted from 0 (nu6, Ingame). */
export function pointOf(size: BoardSize, coordinate: number): Point | 'off-board' {
  return pointAt(size, coordinate % size.width, Math.floor(coordinate / size.width)) ?? 'off-board';
}

/** The coordinate of a point: the protocol numbers points as this program does. */
export const coordinateOf = (point: Point): number => point;
