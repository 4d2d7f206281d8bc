import type { ReadResult } from '../message-read-result.ts';
import {
  type BinaryField,
  byte,
  byteFor,
  longText,
  MORE,
  optional,
  readUint32,
  writeUint32,
} from '../messages/binary-field.ts';
import {
  binaryMessage,
  binaryMessages,
  type MalformedBytes,
  type MessageOfBinaryCodec,
} from '../messages/binary-messages.ts';
import { namedPlace } from '../messages/describe-point.ts';
import { pick } from '../messages/field-form.ts';
import type { ConversationContext } from '../messages/message-description.ts';
import { VERSIONS, type Version } from './protocol-version.ts';

/** Column and row, one byte each, from 0 at the top left. */
export interface Coordinates {
  readonly x: number;
  readonly y: number;
}

/** A stone from the point of view of the player who receives it. */
export interface BoardStone extends Coordinates {
  readonly owner: 'own' | 'opponent';
}

/** How a game ended for the player who receives it; its place is its byte (ruling: 0 draw, 1 win, 2 loss). */
export const RESULTS = ['draw', 'win', 'loss'] as const;
export type GameResult = (typeof RESULTS)[number];

/** What stands where an action should. After `no-such-action` and `too-long` nothing more can be read. */
export type MalformedAction = MalformedBytes;

/** The longest text, in bytes. */
export const LONGEST_PAYLOAD = 65_536;

/** A full board of the largest size. */
const MOST_STONES = 255 * 255;

const text = longText(LONGEST_PAYLOAD);
const place = { x: byte, y: byte };

/**
 * Known programs send UNKNOWN without a payload, the document has one. A size that is allowed begins with the byte 00,
 * and 00 is no action that could follow: COMPATIBLE is never said twice (ruling).
 */
const optionalText = optional(text, (next) => next === 0);

/** Managers disagree on the field: own is 1 and the opponent's 2 or, as soon as a 0 is seen, 0 and 1 (ruling). */
const stones: BinaryField<readonly BoardStone[]> = {
  description: 'how many stones as four bytes, then x, y and whose for each: 1 own, 2 the opponent’s',
  read(bytes, at) {
    const count = readUint32(bytes, at);
    if (count === undefined) return MORE;
    if (count > MOST_STONES) return { kind: 'too-long' };
    const first = at + 4;
    const end = first + 3 * count;
    if (bytes.length < end) return MORE;
    const triples = Array.from({ length: count }, (_, index) =>
      bytes.subarray(first + 3 * index, first + 3 * index + 3),
    );
    const own = triples.some(([, , field]) => field === 0) ? 0 : 1;
    const value: BoardStone[] = [];
    for (const [x = 0, y = 0, field] of triples) {
      if (field !== own && field !== own + 1) return { kind: 'wrong', problem: 'bad-value', end };
      value.push({ x, y, owner: field === own ? 'own' : 'opponent' });
    }
    return { kind: 'value', value, end };
  },
  sizeOf: (all) => 4 + 3 * all.length,
  write(all, bytes, at) {
    writeUint32(all.length, bytes, at);
    for (const [index, { x, y, owner }] of all.entries()) {
      bytes.set([x, y, owner === 'own' ? 1 : 2], at + 4 + 3 * index);
    }
    return at + 4 + 3 * all.length;
  },
  sample: (random) =>
    Array.from({ length: random(4) }, () => {
      const owners = ['own', 'opponent'] as const;
      return { x: byte.sample(random), y: byte.sample(random), owner: pick(random, owners) };
    }),
};

/** The numbers of an action by version (the document's headings; for 0.2.0 the ruling). */
const numbers = (first: number, second: number) => ({ '0.1.0': first, '0.2.0': second });

const shown = ({ x, y }: Coordinates, { size }: ConversationContext): string =>
  namedPlace(`${x} ${y}`, size, x, y, 'gomoku');

