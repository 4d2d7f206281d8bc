import { problem, type Result } from '../../result.ts';
import { type BoardSize, coordinates, type Point, pointAt } from '../../rules/point.ts';
import { anyName, type FieldCodec, list, pick, wholeNumber, word, wordFor } from '../messages/field-codec.ts';
import { lineMessages, type MessageOfLineCodec } from '../messages/line-messages.ts';
import { bare, message } from '../messages/message-description.ts';
import { type ProtocolMessages, tableMessages } from '../messages/protocol-messages.ts';
import { isName, NAME_FORM } from './name.ts';

/** A point as its column and row, counted from 1 at the top left. */
export interface Intersection {
  readonly x: number;
  readonly y: number;
}

/** The number of each error. The document ends at 10 without a text: the ruling is that the game is over. */
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

const ERROR_WORDS: Readonly<Record<ErrorName, string>> = {
  unknown: 'not understood',
  'not-identified': 'it has no name yet',
  'not-in-game': 'it is in no game',
  'in-game': 'it is in a game',
  'not-your-turn': 'not its turn',
  'invalid-move': 'an illegal move',
  'no-such-game': 'no player with that name waits',
  'already-identified': 'it has a name already',
  'name-taken': 'the name is taken',
  'not-started': 'the game has not begun',
  'game-over': 'the game is over',
};

const OUTCOMES = { 1: 'won', 0: 'a draw', [-1]: 'lost' } as const;

const outcome: FieldCodec<1 | 0 | -1> = {
  description: '`1` won, `0` drawn, `-1` lost',
  read: (text) => ([1, 0, -1] as const).find((value) => `${value}` === text),
  write: String,
  sample: (random) => pick(random, [1, 0, -1]),
};

/** Words with exactly one space between them. Two spaces make an empty word, which is an error. */
const FORMAT = { delimiter: ' ', refusesEmpty: true } as const;

const stone = { x: wholeNumber(), y: wholeNumber() };
const name = { name: word(NAME_FORM, isName) };

// The size of the board is the listener's and is never sent, so a point is named by its column and row only.
export const clientMessages = lineMessages(FORMAT, {
  helo: message('HELO {name}', {
    fields: name,
    privacy: 'public',
    about: '`OK`: your name is accepted. Errors 7, 8',
    means: ({ name }) => `is ${name}`,
  }),
  create: bare('CREATE', {
    privacy: 'public',
    about: '`OK`: you wait for an opponent, and will be black. Errors 1, 3',
    means: 'wants to play',
  }),
  list: bare('LIST', {
    privacy: 'public',
    about: '`GAMES`: who waits and can be joined, the longest waiting first, yourself included. Error 1',
    means: 'asks who waits',
  }),
  join: message('JOIN {name}', {
    fields: name,
    privacy: 'public',
    about: '`OK`: you play against that player. Errors 1, 3, 6',
    means: ({ name }) => `accepts the seek of ${name}`,
  }),
  play: bare('PLAY', {
    privacy: 'public',
    about: 'the state of your game, see below. Errors 1, 2',
    means: 'asks what has happened',
  }),
  stone: message('STONE {x} {y}', {
    fields: stone,
    privacy: 'public',
    about: '`OK`: the stone is on the board. Errors 1, 2, 9, 10, 4, 5',
    means: ({ x, y }) => `plays column ${x}, row ${y}`,
    usage: 'STONE needs two whole numbers',
  }),
  pass: bare('PASS', {
    privacy: 'public',
    about: '`OK`; the second pass in a row ends the game. Errors 1, 2, 9, 10, 4',
    means: 'passes',
  }),
  forfeit: bare('FORFEIT', {
    privacy: 'public',
    about: '`OK`: you have lost. Errors 1, 2, 9, 10, 4',
    means: 'resigns',
  }),
});

