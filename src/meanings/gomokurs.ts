import type { Read } from '../protocols/conversation.ts';
import type { Malformed, ManagerAction, PlayerAction, Version } from '../protocols/gomokurs/action.ts';
import {
  type Opening,
  parseManagerAction,
  parseOpening,
  parsePlayerAction,
  parseReply,
} from '../protocols/gomokurs/codec.ts';
import type { Interpreter, Reading } from './interpreter.ts';
import { namedPlace } from './place.ts';

export function gomokursInterpreter(): Interpreter {
  let version: Version | undefined;
  let answered = false;
  let size: number | undefined;
  return {
    isBinary: true,
    client(bytes) {
      if (version !== undefined) return reading(parsePlayerAction(bytes, version), (action) => ofPlayer(action, size));
      const read = reading(parseOpening(bytes), ofOpening);
      // What is opened with a version that nobody knows is refused, and its number tells how to read what follows.
      if (read.kind !== 'more') version = bytes[0] === LATER_OPENING ? '0.2.0' : '0.1.0';
      return read;
    },
    server(bytes) {
      const parse = answered ? parseManagerAction : parseReply;
      return reading(parse(bytes, version ?? '0.1.0'), (action) => {
        answered = true;
        if (action.kind === 'start') size = action.size;
        return { ...wellFormed(nameOf(action.kind)), meaning: ofManager(action, size) };
      });
    },
  };
}

/** The number of PROTOCOL VERSION in version 0.2.0. */
const LATER_OPENING = 0x0c;

function reading<Action extends { readonly kind: string }>(
  read: Read<Action | Malformed>,
  explain: (action: Exclude<Action, Malformed>) => Reading,
): Read<Reading> {
  if (read.kind === 'more') return read;
  const { message } = read;
  const found = isMalformed(message) ? PROBLEM(message) : explain(message as Exclude<Action, Malformed>);
  return { ...read, message: found };
}

const isMalformed = (message: { readonly kind: string }): message is Malformed => message.kind === 'malformed';

const PROBLEM = ({ problem }: Malformed): Reading => ({
  action: 'MALFORMED',
  meaning: PROBLEMS[problem],
  isWellFormed: false,
});

const PROBLEMS: Readonly<Record<Malformed['problem'], string>> = {
  'no-such-action': 'no action has that number',
  'too-long': 'longer than any action',
  'not-utf8': 'not UTF-8',
  'bad-value': 'a value that means nothing',
};

const wellFormed = (action: string): Reading => ({ action, meaning: '', isWellFormed: true });

/** As the document calls it: `PLAYER DESCRIPTION`. */
function nameOf(kind: ManagerAction['kind'] | PlayerAction['kind']): string {
  return kind === 'compatible' ? 'PROTOCOL COMPATIBLE' : kind.toUpperCase().replace('-', ' ');
}

const ofOpening = ({ version }: Opening): Reading => ({
  ...wellFormed(nameOf('protocol-version')),
  meaning: version === undefined ? 'speaks a version unknown here' : `speaks version ${version}`,
});

function ofPlayer(action: PlayerAction, size: number | undefined): Reading {
  return { ...wellFormed(nameOf(action.kind)), meaning: meaningOfPlayer(action, size) };
}

function meaningOfPlayer(action: PlayerAction, size: number | undefined): string {
  switch (action.kind) {
    case 'protocol-version':
      return `speaks version ${action.version}`;
    case 'ready':
      return 'is ready';
    case 'play':
      return `plays ${namedPlace(`${action.x} ${action.y}`, size, action.x, action.y)}`;
    case 'suggestion':
      return `suggests ${namedPlace(`${action.x} ${action.y}`, size, action.x, action.y)}`;
    case 'player-description':
      return `describes itself: ${action.text}`;
    case 'unknown':
      return 'does not know that action';
    case 'error':
      return `an error: ${action.text}`;
    case 'message':
    case 'debug':
      return `remarks: ${action.text}`;
  }
}

function ofManager(action: ManagerAction, size: number | undefined): string {
  switch (action.kind) {
    case 'compatible':
      return 'welcome';
    case 'start':
      return `a game on ${action.size}x${action.size}`;
    case 'restart':
      return 'the same once more';
    case 'turn':
      return `the other has played ${namedPlace(`${action.x} ${action.y}`, size, action.x, action.y)}`;
    case 'begin':
      return 'its turn: the first move';
    case 'board':
      return `its turn: the board has ${action.stones.length === 1 ? '1 stone' : `${action.stones.length} stones`}`;
    case 'info':
      return `information: ${action.text}`;
    case 'result':
      return `the result: a ${action.result}`;
    case 'end':
      return 'the end';
    case 'about':
      return 'asks who it is';
    case 'unknown':
      return 'does not know that action';
    case 'error':
      return `no: ${action.text}`;
  }
}
