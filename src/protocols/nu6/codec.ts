import { ok, problem, type Result } from '../../result.ts';
import { COLORS, type Color } from '../../rules/color.ts';
import { type BoardSize, type Point, pointAt } from '../../rules/point.ts';
import { fitLine } from '../line.ts';
import { carryText, hasControl } from '../text.ts';
import { parseWholeNumber } from '../whole-number.ts';

/** The lines of a board for which nobody named a size (nu6, Starting a game). */
export const DEFAULT_SIZE = 19;
const SMALLEST_SIZE = 2;
const LARGEST_SIZE = 131;
/** Of a name, in code points. */
export const LONGEST_NAME = 64;
/** The extension that HELLO names to be sent chat, and the only one there is. */
export const CHAT_EXTENSION = 'CHAT';

/** What a client says. */
export type ClientMessage =
  | { readonly kind: 'hello'; readonly name: string; readonly extensions: readonly string[] }
  /** Without a size: `DEFAULT_SIZE`. */
  | { readonly kind: 'newgame'; readonly size?: number }
  | { readonly kind: 'move'; readonly coordinate: number }
  | { readonly kind: 'pass' }
  | { readonly kind: 'surrender' }
  | { readonly kind: 'bye' }
  /** Without a recipient: to everybody. */
  | { readonly kind: 'message'; readonly text: string; readonly recipient?: string }
  | { readonly kind: 'getlobby' };

export const CORE_ERRORS = ['PATIENCE', 'ILLEGAL', 'PROTOCOL', 'NAMETAKEN'] as const;
type CoreError = (typeof CORE_ERRORS)[number];

export const CHAT_ERRORS = ['UNKNOWNRECIPIENT', 'CHATNOTSUPPORTED'] as const;
type ChatError = (typeof CHAT_ERRORS)[number];

/** Why a game ended before its two passes. */
export const GAMEOVER_REASONS = ['SURRENDER', 'DISCONNECT'] as const;
export type GameoverReason = (typeof GAMEOVER_REASONS)[number];

/** What a server says. */
export type ServerMessage =
  | { readonly kind: 'hello' }
  | { readonly kind: 'match'; readonly color: Color; readonly size: number; readonly opponent: string }
  | { readonly kind: 'move'; readonly coordinate: number }
  | { readonly kind: 'pass' }
  /** `info` is the rest of the line, delimiters and all. */
  | { readonly kind: 'error'; readonly error: CoreError; readonly info?: string }
  | Gameover
  | { readonly kind: 'bye' }
  | { readonly kind: 'message'; readonly text: string; readonly sender?: string }
  | { readonly kind: 'lobby'; readonly names: readonly string[] }
  | { readonly kind: 'entered'; readonly name: string }
  | { readonly kind: 'left'; readonly name: string }
  | { readonly kind: 'chat-error'; readonly error: ChatError };

interface Gameover {
  readonly kind: 'gameover';
  readonly winner: Color | 'draw';
  readonly black: number;
  readonly white: number;
  readonly reason?: GameoverReason;
}

/** The point of a coordinate: rows from the top left, counted from 0 (nu6, Ingame). */
export function pointOf(size: BoardSize, coordinate: number): Point | 'off-board' {
  return pointAt(size, coordinate % size.width, Math.floor(coordinate / size.width)) ?? 'off-board';
}

/** Points are counted exactly as this protocol counts. */
export const coordinateOf = (point: Point): number => point;

const DELIMITER = '~';
/** The document's Markdown writes `\~`, and there are clients that took it at its word. */
const fieldsOf = (text: string): string[] => text.replaceAll(`\\${DELIMITER}`, DELIMITER).split(DELIMITER);

/** A backslash before a delimiter would be read as a part of it. */
const closeField = (field: string): string => field.replace(/\\$/, '-');

/** Somebody's name as this protocol can carry it: one field, and no longer than a name may be. */
export const carryName = (name: string): string =>
  closeField([...carryText(name, DELIMITER)].slice(0, LONGEST_NAME).join(''));

const makeLine = (...fields: readonly (string | number)[]): string =>
  fields.map((field, at) => (at < fields.length - 1 ? closeField(`${field}`) : field)).join(DELIMITER);

const COLOR_WORDS: Readonly<Record<Color, string>> = { black: 'BLACK', white: 'WHITE' };
const COLOR_OF_WORD: ReadonlyMap<string, Color> = new Map(COLORS.map((color) => [COLOR_WORDS[color], color]));