// The names of another server may be longer than ours, so any word is accepted as a name.
export const serverMessages = lineMessages(FORMAT, {
  ok: bare('OK', { privacy: 'public', about: 'your request is carried out', means: 'done' }),
  error: message('ERROR {error}', {
    fields: { error: wordFor(ERRORS) },
    privacy: 'public',
    about: 'your request is refused; see below',
    means: ({ error }) => `no: ${ERROR_WORDS[error]}`,
  }),
  games: message('GAMES[ {names}]…', {
    fields: { names: list(anyName) },
    privacy: 'public',
    about: 'the answer to LIST; `GAMES` alone if no player waits',
    means: ({ names }) => (names.length === 0 ? 'no player waits' : `who waits: ${names.length}`),
  }),
  wait: message('WAIT[ {opponent}]', {
    fields: { opponent: anyName },
    privacy: 'public',
    about: "to PLAY: it is your opponent's turn; without a name, no opponent has joined yet",
    means: ({ opponent }) => (opponent === undefined ? 'no opponent has joined yet' : `it is the turn of ${opponent}`),
  }),
  start: message('START {opponent}', {
    fields: { opponent: anyName },
    privacy: 'public',
    about: 'to PLAY: an opponent has joined; you are black, nothing is on the board, and it is your turn',
    means: ({ opponent }) => `a game against ${opponent}: the first move`,
  }),
  stone: message('STONE {x} {y}', {
    fields: stone,
    privacy: 'public',
    about: 'to PLAY: your opponent played there, and it is your turn. What that captured is for you to find out',
    means: ({ x, y }) => `the opponent has played column ${x}, row ${y}`,
  }),
  pass: bare('PASS', {
    privacy: 'public',
    about: 'to PLAY: your opponent passed, and it is your turn',
    means: 'the opponent has passed',
  }),
  forfeit: bare('FORFEIT', {
    privacy: 'public',
    about: 'to PLAY: your opponent resigned, or ran out of time; you won',
    means: 'the end: the opponent has resigned',
  }),
  disconnect: bare('DISCONNECT', {
    privacy: 'public',
    about: 'to PLAY: your opponent has left; you won',
    means: 'the end: the opponent has left',
  }),
  result: message('RESULT {outcome}', {
    fields: { outcome },
    privacy: 'public',
    about: 'to PLAY: both have passed',
    means: ({ outcome }) => `the end: ${OUTCOMES[outcome]}`,
  }),
});

export const messages: ProtocolMessages = tableMessages({ client: [clientMessages], server: [serverMessages] });

export type ClientMessage = MessageOfLineCodec<typeof clientMessages>;
export type ServerMessage = MessageOfLineCodec<typeof serverMessages>;

/**
 * The reason why a line is not a request. A wrong coordinate is a separate reason, because the server first checks whether the
 * client is in a game (ruling on precedence).
 */
export type ParseProblem = 'unknown' | 'coordinate';

/** Reads a line without its ending. */
export function parseClientMessage(line: string): Result<ClientMessage, ParseProblem> {
  const read = clientMessages.parse(line);
  if (read.ok) return read;
  const { kind, field } = read.problem;
  return problem(kind === 'stone' && field !== undefined ? 'coordinate' : 'unknown');
}

export const makeClientMessage = (message: ClientMessage): string => clientMessages.make(message);

/** Reads a line without its ending. */
export function parseServerMessage(line: string): Result<ServerMessage, 'unknown'> {
  const read = serverMessages.parse(line);
  return read.ok ? read : problem('unknown');
}

export const makeServerMessage = (message: ServerMessage): string => serverMessages.make(message);

/** The point with these coordinates, which count from 1. */
export const pointOf = (size: BoardSize, { x, y }: Intersection): Point | 'off-board' =>
  pointAt(size, x - 1, y - 1) ?? 'off-board';

export function intersectionOf(size: BoardSize, point: Point): Intersection {
  const { x, y } = coordinates(size, point);
  return { x: x + 1, y: y + 1 };
}
