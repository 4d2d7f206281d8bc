import type { Stone } from '../../lobby/games/game-event.ts';
import type { BoardCoordinates } from '../../rules/point.ts';
import { pointAt, square } from '../../rules/point.ts';
import { namedPlace } from '../messages/describe-point.ts';
import {
  type FieldCodec,
  type MultiFieldCodec,
  oneOf,
  pick,
  restOfLine,
  wholeNumber,
  word,
  wordFor,
} from '../messages/field-codec.ts';
import { lineMessages, type MessageOfLineCodec } from '../messages/line-messages.ts';
import { bare, type ConversationContext, message } from '../messages/message-description.ts';
import { type ProtocolMessages, tableMessages } from '../messages/protocol-messages.ts';
import { parseWholeNumber } from '../parse-whole-number.ts';
import { type LetterCase, MODES, type Mode, SIZES, type Size } from './setup-values.ts';

interface Board {
  readonly size: Size;
  /** The stones: in any order if the message is made, row by row from the top left if it was parsed. */
  readonly stones: readonly Stone[];
}

const FORMAT = { delimiter: ' ' };
const DIGITS = { black: '0', white: '1' } as const;
const EMPTY = 'X';

const color = wordFor(DIGITS);
const at = { x: wholeNumber(), y: wholeNumber() };
const version = restOfLine(word('a version'));

/** The mode, in either letter case: the document has both (Setup, 2 and 2a). */
const mode: FieldCodec<Mode> = { ...oneOf(MODES), read: (text) => MODES.find((each) => each === text.toLowerCase()) };

/** A list of points: one or more pairs of whole numbers. */
const places: FieldCodec<readonly BoardCoordinates[]> = restOfLine({
  description: '`x y` once or more',
  read: readPlaces,
  write: (stones) => stones.map(({ x, y }) => `${x} ${y}`).join(' '),
  sample: (random) => Array.from({ length: 1 + random(3) }, () => ({ x: random(19), y: random(19) })),
});

const board: MultiFieldCodec<Board> = {
  description: 'every intersection from left to right, from top to bottom: `X` empty, `0` black, `1` white',
  isSpread: true,
  read: readBoard,
  write: drawBoard,
  sample(random) {
    const size = pick(random, SIZES);
    const rows = random(3) > 0 ? [] : Array.from({ length: random(size) }, (_, y) => y);
    const colors = ['black', 'white'] as const;
    return {
      size,
      stones: rows.map((y) => ({ point: pointAt(square(size), random(size), y)!, color: pick(random, colors) })),
    };
  },
};

const countStones = (stones: number): string => (stones === 1 ? '1 stone' : `${stones} stones`);
const describePlace = ({ x, y }: BoardCoordinates, { size }: ConversationContext): string =>
  namedPlace(`${x} ${y}`, size, x, y);

/** `pass` and `resign` are our extension. */
export const clientMessages = lineMessages(FORMAT, {
  go: message('go {version}', {
    fields: { version },
    privacy: 'public',
    about: 'first: `ok` and the set-up, or `no` and the end',
    means: ({ version }) => `speaks version ${version}`,
  }),
  ack: bare('ack', {
    privacy: 'public',
    about: 'after `stones`, `place`, `remove`, `yourturn`: whatever comes next',
    means: 'has heard it',
  }),
  place: message('place {x} {y}', {
    fields: at,
    privacy: 'public',
    about: 'in turn: `place` to both, then `ack`; illegal: `yourturn` again',
    means: (place, context) => `plays ${describePlace(place, context)}`,
  }),
  pass: bare('pass', {
    privacy: 'public',
    about: 'in turn (our extension): `ack`; the other side gets `yourturn`',
    means: 'passes',
  }),
  resign: bare('resign', {
    privacy: 'public',
    about: 'at any time (our extension): the game is lost, `close`, the connection is closed',
    means: 'resigns',
  }),
  close: bare('close', {
    privacy: 'public',
    about: 'at any time: the game is lost, the connection is closed',
    means: 'resigns',
  }),
});

