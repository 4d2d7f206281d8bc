import type { ReadResult } from '../bytes.ts';
import {
  type BinaryFieldCodec,
  byte,
  byteFor,
  longText,
  MORE,
  optional,
  readUint32,
  writeUint32,
} from '../messages/binary-field-codec.ts';
import {
  binaryMessage,
  binaryMessages,
  type MalformedBytes,
  type MessageOfBinaryCodec,
} from '../messages/binary-messages.ts';
import { namedPlace } from '../messages/describe-point.ts';
import { pick } from '../messages/field-codec.ts';
import type { ConversationContext } from '../messages/message-description.ts';
import { VERSIONS, type Version } from './protocol-version.ts';

/** A point: column and row, one byte each, counted from 0 at the top left. */
export interface Coordinates {
  readonly x: number;
  readonly y: number;
}

/** A stone. `owner` is from the point of view of the player who receives the message. */
export interface BoardStone extends Coordinates {
  readonly owner: 'own' | 'opponent';
}

/** The results of a game for the player who receives the message. The index is the byte (ruling: 0 draw, 1 win, 2 loss). */
export const RESULTS = ['draw', 'win', 'loss'] as const;
export type GameResult = (typeof RESULTS)[number];

/** Bytes that are not an action. After `no-such-action` and `too-long`, nothing more can be read. */
export type MalformedAction = MalformedBytes;

/** The longest text, in bytes. */
export const LONGEST_PAYLOAD = 65_536;

/** The number of points of the largest board. */
const MAX_STONES = 255 * 255;

const text = longText(LONGEST_PAYLOAD);
const place = { x: byte, y: byte };

/**
 * The payload of UNKNOWN. The document has it, but known programs send none. A length begins with the byte 00. No other action
 * can begin with 00, because COMPATIBLE is sent only once (ruling).
 */
const optionalText = optional(text, (next) => next === 0);

/**
 * The stones of a BOARD. For the owner, some managers send 1 and 2, others 0 and 1. If any owner is 0, the form is 0 and 1
 * (ruling).
 */