/** What a manager says; the server is one. */
const MANAGER = {
  compatible: binaryMessage('PROTOCOL COMPATIBLE', numbers(0x00, 0x00), {
    fields: {},
    privacy: 'public',
    about: 'the version is agreed; the player now waits for an opponent',
    means: 'welcome',
  }),
  start: binaryMessage('START', numbers(0x01, 0x01), {
    fields: { size: byte },
    privacy: 'public',
    about: 'an opponent is there: READY within 10 s',
    means: ({ size }) => `a game on ${size}x${size}`,
    sizeIn: ({ size }) => size,
  }),
  restart: binaryMessage(
    'RESTART',
    { '0.2.0': 0x02 },
    {
      fields: {},
      privacy: 'public',
      about: 'never sent by this server: a connection has one game',
      means: 'the same once more',
    },
  ),
  turn: binaryMessage('TURN', numbers(0x02, 0x03), {
    fields: place,
    privacy: 'public',
    about: "the opponent's stone; PLAY in time",
    means: (at, context) => `the other has played ${shown(at, context)}`,
  }),
  begin: binaryMessage('BEGIN', numbers(0x03, 0x04), {
    fields: {},
    privacy: 'public',
    about: "the board is empty and the first stone is the player's: PLAY in time",
    means: 'its turn: the first move',
  }),
  board: binaryMessage('BOARD', numbers(0x04, 0x05), {
    fields: { stones },
    privacy: 'public',
    about: 'only after coming back, and once: every stone in the order of play; PLAY in time',
    means: ({ stones }) => `its turn: the board has ${stones.length === 1 ? '1 stone' : `${stones.length} stones`}`,
  }),
  info: binaryMessage('INFO', numbers(0x05, 0x06), {
    fields: { text },
    privacy: 'public',
    about: 'a key and its value; needs no answer',
    means: ({ text }) => `information: ${text}`,
  }),
  result: binaryMessage(
    'RESULT',
    { '0.2.0': 0x07 },
    {
      fields: { result: byteFor(RESULTS) },
      privacy: 'public',
      about: 'how the game ended for the player; END follows',
      means: ({ result }) => `the result: a ${result}`,
    },
  ),
  end: binaryMessage('END', numbers(0x06, 0x08), {
    fields: {},
    privacy: 'public',
    about: 'the conversation is over, and the connection closes',
    means: 'the end',
  }),
  about: binaryMessage('ABOUT', numbers(0x07, 0x09), {
    fields: {},
    privacy: 'public',
    about: 'PLAYER DESCRIPTION, at any time',
    means: 'asks who it is',
  }),
  unknown: binaryMessage('UNKNOWN', numbers(0x08, 0x0a), {
    fields: { text: optionalText },
    privacy: 'public',
    about: 'never sent by this server: unknown actions get an ERROR',
    means: 'does not know that action',
  }),
  error: binaryMessage('ERROR', numbers(0x09, 0x0b), {
    fields: { text },
    privacy: 'public',
    about: 'the reason of a refusal, for people to read',
    means: ({ text }) => `no: ${text}`,
  }),
};

/** What a player says. */
const PLAYER = {
  'protocol-version': binaryMessage('PROTOCOL VERSION', numbers(0x0a, 0x0c), {
    fields: { version: text },
    privacy: 'public',
    about: 'first of all, and once: PROTOCOL COMPATIBLE, or ERROR and the end',
    means: ({ version }) => `speaks version ${version}`,
  }),
  ready: binaryMessage('READY', numbers(0x0b, 0x0d), {
    fields: {},
    privacy: 'public',
    about: 'the answer to START; when both are ready the game begins',
    means: 'is ready',
  }),
  play: binaryMessage('PLAY', numbers(0x0c, 0x0e), {
    fields: place,
    privacy: 'public',
    about: 'a stone',
    means: (at, context) => `plays ${shown(at, context)}`,
  }),
  'player-description': binaryMessage('PLAYER DESCRIPTION', numbers(0x0d, 0x0f), {
    fields: { text },
    privacy: 'public',
    about: "a name in it becomes the player's name",
    means: ({ text }) => `describes itself: ${text}`,
  }),
  unknown: binaryMessage('UNKNOWN', numbers(0x0e, 0x10), {
    fields: { text: optionalText },
    privacy: 'public',
    about: 'no effect',
    means: 'does not know that action',
  }),
  error: binaryMessage('ERROR', numbers(0x0f, 0x11), {
    fields: { text },
    privacy: 'public',
    about: 'no effect',
    means: ({ text }) => `an error: ${text}`,
  }),
  message: binaryMessage('MESSAGE', numbers(0x10, 0x12), {
    fields: { text },
    privacy: 'public',
    about: 'no effect; it may come at any time, also before a move',
    means: ({ text }) => `remarks: ${text}`,
  }),
  debug: binaryMessage('DEBUG', numbers(0x11, 0x13), {
    fields: { text },
    privacy: 'public',
    about: 'no effect, likewise',
    means: ({ text }) => `remarks: ${text}`,
  }),
  suggestion: binaryMessage('SUGGESTION', numbers(0x12, 0x14), {
    fields: place,
    privacy: 'public',
    about: 'the stone that is played if no PLAY comes in time',
    means: (at, context) => `suggests ${shown(at, context)}`,
  }),
};

