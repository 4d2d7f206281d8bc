import type { GomokuRule } from '../../rules/gomoku/gomoku-rules.ts';
import { lineText } from '../../sanitize-text.ts';

/**
 * The Piskvork protocol (Gomocup's, plastovicka.github.io/protocl2en.htm): lines of text between a manager, which has
 * the board, and an engine. One message is one line, except BOARD, which continues with one stone per line and ends
 * with `done`.
 */

/** The end of a manager's lines. An engine's lines may end with CRLF, LF or CR. */
export const LINE_END = '\r\n';

/** Column and row, from 0 at the top left. */
export interface PiskvorkCoordinates {
  readonly x: number;
  readonly y: number;
}

/** The owner of a stone from the engine's point of view. On the wire it is a number from 1. */
const STONE_OWNERS = ['own', 'opponent'] as const;
export type PiskvorkStoneOwner = (typeof STONE_OWNERS)[number];

export type PiskvorkManagerMessage =
  | { readonly kind: 'start'; readonly size: number }
  | { readonly kind: 'rectstart'; readonly width: number; readonly height: number }
  | { readonly kind: 'restart' | 'begin' | 'board' | 'done' | 'about' | 'end' }
  | ({ readonly kind: 'turn' | 'takeback' } & PiskvorkCoordinates)
  /** The answer that accepts a suggestion. */
  | ({ readonly kind: 'play' } & PiskvorkCoordinates)
  | ({ readonly kind: 'stone'; readonly owner: PiskvorkStoneOwner } & PiskvorkCoordinates)
  /** Never answered. */
  | { readonly kind: 'info'; readonly key: string; readonly value: string };

export type PiskvorkEngineMessage =
  /** The answer to START, RECTSTART, RESTART and TAKEBACK. */
  | { readonly kind: 'ok' }
  | ({ readonly kind: 'move' } & PiskvorkCoordinates)
  /** A suggested move, which the manager may accept. */
  | ({ readonly kind: 'suggest' } & PiskvorkCoordinates)
  /** The answer to ABOUT: `name="…", version="…"` and so on. */
  | { readonly kind: 'description'; readonly text: string }
  | PiskvorkErrorAnswer
  /** Text for the user. */
  | { readonly kind: 'message'; readonly text: string }
  /** Text for the author of the engine. */
  | { readonly kind: 'debug'; readonly text: string };

/** `unknown` or `error`: the engine does not know a command or cannot carry it out. */
export interface PiskvorkErrorAnswer {
  readonly kind: 'unknown' | 'error';
  readonly text: string;
}

/** A line that is not a message. `known`: only the arguments are wrong. */
export interface MalformedPiskvorkLine {
  readonly kind: 'malformed';
  readonly known: boolean;
  readonly text: string;
}

const WITHOUT_ARGUMENTS = ['restart', 'begin', 'board', 'done', 'about', 'end'] as const;
const WITH_POINT = ['turn', 'takeback', 'play'] as const;
const WITH_TEXT = ['unknown', 'error', 'message', 'debug'] as const;

const pick = <Kind extends string>(kinds: readonly Kind[], word: string): Kind | undefined =>
  kinds.find((kind) => kind === word);

/** Reads one line of a manager, without its line end. Case does not matter. */
export function parseManagerMessage(line: string): PiskvorkManagerMessage | MalformedPiskvorkLine {
  const { word, rest } = split(line);
  const malformed = { kind: 'malformed', known: true, text: line } as const;
  const bare = pick(WITHOUT_ARGUMENTS, word);
  if (bare !== undefined) return { kind: bare };
  const placed = pick(WITH_POINT, word);
  const numbers = parseNumbers(rest);
  if (placed !== undefined) return numbers?.length === 2 ? { kind: placed, ...coordinatesFrom(numbers) } : malformed;
  switch (word) {
    case 'start':
      return numbers?.length === 1 ? { kind: 'start', size: numbers[0]! } : malformed;
    case 'rectstart':
      return numbers?.length === 2 ? { kind: 'rectstart', width: numbers[0]!, height: numbers[1]! } : malformed;
    case 'info': {
      const { word: key, rest: value } = split(rest);
      return key === '' ? malformed : { kind: 'info', key, value };
    }
    default:
      return parseStone(line) ?? { ...malformed, known: false };
  }
}