const stones: BinaryFieldCodec<readonly BoardStone[]> = {
  description: 'how many stones as four bytes, then x, y and whose for each: 1 own, 2 the opponent’s',
  read(bytes, at) {
    const count = readUint32(bytes, at);
    if (count === undefined) return MORE;
    if (count > MAX_STONES) return { kind: 'too-long' };
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

/** The numbers of an action by version, from the document's headings, and for 0.2.0 from the ruling. */
const numbersByVersion = (first: number, second: number) => ({ '0.1.0': first, '0.2.0': second });

const describePlace = ({ x, y }: Coordinates, { size }: ConversationContext): string =>
  namedPlace(`${x} ${y}`, size, x, y, 'gomoku');

/** The actions of managers, such as the server. */
const MANAGER = {
  compatible: binaryMessage('PROTOCOL COMPATIBLE', numbersByVersion(0x00, 0x00), {
    fields: {},
    privacy: 'public',
    about: 'the version is agreed; the player now waits for an opponent',
    means: 'welcome',
  }),
  start: binaryMessage('START', numbersByVersion(0x01, 0x01), {
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
      means: 'the same game begins again',
    },
  ),
  turn: binaryMessage('TURN', numbersByVersion(0x02, 0x03), {
    fields: place,
    privacy: 'public',
    about: "the opponent's stone; PLAY in time",
    means: (at, context) => `the opponent has played ${describePlace(at, context)}`,
  }),
  begin: binaryMessage('BEGIN', numbersByVersion(0x03, 0x04), {
    fields: {},
    privacy: 'public',
    about: "the board is empty and the first stone is the player's: PLAY in time",
    means: 'its turn: the first move',
  }),
  board: binaryMessage('BOARD', numbersByVersion(0x04, 0x05), {
    fields: { stones },
    privacy: 'public',
    about: 'only after coming back, and once: every stone in the order of play; PLAY in time',
    means: ({ stones }) => `its turn: the board has ${stones.length === 1 ? '1 stone' : `${stones.length} stones`}`,
  }),
  info: binaryMessage('INFO', numbersByVersion(0x05, 0x06), {
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
  end: binaryMessage('END', numbersByVersion(0x06, 0x08), {
    fields: {},
    privacy: 'public',
    about: 'the conversation is over, and the connection closes',
    means: 'the end',
  }),
  about: binaryMessage('ABOUT', numbersByVersion(0x07, 0x09), {
    fields: {},
    privacy: 'public',
    about: 'PLAYER DESCRIPTION, at any time',
    means: 'asks for a description',
  }),
  unknown: binaryMessage('UNKNOWN', numbersByVersion(0x08, 0x0a), {
    fields: { text: optionalText },
    privacy: 'public',
    about: 'never sent by this server: unknown actions get an ERROR',
    means: 'does not know that action',
  }),
  error: binaryMessage('ERROR', numbersByVersion(0x09, 0x0b), {
    fields: { text },
    privacy: 'public',
    about: 'the reason of a refusal, for people to read',
    means: ({ text }) => `no: ${text}`,
  }),
};

/** The actions of players. */
const PLAYER = {
  'protocol-version': binaryMessage('PROTOCOL VERSION', numbersByVersion(0x0a, 0x0c), {
    fields: { version: text },
    privacy: 'public',
    about: 'first of all, and once: PROTOCOL COMPATIBLE, or ERROR and the end',
    means: ({ version }) => `speaks version ${version}`,
  }),
  ready: binaryMessage('READY', numbersByVersion(0x0b, 0x0d), {
    fields: {},
    privacy: 'public',
    about: 'the answer to START; when both are ready the game begins',
    means: 'is ready',
  }),
  play: binaryMessage('PLAY', numbersByVersion(0x0c, 0x0e), {
    fields: place,
    privacy: 'public',
    about: 'a stone',
    means: (at, context) => `plays ${describePlace(at, context)}`,
  }),
  'player-description': binaryMessage('PLAYER DESCRIPTION', numbersByVersion(0x0d, 0x0f), {
    fields: { text },
    privacy: 'public',
    about: "a name in it becomes the player's name",
    means: ({ text }) => `describes itself: ${text}`,
  }),
  unknown: binaryMessage('UNKNOWN', numbersByVersion(0x0e, 0x10), {
    fields: { text: optionalText },
    privacy: 'public',
    about: 'no effect',
    means: 'does not know that action',
  }),
  error: binaryMessage('ERROR', numbersByVersion(0x0f, 0x11), {
    fields: { text },
    privacy: 'public',
    about: 'no effect',
    means: ({ text }) => `an error: ${text}`,
  }),
  message: binaryMessage('MESSAGE', numbersByVersion(0x10, 0x12), {
    fields: { text },
    privacy: 'public',
    about: 'no effect; it may come at any time, also before a move',
    means: ({ text }) => `remarks: ${text}`,
  }),
  debug: binaryMessage('DEBUG', numbersByVersion(0x11, 0x13), {
    fields: { text },
    privacy: 'public',
    about: 'no effect, likewise',
    means: ({ text }) => `remarks: ${text}`,
  }),
  suggestion: binaryMessage('SUGGESTION', numbersByVersion(0x12, 0x14), {
    fields: place,
    privacy: 'public',
    about: 'the stone that is played if no PLAY comes in time',
    means: (at, context) => `suggests ${describePlace(at, context)}`,
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

/** Reads an action of a player, after the agreement on the version. */
export const parsePlayerAction = (bytes: Uint8Array, version: Version): ReadResult<PlayerAction | MalformedAction> =>
  playerActions[version].parse(bytes);

export const makePlayerAction = (action: PlayerAction, version: Version): Uint8Array =>
  playerActions[version].make(action);

/** Reads an action of a manager, after the agreement on the version. */
export const parseManagerAction = (bytes: Uint8Array, version: Version): ReadResult<ManagerAction | MalformedAction> =>
  managerActions[version].parse(bytes);

/** Throws where the version has no such action: see `canSay`. */
export const makeManagerAction = (action: ManagerAction, version: Version): Uint8Array =>
  managerActions[version].make(action);

export const hasManagerAction = (version: Version, kind: ManagerAction['kind']): boolean =>
  managerActions[version].numberOf(kind) !== undefined;

/** A player's first action. `version` is undefined if the server does not support the version. */
export interface FirstAction {
  readonly kind: 'opening';
  readonly version: Version | undefined;
}

/** Reads a player's first action. Its number, 0A or 0C, must fit the version in its text (ruling). */
export function parseOpening(bytes: Uint8Array): ReadResult<FirstAction | MalformedAction> {
  const number = bytes[0];
  if (number === undefined) return MORE;
  const version = VERSIONS.find((each) => playerActions[each].numberOf('protocol-version') === number);
  if (version === undefined)
    return { kind: 'broken', message: { kind: 'malformed', problem: 'no-such-action', number } };
  const read = parsePlayerAction(bytes, version);
  if (read.kind === 'more') return read;
  const action = read.message;
  if (action.kind === 'malformed') return { ...read, message: action };
  const isAgreed = action.kind === 'protocol-version' && action.version === version;
  return { ...read, message: { kind: 'opening', version: isAgreed ? version : undefined } };
}

/** The answer to an unsupported version: ERROR with the number of version 0.1.0, for any requested version (ruling). */
export const makeRefusal = (text: string): Uint8Array => makeManagerAction({ kind: 'error', text }, '0.1.0');

/** Reads the manager's answer to PROTOCOL VERSION. It may be an ERROR with the number of version 0.1.0. */
export const parseReply = (bytes: Uint8Array, version: Version): ReadResult<ManagerAction | MalformedAction> =>
  parseManagerAction(bytes, bytes[0] === managerActions['0.1.0'].numberOf('error') ? '0.1.0' : version);
