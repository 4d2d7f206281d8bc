import { ok, problem, type Result } from '../../result.ts';
import { type BoardSize, coordinates, type Point, pointAt } from '../../rules/point.ts';
import { parseWholeNumber } from '../whole-number.ts';
import { isName } from './names.ts';

/** The first words of everything that a client can say. */
export const REQUESTS = ['HELO', 'CREATE', 'LIST', 'JOIN', 'PLAY', 'STONE', 'PASS', 'FORFEIT'] as const;

/** Column and row from 1, (1, 1) at the top left. */
export interface Intersection {
  readonly x: number;
  readonly y: number;
}

export type ClientMessage =
  | { readonly kind: 'helo'; readonly name: string }
  | { readonly kind: 'create' }
  | { readonly kind: 'list' }
  | { readonly kind: 'join'; readonly name: string }
  | { readonly kind: 'play' }
  | ({ readonly kind: 'stone' } & Intersection)
  | { readonly kind: 'pass' }
  | { readonly kind: 'forfeit' };

/** Each error by its number on the wire. The document breaks off at 10: the ruling is that the game is over. */
export const ERRORS = {
  unknown: -1,
  'not-identified': 1,
  'not-in-game': 2,
  'in-game': 3,
  'not-your-turn': 4,
  'invalid-move': 5,
  'no-such-game': 6,
  'already-identified': 7,
  'name-taken': 8,
  'not-started': 9,
  'game-over': 10,
} as const;
export type ErrorName = keyof typeof ERRORS;

export type ServerMessage =
  | { readonly kind: 'ok' }
  | { readonly kind: 'error'; readonly error: ErrorName }
  | { readonly kind: 'games'; readonly names: readonly string[] }
  /** Without an opponent nobody has joined yet. */
  | { readonly kind: 'wait'; readonly opponent?: string }
  | { readonly kind: 'start'; readonly opponent: string }
  | ({ readonly kind: 'stone' } & Intersection)
  | { readonly kind: 'pass' }
  | { readonly kind: 'forfeit' }
  | { readonly kind: 'disconnect' }
  /** 1 won, 0 drawn, -1 lost. */
  | { readonly kind: 'result'; readonly outcome: 1 | 0 | -1 };

/**
 * Why a line is no request. A coordinate that is no whole number is kept apart, because whether its sender plays at all
 * is looked at first (ruling on precedence).
 */
export type RequestProblem = 'unknown' | 'coordinate';

/** The point meant by a client, which counts from 1. */
export const pointOf = (size: BoardSize, { x, y }: Intersection): Point | 'off-board' =>
  pointAt(size, x - 1, y - 1) ?? 'off-board';

export function intersectionOf(size: BoardSize, point: Point): Intersection {
  const { x, y } = coordinates(size, point);
  return { x: x + 1, y: y + 1 };
}

/** Reads a line without its ending: words with exactly one space between them. */
export function parseClientMessage(line: string): Result<ClientMessage, RequestProblem> {
  const [keyword, ...rest] = line.split(' ');
  const [first, second] = rest;
  // Two spaces in a row leave an empty word between them: one word too many, wherever they stand.
  if (rest.includes('')) return problem('unknown');
  if (keyword === 'STONE' && first !== undefined && second !== undefined && rest.length === 2) {
    const stone = intersection(first, second);
    return stone === undefined ? problem('coordinate') : ok({ kind: 'stone', ...stone });
  }
  if (first !== undefined && rest.length === 1 && isName(first)) {
    if (keyword === 'HELO') return ok({ kind: 'helo', name: first });
    if (keyword === 'JOIN') return ok({ kind: 'join', name: first });
  }
  const request = rest.length === 0 ? bareRequest(keyword) : undefined;
  return request === undefined ? problem('unknown') : ok(request);
}