/** Reads a line without its line ending; the problem says what is wrong with it, in words that are not on the wire. */
export function parseClientMessage(text: string): Result<ClientMessage> {
  const fields = fieldsOf(text);
  const keyword = fields.shift();
  switch (keyword) {
    case 'CORE.HELLO':
      return parseHello(fields);
    case 'CORE.NEWGAME':
      return parseNewgame(fields);
    case 'CORE.MOVE':
      return parseMove(fields);
    case 'CORE.PASS':
      return parseBare(fields, { kind: 'pass' });
    case 'CORE.SURRENDER':
      return parseBare(fields, { kind: 'surrender' });
    case 'CORE.BYE':
      // A goodbye is understood whatever comes with it, because servers send one that carries a hand.
      return ok({ kind: 'bye' });
    case 'CHAT.MESSAGE':
      return parseChat(fields);
    case 'CHAT.GETLOBBY':
      return parseBare(fields, { kind: 'getlobby' });
    default:
      return problem('an unknown message');
  }
}

function parseHello(fields: readonly string[]): Result<ClientMessage> {
  const [name = '', ...extensions] = fields;
  const length = [...name].length;
  if (length < 1 || length > LONGEST_NAME) return problem(`a name has 1 to ${LONGEST_NAME} characters`);
  if (hasControl(name)) return problem('a name has no control characters');
  return ok({ kind: 'hello', name, extensions });
}

function parseNewgame(fields: readonly string[]): Result<ClientMessage> {
  const [written = '', ...surplus] = fields;
  if (surplus.length > 0) return problem('at most a board size');
  if (written === '') return ok({ kind: 'newgame' });
  const size = parseWholeNumber(written);
  return size !== undefined && size >= SMALLEST_SIZE && size <= LARGEST_SIZE
    ? ok({ kind: 'newgame', size })
    : problem(`a board size is a whole number from ${SMALLEST_SIZE} to ${LARGEST_SIZE}`);
}

function parseMove(fields: readonly string[]): Result<{ readonly kind: 'move'; readonly coordinate: number }> {
  const coordinate = fields.length === 1 ? parseWholeNumber(fields[0]!) : undefined;
  return coordinate !== undefined ? ok({ kind: 'move', coordinate }) : problem('one coordinate, a whole number');
}

function parseChat(fields: readonly string[]): Result<ClientMessage> {
  const [text = '', recipient, ...surplus] = fields;
  if (text === '') return problem('no message');
  if (surplus.length > 0) return problem('a message and at most one recipient');
  return ok(recipient === undefined ? { kind: 'message', text } : { kind: 'message', text, recipient });
}

const parseBare = <Message>(fields: readonly string[], message: Message): Result<Message> =>
  fields.length === 0 ? ok(message) : problem('a message without parameters');

/** The line of a message, without its line ending. Nobody's text can end a field or the line. */
export function makeClientMessage(message: ClientMessage): string {
  switch (message.kind) {
    case 'hello':
      return makeLine('CORE.HELLO', message.name, ...message.extensions);
    case 'newgame':
      return message.size === undefined ? 'CORE.NEWGAME' : makeLine('CORE.NEWGAME', message.size);
    case 'move':
      return `CORE.MOVE${DELIMITER}${message.coordinate}`;
    case 'pass':
      return 'CORE.PASS';
    case 'surrender':
      return 'CORE.SURRENDER';
    case 'bye':
      return 'CORE.BYE';
    case 'message':
      return makeChat(message.text, message.recipient);
    case 'getlobby':
      return 'CHAT.GETLOBBY';
  }
}

/** The text is cut rather than the name, if the line would be longer than a reader of this codec takes. */
function makeChat(text: string, person: string | undefined): string {
  const [before, after] = ['CHAT.MESSAGE~', person === undefined ? '' : `~${person}`];
  const carried = fitLine(carryText(text, DELIMITER), Buffer.byteLength(before + after));
  return `${before}${person === undefined ? carried : closeField(carried)}${after}`;
}

/** Reads a line without its line ending; the problem says what is wrong with it. */
export function parseServerMessage(text: string): Result<ServerMessage> {
  const [keyword, ...fields] = fieldsOf(text);
  switch (keyword) {
    case 'CORE.HELLO':
      return parseBare(fields, { kind: 'hello' });
    case 'CORE.MATCH':
      return parseMatch(fields);
    case 'CORE.MOVE':
      return parseMove(fields);
    case 'CORE.PASS':
      return parseBare(fields, { kind: 'pass' });
    case 'CORE.ERROR':
      return parseError(text);
    case 'CORE.GAMEOVER':
      return parseGameover(fields);
    case 'CORE.BYE':
      return ok({ kind: 'bye' });
    case 'CHAT.MESSAGE':
      return parseForwarded(fields);
    case 'CHAT.LOBBY':
      return fields.includes('') ? problem('an empty name') : ok({ kind: 'lobby', names: fields });
    case 'CHAT.ENTERED':
      return parseName(fields, 'entered');
    case 'CHAT.LEFT':
      return parseName(fields, 'left');
    case 'CHAT.ERROR':
      return parseChatError(fields);
    default:
      return problem('an unknown message');
  }
}

