import { ok, problem, type Result } from '../../result.ts';
import { COLORS, type Color } from '../../rules/color.ts';
import type { Score } from '../../rules/go/ruleset.ts';
import { fitLine } from '../line.ts';
import { carryText } from '../text.ts';
import { parseWholeNumber } from '../whole-number.ts';
import { isName } from './name.ts';

/** The form that the document describes, and the one that came after it (docs/protocols/nedap.md, dialects). */
export const DIALECTS = ['documented', 'later'] as const;
export type Dialect = (typeof DIALECTS)[number];

export type ClientMessage =
  /** `name` only in the documented dialect; `size` is odd, 5 to 131. */
  | { readonly kind: 'go'; readonly name?: string; readonly size: number; readonly opponent?: string }
  | { readonly kind: 'player'; readonly name: string }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'exit' }
  /** Column and row from 0; any whole numbers, on the board or not. */
  | { readonly kind: 'move'; readonly x: number; readonly y: number }
  | { readonly kind: 'pass'; readonly color?: Color }
  | { readonly kind: 'tableflip' }
  | { readonly kind: 'chat'; readonly text: string };

export type ServerMessage =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'ready'; readonly color: Color; readonly opponent: string; readonly size: number }
  | { readonly kind: 'valid'; readonly color: Color; readonly x: number; readonly y: number }
  /** `color` goes on the wire in the later dialect only. */
  | { readonly kind: 'invalid'; readonly color?: Color; readonly text: string }
  | { readonly kind: 'passed'; readonly color: Color }
  | { readonly kind: 'tableflipped'; readonly color: Color }
  /** In the documented dialect a name cannot be told from the text: what is read there never has `from`. */
  | { readonly kind: 'chat'; readonly from?: string; readonly text: string }
  | { readonly kind: 'warning'; readonly text: string }
  /** The later dialect says -1 for both where nothing was counted. */
  | ({ readonly kind: 'end' } & Score);

const BAD_NAME = 'a name is 1 to 20 lower-case letters or digits';
const BAD_SIZE = 'a size is an odd whole number from 5 to 131';

/** One line from a client, without its ending; the problem is the text of the warning that answers it. */
export function parseClientMessage(line: string, dialect: Dialect): Result<ClientMessage> {
  const { keyword, rest, words } = split(line);
  switch (keyword) {
    case 'GO':
      return parseGo(words, dialect);
    case 'PLAYER':
      return parsePlayer(words);
    case 'CANCEL':
      return words.length === 0 ? ok({ kind: 'cancel' }) : problem('CANCEL stands alone');
    case 'MOVE':
      return parseMove(words);
    case 'PASS':
      return parsePass(words);
    case 'TABLEFLIP':
      return words.length === 0 ? ok({ kind: 'tableflip' }) : problem('TABLEFLIP stands alone');
    case 'CHAT':
      return rest === '' ? problem('CHAT wants a message') : ok({ kind: 'chat', text: rest });
    case 'EXIT':
      if (dialect === 'documented') return problem('keyword EXIT unknown');
      return words.length === 0 ? ok({ kind: 'exit' }) : problem('EXIT stands alone');
    case '':
      return problem('a line begins with a keyword');
    default:
      return problem(`keyword ${carryText(keyword)} unknown`);
  }
}

/** Whether a line is one that only clients of the later dialect say, however wrong the rest of it is. */
export const opensLaterDialect = (line: string): boolean => split(line).keyword === 'PLAYER';

export function makeClientMessage(message: ClientMessage): string {
  return fit(clientWords(message));
}

/** One line from a server, without its ending; the problem says what is wrong with it. */
export function parseServerMessage(line: string, dialect: Dialect): Result<ServerMessage> {
  const { keyword, rest, words } = split(line);
  switch (keyword) {
    case 'WAITING':
      return words.length === 0 ? ok({ kind: 'waiting' }) : problem('WAITING stands alone');
    case 'READY':
      return parseReady(words);
    case 'VALID':
      return parseValid(words);
    case 'INVALID':
      return dialect === 'later' ? parseLaterInvalid(rest) : ok({ kind: 'invalid', text: rest });
    case 'PASSED':
    case 'TABLEFLIPPED':
      return parseColored(keyword, words);
    case 'CHAT':
      return ok({ kind: 'chat', ...(dialect === 'later' ? splitSpeaker(rest) : { text: rest }) });
    case 'WARNING':
      return ok({ kind: 'warning', text: rest });
    case 'END':
      return parseEnd(words);
    default:
      return problem(`keyword ${carryText(keyword)} unknown`);
  }
}

export function makeServerMessage(message: ServerMessage, dialect: Dialect): string {
  return fit(serverWords(message, dialect));
}

/** One space parts two arguments; a second one makes an empty argument, which nothing here is. */
function split(line: string): { keyword: string; rest: string; words: string[] } {
  const space = line.indexOf(' ');
  if (space === -1) return { keyword: line, rest: '', words: [] };
  const rest = line.slice(space + 1);
  return { keyword: line.slice(0, space), rest, words: rest.split(' ') };
}

/** "Opstarten", GO; once a client has said PLAYER its name is no argument any more. */
function parseGo(words: readonly string[], dialect: Dialect): Result<ClientMessage> {
  const [name, ...wish] = dialect === 'documented' ? words : [undefined, ...words];
  const [lines, opponent] = wish;
  if (lines === undefined || wish.length > 2) {
    const form = dialect === 'documented' ? 'a name, a size' : 'a size';
    return problem(`GO wants ${form} and perhaps an opponent`);
  }
  if (name !== undefined && !isName(name)) return problem(BAD_NAME);
  const size = parseWholeNumber(lines);
  if (size === undefined || size < 5 || size > 131 || size % 2 === 0) return problem(BAD_SIZE);
  if (opponent !== undefined && !isName(opponent)) return problem(BAD_NAME);
  return ok({ kind: 'go', ...(name !== undefined && { name }), size, ...(opponent !== undefined && { opponent }) });
}