export function makeClientMessage(message: ClientMessage): string {
  switch (message.kind) {
    case 'helo':
      return `HELO ${message.name}`;
    case 'create':
      return 'CREATE';
    case 'list':
      return 'LIST';
    case 'join':
      return `JOIN ${message.name}`;
    case 'play':
      return 'PLAY';
    case 'stone':
      return `STONE ${message.x} ${message.y}`;
    case 'pass':
      return 'PASS';
    case 'forfeit':
      return 'FORFEIT';
  }
}

/**
 * Reads a line without its ending. Another server's names may be longer than ours and are taken as they come: any word
 * is a name.
 */
export function parseServerMessage(line: string): Result<ServerMessage, 'unknown'> {
  const [keyword, ...rest] = line.split(' ');
  if (rest.includes('')) return problem('unknown');
  const message = keyword === 'GAMES' ? games(rest) : serverMessage(keyword, rest);
  return message === undefined ? problem('unknown') : ok(message);
}

export function makeServerMessage(message: ServerMessage): string {
  switch (message.kind) {
    case 'ok':
      return 'OK';
    case 'error':
      return `ERROR ${ERRORS[message.error]}`;
    case 'games':
      return ['GAMES', ...message.names].join(' ');
    case 'wait':
      return message.opponent === undefined ? 'WAIT' : `WAIT ${message.opponent}`;
    case 'start':
      return `START ${message.opponent}`;
    case 'stone':
      return `STONE ${message.x} ${message.y}`;
    case 'pass':
      return 'PASS';
    case 'forfeit':
      return 'FORFEIT';
    case 'disconnect':
      return 'DISCONNECT';
    case 'result':
      return `RESULT ${message.outcome}`;
  }
}

function intersection(x: string, y: string): Intersection | undefined {
  const column = parseWholeNumber(x);
  const row = parseWholeNumber(y);
  return column === undefined || row === undefined ? undefined : { x: column, y: row };
}

function bareRequest(keyword: string | undefined): ClientMessage | undefined {
  switch (keyword) {
    case 'CREATE':
      return { kind: 'create' };
    case 'LIST':
      return { kind: 'list' };
    case 'PLAY':
      return { kind: 'play' };
    case 'PASS':
      return { kind: 'pass' };
    case 'FORFEIT':
      return { kind: 'forfeit' };
    default:
      return undefined;
  }
}

const games = (names: readonly string[]): ServerMessage => ({ kind: 'games', names });

function serverMessage(keyword: string | undefined, words: readonly string[]): ServerMessage | undefined {
  const [first, second] = words;
  if (first === undefined) return bareAnswer(keyword);
  if (second === undefined) return answerAbout(keyword, first);
  if (keyword !== 'STONE' || words.length !== 2) return undefined;
  const stone = intersection(first, second);
  return stone && { kind: 'stone', ...stone };
}

function bareAnswer(keyword: string | undefined): ServerMessage | undefined {
  switch (keyword) {
    case 'OK':
      return { kind: 'ok' };
    case 'WAIT':
      return { kind: 'wait' };
    case 'PASS':
      return { kind: 'pass' };
    case 'FORFEIT':
      return { kind: 'forfeit' };
    case 'DISCONNECT':
      return { kind: 'disconnect' };
    default:
      return undefined;
  }
}

function answerAbout(keyword: string | undefined, word: string): ServerMessage | undefined {
  switch (keyword) {
    case 'ERROR': {
      const error = errorNamed(word);
      return error && { kind: 'error', error };
    }
    case 'WAIT':
      return { kind: 'wait', opponent: word };
    case 'START':
      return { kind: 'start', opponent: word };
    case 'RESULT': {
      const outcome = ([1, 0, -1] as const).find((value) => `${value}` === word);
      return outcome === undefined ? undefined : { kind: 'result', outcome };
    }
    default:
      return undefined;
  }
}

const errorNamed = (code: string): ErrorName | undefined => keyOf(ERRORS, code);

/** The key whose number is written so. Generic, because only then does `for in` know its keys. */
function keyOf<Table extends Readonly<Record<string, number>>>(table: Table, written: string) {
  for (const key in table) if (`${table[key]}` === written) return key;
  return undefined;
}