export function makeManagerMessage(message: PiskvorkManagerMessage): string {
  const word = message.kind.toUpperCase();
  switch (message.kind) {
    case 'start':
      return `${word} ${message.size}`;
    case 'rectstart':
      return `${word} ${message.width},${message.height}`;
    case 'turn':
    case 'takeback':
    case 'play':
      return `${word} ${message.x},${message.y}`;
    case 'stone':
      return `${message.x},${message.y},${STONE_OWNERS.indexOf(message.owner) + 1}`;
    case 'info':
      return `${word} ${lineText(message.key)} ${lineText(message.value)}`.trimEnd();
    case 'restart':
    case 'begin':
    case 'board':
    case 'done':
    case 'about':
    case 'end':
      return word;
  }
}

/** Reads one line of an engine, without its line end. A line with `name=` or similar describes the engine. */
export function parseEngineMessage(line: string): PiskvorkEngineMessage | MalformedPiskvorkLine {
  const { word, rest } = split(line);
  const textKind = pick(WITH_TEXT, word);
  if (textKind !== undefined) return { kind: textKind, text: rest };
  // Text may follow: `OK - everything is good` is the example of the protocol's document.
  if (word === 'ok') return { kind: 'ok' };
  if (word === 'suggest') {
    const numbers = parseNumbers(rest);
    return numbers?.length === 2
      ? { kind: 'suggest', ...coordinatesFrom(numbers) }
      : { kind: 'malformed', known: true, text: line };
  }
  const numbers = parseNumbers(line);
  if (numbers?.length === 2) return { kind: 'move', ...coordinatesFrom(numbers) };
  return /^\s*\w+\s*=/.test(line)
    ? { kind: 'description', text: line.trim() }
    : { kind: 'malformed', known: false, text: line };
}

export function makeEngineMessage(message: PiskvorkEngineMessage): string {
  switch (message.kind) {
    case 'ok':
      return 'OK';
    case 'move':
      return `${message.x},${message.y}`;
    case 'suggest':
      return `SUGGEST ${message.x},${message.y}`;
    case 'description':
      return lineText(message.text);
    case 'unknown':
    case 'error':
    case 'message':
    case 'debug':
      return `${message.kind.toUpperCase()} ${lineText(message.text)}`.trimEnd();
  }
}

/** The bits of `INFO rule`. The bit `CONTINUOUS` (a game that continues after a row) is never set here. */
const RULE_BITS: Readonly<Record<GomokuRule, number>> = { freestyle: 0, standard: 1, renju: 4, caro: 8 };
const CONTINUOUS = 2;

export const makeRule = (rule: GomokuRule): string => String(RULE_BITS[rule]);

/** `undefined` if the rule is unknown or not supported. */
export function parseRule(text: string): GomokuRule | undefined {
  if (!/^[0-9]{1,3}$/.test(text)) return undefined;
  const bits = Number(text) & ~CONTINUOUS;
  return (['freestyle', 'standard', 'renju', 'caro'] as const).find((rule) => RULE_BITS[rule] === bits);
}

/** The name in an answer to ABOUT: at most 64 characters, without control characters. Undefined if there is none. */
export function nameIn(description: string): string | undefined {
  const name = /(?<!\w)name\s*=\s*"([^"]*)"/i.exec(description)?.[1] ?? '';
  const plain = [...lineText(name).trim()].slice(0, 64).join('');
  return plain === '' ? undefined : plain;
}

function parseStone(line: string): PiskvorkManagerMessage | undefined {
  const numbers = parseNumbers(line);
  const owner = STONE_OWNERS[(numbers?.[2] ?? 0) - 1];
  return numbers?.length === 3 && owner !== undefined
    ? { kind: 'stone', ...coordinatesFrom(numbers), owner }
    : undefined;
}

const coordinatesFrom = (numbers: readonly number[]): PiskvorkCoordinates => ({ x: numbers[0]!, y: numbers[1]! });

/** Whole numbers separated by commas; spaces around them are ignored, as in `scanf`. */
function parseNumbers(text: string): readonly number[] | undefined {
  const words = text.split(',', 4).map((word) => word.trim());
  return words.every((word) => /^[0-9]{1,9}$/.test(word)) ? words.map(Number) : undefined;
}

function split(line: string): { readonly word: string; readonly rest: string } {
  const text = line.trim();
  const end = text.search(/\s/);
  return end === -1
    ? { word: text.toLowerCase(), rest: '' }
    : { word: text.slice(0, end).toLowerCase(), rest: text.slice(end).trim() };
}