function parsePlayer(words: readonly string[]): Result<ClientMessage> {
  const [name, ...surplus] = words;
  if (name === undefined || surplus.length > 0) return problem('PLAYER wants a name');
  return isName(name) ? ok({ kind: 'player', name }) : problem(BAD_NAME);
}

function parseMove(words: readonly string[]): Result<ClientMessage> {
  const [x, y] = words.map(parseWholeNumber);
  if (words.length !== 2 || x === undefined || y === undefined) return problem('MOVE wants two whole numbers');
  return ok({ kind: 'move', x, y });
}

/** "Passen": the document has a colour; the server knows it, so it may be left out (ruling). */
function parsePass(words: readonly string[]): Result<ClientMessage> {
  if (words.length === 0) return ok({ kind: 'pass' });
  const color = parseColor(words[0]);
  if (words.length > 1 || color === undefined) return problem('PASS wants black, white or nothing');
  return ok({ kind: 'pass', color });
}

function parseReady(words: readonly string[]): Result<ServerMessage> {
  const color = parseColor(words[0]);
  const [, opponent, lines] = words;
  const size = parseWholeNumber(lines ?? '');
  if (words.length !== 3 || color === undefined || !opponent || size === undefined) {
    return problem('READY wants a colour, a name and a size');
  }
  return ok({ kind: 'ready', color, opponent, size });
}

function parseValid(words: readonly string[]): Result<ServerMessage> {
  const color = parseColor(words[0]);
  const [x, y] = words.slice(1).map(parseWholeNumber);
  if (words.length !== 3 || color === undefined || x === undefined || y === undefined) {
    return problem('VALID wants a colour and two whole numbers');
  }
  return ok({ kind: 'valid', color, x, y });
}

function parseLaterInvalid(rest: string): Result<ServerMessage> {
  const { keyword, rest: text } = split(rest);
  const color = parseColor(keyword);
  return color === undefined ? problem('INVALID wants a colour and a message') : ok({ kind: 'invalid', color, text });
}

function parseColored(keyword: 'PASSED' | 'TABLEFLIPPED', words: readonly string[]): Result<ServerMessage> {
  const color = parseColor(words[0]);
  if (words.length !== 1 || color === undefined) return problem(`${keyword} wants a colour`);
  return ok({ kind: keyword === 'PASSED' ? 'passed' : 'tableflipped', color });
}

function splitSpeaker(rest: string): { from?: string; text: string } {
  const colon = rest.indexOf(': ');
  return colon === -1 ? { text: rest } : { from: rest.slice(0, colon), text: rest.slice(colon + 2) };
}

function parseEnd(words: readonly string[]): Result<ServerMessage> {
  const [black, white] = words.map(parsePoints);
  if (words.length !== 2 || black === undefined || white === undefined) return problem('END wants two numbers');
  return ok({ kind: 'end', black, white });
}

const parseColor = (word: string | undefined): Color | undefined => COLORS.find((color) => color === word);

/** To two places, as many as a komi has; adding 0 makes a whole 0 of one that has a minus. */
const parsePoints = (word: string): number | undefined =>
  /^-?[0-9]{1,15}(?:\.[0-9]+)?$/.test(word) ? Number(Number(word).toFixed(2)) + 0 : undefined;

function clientWords(message: ClientMessage): string {
  switch (message.kind) {
    case 'go':
      return ['GO', message.name, message.size, message.opponent].filter((word) => word !== undefined).join(' ');
    case 'player':
      return `PLAYER ${message.name}`;
    case 'cancel':
      return 'CANCEL';
    case 'exit':
      return 'EXIT';
    case 'move':
      return `MOVE ${message.x} ${message.y}`;
    case 'pass':
      return message.color === undefined ? 'PASS' : `PASS ${message.color}`;
    case 'tableflip':
      return 'TABLEFLIP';
    case 'chat':
      return `CHAT ${message.text}`;
  }
}

function serverWords(message: ServerMessage, dialect: Dialect): string {
  switch (message.kind) {
    case 'waiting':
      return 'WAITING';
    case 'ready': {
      const [before, after] = [`READY ${message.color} `, ` ${message.size}`];
      // The size must not be what is cut: without it the line is no message.
      return before + fitLine(message.opponent, before.length + after.length) + after;
    }
    case 'valid':
      return `VALID ${message.color} ${message.x} ${message.y}`;
    case 'invalid':
      return `INVALID ${dialect === 'later' && message.color ? `${message.color} ` : ''}${message.text}`;
    case 'passed':
      return `PASSED ${message.color}`;
    case 'tableflipped':
      return `TABLEFLIPPED ${message.color}`;
    case 'chat':
      return `CHAT ${message.from === undefined ? '' : `${message.from}: `}${message.text}`;
    case 'warning':
      return `WARNING ${message.text}`;
    case 'end':
      return dialect === 'later' ? makeWholeEnd(message) : `END ${decimal(message.black)} ${decimal(message.white)}`;
  }
}

const decimal = (points: number): string => (Number.isInteger(points) ? `${points}.0` : `${points}`);

/**
 * The later dialect's clients read whole numbers. A komi with a fraction, brought by another protocol's seat, moves
 * white's points to the next whole number away from black's: a rounded end never has another winner.
 */
function makeWholeEnd({ black, white }: Score): string {
  return `END ${black} ${white > black ? Math.ceil(white) : Math.floor(white)}`;
}

/** No line is longer than what the other side of this codec takes, and nothing in it ends it early. */
const fit = (line: string): string => fitLine(carryText(line));
