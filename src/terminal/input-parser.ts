import type { Intent } from '../protocols/client-session-types.ts';
import { parseWholeNumber } from '../protocols/parse-whole-number.ts';
import { ok, problem, type Result } from '../result.ts';
import { type Point, pointAt, square } from '../rules/point.ts';
import { parseVertex } from '../rules/vertex.ts';

export type ParsedInput =
  | { readonly kind: 'intent'; readonly intent: Intent }
  | { readonly kind: 'board' }
  | { readonly kind: 'help' }
  | { readonly kind: 'quit' };

/** The problem of a point that is typed while there is no board. */
export const NO_BOARD = 'there is no board yet';

/** For each command: how to type it, its effect, and the intent that the protocol must support. */
export const COMMANDS: readonly (readonly [string, string, Intent['kind']?])[] = [
  ['D4', 'place a stone: column letter (no I), row from below'],
  ['3 5', 'place a stone: column and row from 0, from the top left'],
  ['pass', 'pass', 'pass'],
  ['resign', 'resign the game', 'resign'],
  ['dead D4', 'after two passes: mark the stones at D4 as dead', 'mark'],
  ['alive', 'after two passes: mark no stone as dead', 'unmark'],
  ['accept', 'accept the marked dead stones', 'accept-marks'],
  ['seek [SIZE] [NAME]', 'find an opponent, or challenge NAME (some protocols)'],
  ['cancel', 'stop waiting', 'cancel'],
  ['list', 'list the players who are online or waiting', 'lobby'],
  ['chat TEXT', 'send a chat message to all players', 'chat'],
  ['to NAME TEXT', 'send a chat message to one player', 'chat'],
  ['name NAME', 'use another name, if yours is taken', 'enter'],
  ['board', 'show the board'],
  ['help', 'show this help'],
  ['quit', 'leave the server and exit'],
];

export const commandsOf = (intents: readonly Intent['kind'][]): readonly (readonly [string, string])[] =>
  COMMANDS.filter(([, , intent]) => intent === undefined || intents.includes(intent)).map(([name, meaning]) => [
    name,
    meaning,
  ]);

export const commandFor = (intent: Intent['kind']): string =>
  COMMANDS.find(([, , supported]) => supported === intent)?.[0].split(' ')[0] ?? intent;

/** The properties of a board on which the names of its points depend. */
interface NamedBoard {
  readonly game: 'go' | 'gomoku';
  readonly size: number;
}

/** Parses an input line. Without a current board, points cannot be parsed. */
export function parseInput(line: string, board: NamedBoard | undefined): Result<ParsedInput> {
  const text = line.trim();
  const [word = '', ...rest] = text.split(/\s+/);
  const argument = text.slice(word.length).trim();
  const [first = ''] = rest;
  switch (word.toLowerCase()) {
    case 'pass':
    case 'resign':
    case 'cancel':
      return withoutArguments(rest, {
        kind: 'intent',
        intent: { kind: word.toLowerCase() as 'pass' | 'resign' | 'cancel' },
      });
    case 'dead': {
      const parsed = parsePoint(argument, board);
      return parsed.ok ? ok({ kind: 'intent', intent: { kind: 'mark', point: parsed.value } }) : parsed;
    }
    case 'alive':
      return withoutArguments(rest, { kind: 'intent', intent: { kind: 'unmark' } });
    case 'accept':
      return withoutArguments(rest, { kind: 'intent', intent: { kind: 'accept-marks' } });
    case 'list':
      return withoutArguments(rest, { kind: 'intent', intent: { kind: 'lobby' } });
    case 'board':
    case 'help':
    case 'quit':
      return withoutArguments(rest, { kind: word.toLowerCase() as 'board' | 'help' | 'quit' });
    case 'seek':
      return seek(rest);
    case 'chat':
      return argument === ''
        ? problem('a text is missing: chat TEXT')
        : ok({ kind: 'intent', intent: { kind: 'chat', text: argument } });
    case 'to': {
      const message = argument.slice(first.length).trim();
      if (message === '') return problem('a name or a text is missing: to NAME TEXT');
      return ok({ kind: 'intent', intent: { kind: 'chat', to: first, text: message } });
    }
    case 'name':
      return argument === ''
        ? problem('a name is missing: name NAME')
        : ok({ kind: 'intent', intent: { kind: 'enter', name: argument } });
    default: {
      const parsed = parsePoint(text, board);
      return parsed.ok ? ok({ kind: 'intent', intent: { kind: 'play', point: parsed.value } }) : parsed;
    }
  }
}

function withoutArguments(rest: readonly string[], typed: ParsedInput): Result<ParsedInput> {
  return rest.length === 0 ? ok(typed) : problem('this command takes no further words');
}

function seek(words: readonly string[]): Result<ParsedInput> {
  const size = parseWholeNumber(words[0] ?? '');
  const rest = size === undefined ? words : words.slice(1);
  if (rest.length > 1) return problem('seek takes one size and one name: seek [SIZE] [NAME]');
  const [opponent] = rest;
  const intent = {
    kind: 'seek',
    ...(size === undefined ? {} : { size }),
    ...(opponent === undefined ? {} : { opponent }),
  } as const;
  return ok({ kind: 'intent', intent });
}

function parsePoint(text: string, board: NamedBoard | undefined): Result<Point> {
  const [, x, y] = /^(\d{1,4})[\s,]+(\d{1,4})$/.exec(text) ?? [];
  const isMove = x !== undefined || /^[A-Z]{1,3}\d{1,4}$/i.test(text);
  if (!isMove) return problem(`${JSON.stringify(text)} is neither a command nor a point; help lists the commands`);
  if (board === undefined) return problem(NO_BOARD);
  const size = square(board.size);
  const point = x === undefined ? parseVertex(size, text, board.game) : pointAt(size, Number(x), Number(y));
  if (point === undefined) return problem(`${text} is not on the board, which has ${board.size} lines`);
  return ok(point);
}