export const serverMessages = lineMessages(FORMAT, {
  ok: message('ok {version}', {
    fields: { version },
    privacy: 'public',
    about: 'your version, as you said it; it is spoken here',
    means: 'welcome',
  }),
  no: bare('no', {
    privacy: 'public',
    about: 'your version is not spoken here; the connection is closed',
    means: 'no: another version',
  }),
  full: bare('full', {
    privacy: 'public',
    about: 'every place of this listener is taken; the connection is closed',
    means: 'no: every seat is taken',
  }),
  mode: message('mode {mode}', {
    fields: { mode },
    privacy: 'public',
    about: 'two clients meet, or you play both colours',
    means: ({ mode }) => (mode === 'local' ? 'one client plays both colours' : 'two meet'),
  }),
  color: message('color {color}', {
    fields: { color },
    privacy: 'public',
    about: 'you are black, white; not sent in local mode',
    means: ({ color }) => `it is ${color}`,
  }),
  stones: message('stones {board}', {
    fields: { board },
    privacy: 'public',
    about: 'the whole board. Wants an `ack`',
    means: ({ size, stones }) => `the board of ${size}x${size}: ${countStones(stones.length)}`,
    sizeIn: ({ size }) => size,
  }),
  ready: bare('ready', { privacy: 'public', about: 'the set-up is done', means: 'it has a seat' }),
  yourturn: bare('yourturn', {
    privacy: 'public',
    about: 'place a stone (or pass). Wants an `ack`',
    means: 'its turn',
  }),
  place: message('place {color} {x} {y}', {
    fields: { color, ...at },
    privacy: 'public',
    about: "a legal stone of that colour, yours or the other side's. Wants an `ack`",
    means: (place, context) => `${place.color} has played ${describePlace(place, context)}`,
  }),
  ack: bare('ack', { privacy: 'public', about: 'your stone, or your pass, was taken', means: 'done' }),
  remove: message('remove {stones}', {
    fields: { stones: places },
    privacy: 'public',
    about: 'the stones that the last one captured, from the top left, row by row. Wants an `ack`',
    means: ({ stones }) => `captured: ${countStones(stones.length)}`,
  }),
  close: bare('close', { privacy: 'public', about: 'it is over; the connection is closed', means: 'the end' }),
});

export const messages: ProtocolMessages = tableMessages({ client: [clientMessages], server: [serverMessages] });

export type ClientMessage = MessageOfLineCodec<typeof clientMessages>;
export type ServerMessage = MessageOfLineCodec<typeof serverMessages>;

/** Reads a client's line without its line ending. Undefined: it is not a client message. */
export function parseClientMessage(line: string): ClientMessage | undefined {
  const read = clientMessages.parse(line);
  return read.ok ? read.value : undefined;
}

/** Makes a client's line without its line ending. */
export const makeClientMessage = (message: ClientMessage): string => clientMessages.make(message);

/** Reads a server's line without its line ending. Undefined: it is not a server message. */
export function parseServerMessage(line: string): ServerMessage | undefined {
  const read = serverMessages.parse(line);
  return read.ok ? read.value : undefined;
}

/** Makes a server's line without its line ending. */
export const makeServerMessage = (message: ServerMessage, letterCase: LetterCase = 'lower'): string =>
  message.kind === 'mode' && letterCase === 'upper'
    ? `mode ${message.mode.toUpperCase()}`
    : serverMessages.make(message);

function readPlaces(text: string): readonly BoardCoordinates[] | undefined {
  const words = text.split(' ');
  const found: BoardCoordinates[] = [];
  for (let index = 0; index < words.length; index += 2) {
    const x = parseWholeNumber(words[index] ?? '');
    const y = parseWholeNumber(words[index + 1] ?? '');
    if (x === undefined || y === undefined) return undefined;
    found.push({ x, y });
  }
  return found;
}

function readBoard(drawing: string): Board | undefined {
  const size = SIZES.find((lines) => lines * lines === drawing.length);
  if (size === undefined) return undefined;
  const stones: Stone[] = [];
  for (let index = 0; index < drawing.length; index++) {
    const letter = drawing[index] ?? '';
    if (letter === EMPTY) continue;
    const found = color.read(letter);
    const point = pointAt(square(size), index % size, Math.floor(index / size));
    if (found === undefined || point === undefined) return undefined;
    stones.push({ point, color: found });
  }
  return { size, stones };
}

function drawBoard({ size, stones }: Board): string {
  const drawing: string[] = Array.from({ length: size * size }, () => EMPTY);
  for (const { point, color } of stones) drawing[point] = DIGITS[color];
  return drawing.join('');
}