function parseMatch(fields: readonly string[]): Result<ServerMessage> {
  const [colorWord, sizeWord = '', opponent = '', ...surplus] = fields;
  const color = COLOR_OF_WORD.get(colorWord ?? '');
  const size = parseWholeNumber(sizeWord);
  if (color === undefined || opponent === '' || surplus.length > 0) return problem('a colour, a board size and a name');
  return size !== undefined && size >= 1 ? ok({ kind: 'match', color, size, opponent }) : problem('no board size');
}

/** From the line itself: what an error has to say may hold delimiters, a whole faulty line for example. */
function parseError(text: string): Result<ServerMessage> {
  const [, word, info] = /^CORE\.ERROR\\?~([A-Z]+)(?:\\?~(.*))?$/su.exec(text) ?? [];
  const error = CORE_ERRORS.find((known) => known === word);
  if (error === undefined) return problem('an unknown kind of error');
  return ok(info === undefined ? { kind: 'error', error } : { kind: 'error', error, info });
}

function parseGameover(fields: readonly string[]): Result<ServerMessage> {
  const [winnerWord = '', blackWord = '', whiteWord = '', reasonWord, ...surplus] = fields;
  const winner = winnerWord === 'DRAW' ? 'draw' : COLOR_OF_WORD.get(winnerWord);
  const black = parsePoints(blackWord);
  const white = parsePoints(whiteWord);
  if (winner === undefined || black === undefined || white === undefined) return problem('a winner and points of both');
  if (reasonWord === undefined) return ok({ kind: 'gameover', winner, black, white });
  const reason = GAMEOVER_REASONS.find((known) => known === reasonWord);
  if (reason === undefined || surplus.length > 0) return problem('an unknown reason');
  return ok({ kind: 'gameover', winner, black, white, reason });
}

function parseForwarded(fields: readonly string[]): Result<ServerMessage> {
  const [text, sender, ...surplus] = fields;
  if (text === undefined || surplus.length > 0) return problem('a message and at most one sender');
  return ok(sender === undefined ? { kind: 'message', text } : { kind: 'message', text, sender });
}

function parseName(fields: readonly string[], kind: 'entered' | 'left'): Result<ServerMessage> {
  const [name = '', ...surplus] = fields;
  return name !== '' && surplus.length === 0 ? ok({ kind, name }) : problem('one name');
}

function parseChatError(fields: readonly string[]): Result<ServerMessage> {
  const [word, ...surplus] = fields;
  const error = CHAT_ERRORS.find((known) => known === word);
  return error !== undefined && surplus.length === 0 ? ok({ kind: 'chat-error', error }) : problem('an unknown error');
}

/** The line of a message, without its line ending. Nobody's text can end a field or the line. */
export function makeServerMessage(message: ServerMessage): string {
  switch (message.kind) {
    case 'hello':
      return 'CORE.HELLO';
    case 'match':
      return makeLine('CORE.MATCH', COLOR_WORDS[message.color], message.size, message.opponent);
    case 'move':
      return `CORE.MOVE${DELIMITER}${message.coordinate}`;
    case 'pass':
      return 'CORE.PASS';
    case 'error':
      // A line that comes back is one line still.
      return makeLine(
        'CORE.ERROR',
        message.error,
        ...(message.info === undefined ? [] : [message.info.replaceAll('\n', '-')]),
      );
    case 'gameover':
      return makeGameover(message);
    case 'bye':
      // The document shows the waving hand, U+1F44B, through a wrong encoding.
      return makeLine('CORE.BYE', '👋');
    case 'message':
      return makeChat(message.text, message.sender);
    case 'lobby':
      return makeLine('CHAT.LOBBY', ...message.names);
    case 'entered':
      return makeLine('CHAT.ENTERED', message.name);
    case 'left':
      return makeLine('CHAT.LEFT', message.name);
    case 'chat-error':
      return makeLine('CHAT.ERROR', message.error);
  }
}

/** Always with its prefix, which the document's examples leave out (ruling: GAMEOVER). */
function makeGameover({ winner, black, white, reason }: Gameover): string {
  const word = winner === 'draw' ? 'DRAW' : COLOR_WORDS[winner];
  const reasons = reason === undefined ? [] : [reason];
  return makeLine('CORE.GAMEOVER', word, makePoints(black), makePoints(white), ...reasons);
}

/** Whole numbers, as the document has them, wherever a broken komi does not forbid it; a komi has two places at most. */
const makePoints = (points: number): string => String(toHundredths(points));

const parsePoints = (word: string): number | undefined =>
  /^-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]+)?$/.test(word) ? toHundredths(Number(word)) : undefined;

/** Adding 0 makes a whole 0 of one that has a minus. */
const toHundredths = (points: number): number => Number(points.toFixed(2)) + 0;
