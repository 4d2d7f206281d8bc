import { isVisible, trimName } from '../../lobby/players/name-normalisation.ts';
import type { Result } from '../../result.ts';
import { type BoardSize, type Point, pointAt, square } from '../../rules/point.ts';
import { hasControlCharacter } from '../../sanitize-text.ts';
import { namedPoint } from '../messages/describe-point.ts';
import {
  anyName,
  type FieldForm,
  list,
  nonEmptyText,
  oneOf,
  pick,
  restOfLine,
  text,
  wholeNumber,
  word,
  wordFor,
} from '../messages/field-form.ts';
import { lineMessages, type MessageOfCodec } from '../messages/line-messages.ts';
import { bare, type ConversationContext, message } from '../messages/message-description.ts';
import { type ProtocolMessages, tableMessages } from '../messages/protocol-messages.ts';
import { closeField, DELIMITER, LONGEST_NAME } from './name.ts';

/** The lines of a board if no size is named (nu6, Starting a game). */
export const DEFAULT_SIZE = 19;
/** The extension that HELLO names to be sent chat, and the only one there is. */
export const CHAT_EXTENSION = 'CHAT';

export const CORE_ERRORS = ['PATIENCE', 'ILLEGAL', 'PROTOCOL', 'NAMETAKEN'] as const;
export const CHAT_ERRORS = ['UNKNOWNRECIPIENT', 'CHATNOTSUPPORTED'] as const;
/** Why a game ended before its two passes. */
export const GAMEOVER_REASONS = ['SURRENDER', 'DISCONNECT'] as const;
export type GameoverReason = (typeof GAMEOVER_REASONS)[number];

const FORMAT = { delimiter: DELIMITER, close: closeField };

const isName = (name: string): boolean =>
  isVisible(name) && [...name].length <= LONGEST_NAME && !hasControlCharacter(name);

/** White space around a name is not part of it. */
const ownName: FieldForm<string> = {
  ...word(`1 to ${LONGEST_NAME} characters, one of them visible and none of them a control character`),
  read(written) {
    const name = trimName(written);
    return isName(name) ? name : undefined;
  },
};

const color = wordFor({ black: 'BLACK', white: 'WHITE' });
const winner = wordFor({ black: 'BLACK', white: 'WHITE', draw: 'DRAW' });

/** Adding 0 makes a whole 0 of one that has a minus. */
const toHundredths = (points: number): number => Number(points.toFixed(2)) + 0;

/** Whole numbers, as the document has them, wherever a broken komi does not forbid it; a komi has two places at most. */
const points: FieldForm<number> = {
  description: 'a number with two decimals at most',
  read: (written) =>
    /^-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]+)?$/.test(written) ? toHundredths(Number(written)) : undefined,
  write: (value) => String(toHundredths(value)),
  sample: (random) => (random(400) - 50) / pick(random, [1, 1, 2, 4]),
};

/** A line that comes back is one line still. */
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
    means: ({ coordinate }, known) => `plays ${shown(coordinate, known)}`,
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
  // A goodbye is understood whatever comes with it, because servers send one that carries a hand.
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
    means: ({ recipient }) => (recipient === undefined ? 'chats with everybody' : `chats with ${recipient}`),
  }),
  getlobby: bare('CHAT.GETLOBBY', {
    privacy: 'public',
    about: 'with the extension: `CHAT.LOBBY`',
    means: 'asks who is here',
  }),
});

const isPrivateLine = (repeated: string): boolean => clientMessages.privacyOfLine(plain(repeated.trim())) !== 'public';

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
    means: ({ coordinate }, known) => `a stone on ${shown(coordinate, known)}`,
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
      'with a clock, ran out of time; `DISCONNECT`: the loser went away or was thrown out. Then points as the board stands',
    means({ winner, black, white, reason }) {
      const why = { SURRENDER: ', the other resigned', DISCONNECT: ', the other left' } as const;
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
    // Whether it was said to this player alone is known from the notice.
    privacy: 'public',
    about: 'a chat message of a player',
    means: ({ sender }) => (sender === undefined ? 'chat' : `chat from ${sender}`),
  }),
  lobby: message('CHAT.LOBBY[~{names}]…', {
    fields: { names: list(anyName) },
    privacy: 'public',
    about: 'everyone present, you, players and guests included, in the order of code points',
    means: ({ names }) => `who is here: ${names.length}`,
  }),
  entered: message('CHAT.ENTERED~{name}', {
    fields: { name: anyName },
    privacy: 'public',
    about: 'a player entered',
    means: ({ name }) => `${name} has come`,
  }),
  left: message('CHAT.LEFT~{name}', {
    fields: { name: anyName },
    privacy: 'public',
    about: 'a player left',
    means: ({ name }) => `${name} has gone`,
  }),
  'chat-error': message('CHAT.ERROR~{error}', {
    fields: { error: oneOf(CHAT_ERRORS) },
    privacy: 'public',
    about: 'nobody present has that name; or the recipient does not chat, or you did not name the extension in HELLO',
    means: ({ error }) => (error === 'UNKNOWNRECIPIENT' ? 'no: nobody is called so' : 'no: that one does not chat'),
  }),
});

export type ClientMessage = MessageOfCodec<typeof clientMessages>;
export type ServerMessage = MessageOfCodec<typeof serverMessages>;

/** Lines are without their line ending; a problem says what is wrong, in words that are not on the wire. */
export const parseClientMessage = (written: string): Result<ClientMessage> => clientMessages.read(plain(written));
export const makeClientMessage = (said: ClientMessage): string => clientMessages.make(said);
export const parseServerMessage = (written: string): Result<ServerMessage> => serverMessages.read(plain(written));
export const makeServerMessage = (said: ServerMessage): string => serverMessages.make(said);

/**
 * The document's Markdown writes `\\~`, and there are clients that took it at its word. What an error repeats stays as it
 * was: a whole faulty line, for example.
 */
function plain(written: string): string {
  if (!written.includes('\\~')) return written;
  const [, head = written, info = ''] = /^(CORE\.ERROR\\?~[A-Z]+(?:\\?~|$))(.*)$/su.exec(written) ?? [];
  return head.replaceAll('\\~', DELIMITER) + info;
}

export const messages: ProtocolMessages = tableMessages({
  client: [clientMessages],
  server: [serverMessages],
  normalize: plain,
});

/** A board of any size may be claimed, and the names of its points are worth as much. */
function shown(coordinate: number, { size }: ConversationContext): string {
  const point = size === undefined ? 'off-board' : pointOf(square(size), coordinate);
  return namedPoint(coordinate, size, point === 'off-board' ? undefined : point);
}

/** The point of a coordinate: rows from the top left, counted from 0 (nu6, Ingame). */
export function pointOf(size: BoardSize, coordinate: number): Point | 'off-board' {
  return pointAt(size, coordinate % size.width, Math.floor(coordinate / size.width)) ?? 'off-board';
}

/** Points are counted exactly as this protocol counts. */
export const coordinateOf = (point: Point): number => point;