const inVersions = <Codec>(compile: (version: Version) => Codec): Readonly<Record<Version, Codec>> => ({
  '0.1.0': compile('0.1.0'),
  '0.2.0': compile('0.2.0'),
});

export const managerActions = inVersions((version) => binaryMessages(MANAGER, version));
export const playerActions = inVersions((version) => binaryMessages(PLAYER, version));

export type ManagerAction = MessageOfBinaryCodec<(typeof managerActions)[Version]>;
export type PlayerAction = MessageOfBinaryCodec<(typeof playerActions)[Version]>;

/** Reads what a player says, once the version is agreed. */
export const parsePlayerAction = (bytes: Uint8Array, version: Version): ReadResult<PlayerAction | MalformedAction> =>
  playerActions[version].parse(bytes);

export const makePlayerAction = (action: PlayerAction, version: Version): Uint8Array =>
  playerActions[version].make(action);

/** Reads what a manager says, once the version is agreed. */
export const parseManagerAction = (bytes: Uint8Array, version: Version): ReadResult<ManagerAction | MalformedAction> =>
  managerActions[version].parse(bytes);

/** Throws where the version has no such action: see `canSay`. */
export const makeManagerAction = (action: ManagerAction, version: Version): Uint8Array =>
  managerActions[version].make(action);

/** Whether a version of the protocol has an action of the manager. */
export const canSay = (version: Version, kind: ManagerAction['kind']): boolean =>
  managerActions[version].numberOf(kind) !== undefined;

/** A player's first words. `version`: what both now speak, or `undefined`, and the manager refuses. */
export interface FirstAction {
  readonly kind: 'opening';
  readonly version: Version | undefined;
}

/** Reads a player's first action: its number, 0A or 0C, already decides the numbering that its text must name (ruling). */
export function parseOpening(bytes: Uint8Array): ReadResult<FirstAction | MalformedAction> {
  const number = bytes[0];
  if (number === undefined) return MORE;
  const version = VERSIONS.find((known) => playerActions[known].numberOf('protocol-version') === number);
  if (version === undefined)
    return { kind: 'broken', message: { kind: 'malformed', problem: 'no-such-action', number } };
  const read = parsePlayerAction(bytes, version);
  if (read.kind === 'more') return read;
  const action = read.message;
  if (action.kind === 'malformed') return { ...read, message: action };
  const isAgreed = action.kind === 'protocol-version' && action.version === version;
  return { ...read, message: { kind: 'opening', version: isAgreed ? version : undefined } };
}

/** The answer to a version that is not spoken here: ERROR as version 0.1.0 numbers it, for any requested version (ruling). */
export const makeRefusal = (words: string): Uint8Array => makeManagerAction({ kind: 'error', text: words }, '0.1.0');

/** Reads the manager's answer to PROTOCOL VERSION, which may refuse it with ERROR as version 0.1.0 numbers it. */
export const parseReply = (bytes: Uint8Array, version: Version): ReadResult<ManagerAction | MalformedAction> =>
  parseManagerAction(bytes, bytes[0] === managerActions['0.1.0'].numberOf('error') ? '0.1.0' : version);
