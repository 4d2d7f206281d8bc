import type { ReadResult } from '../../bytes.ts';
import type { ReceivedMessage } from '../../conformance/dialogue-adapter.ts';
import {
  type BoardStone,
  type MalformedAction,
  type ManagerAction,
  makeManagerAction,
  makePlayerAction,
  type PlayerAction,
  parseManagerAction,
  parsePlayerAction,
} from '../messages.ts';
import type { Version } from '../protocol-version.ts';

/** Reads an action of a manager as text: `START 20`, `TURN 3 4`, `ERROR no`. */
export const readManager = (bytes: Uint8Array, version: Version): ReadResult<ReceivedMessage> =>
  toReceivedMessage(parseManagerAction(bytes, version), managerActionText);

/** Reads an action of a player as text: `PROTOCOL VERSION 0.1.0`, `PLAY 3 4`. */
export const readPlayer = (bytes: Uint8Array, version: Version): ReadResult<ReceivedMessage> =>
  toReceivedMessage(parsePlayerAction(bytes, version), playerActionText);

function toReceivedMessage<Action>(
  read: ReadResult<Action | MalformedAction>,
  toText: (action: Action) => string,
): ReadResult<ReceivedMessage> {
  if (read.kind === 'more') return read;
  const { message } = read;
  if (isMalformed(message)) {
    const text = `(no action: ${message.problem}, byte ${message.number})`;
    return { ...read, message: { text, variants: [], isKnown: false } };
  }
  return { ...read, message: { text: toText(message), variants: [], isKnown: true } };
}

const isMalformed = (message: unknown): message is MalformedAction =>
  typeof message === 'object' && message !== null && 'kind' in message && message.kind === 'malformed';

function managerActionText(action: ManagerAction): string {
  switch (action.kind) {
    case 'start':
      return `START ${action.size}`;
    case 'turn':
      return `TURN ${action.x} ${action.y}`;
    case 'board':
      return `BOARD ${action.stones.map(({ x, y, owner }) => `${owner} ${x} ${y}`).join(', ')}`;
    case 'result':
      return `RESULT ${action.result}`;
    case 'info':
      return `INFO ${action.text}`;
    case 'error':
      return `ERROR ${action.text}`;
    case 'compatible':
    case 'restart':
    case 'begin':
    case 'end':
    case 'about':
    case 'unknown':
      return action.kind.toUpperCase();
  }
}

function playerActionText(action: PlayerAction): string {
  switch (action.kind) {
    case 'protocol-version':
      return `PROTOCOL VERSION ${action.version}`;
    case 'play':
    case 'suggestion':
      return `${action.kind.toUpperCase()} ${action.x} ${action.y}`;
    case 'player-description':
      return `PLAYER DESCRIPTION ${action.text}`;
    case 'message':
    case 'debug':
    case 'error':
      return `${action.kind.toUpperCase()} ${action.text}`;
    case 'ready':
    case 'unknown':
      return action.kind.toUpperCase();
  }
}

/** The bytes of a player's action, from the text that `readPlayer` returns. */
export function writePlayer(words: string, version: Version): Uint8Array {
  const [, keyword = '', rest = ''] = /^(PROTOCOL VERSION|PLAYER DESCRIPTION|\w+) ?(.*)$/s.exec(words) ?? [];
  const [x = 0, y = 0] = rest.split(' ').map(Number);
  const actions: Readonly<Record<string, PlayerAction>> = {
    'PROTOCOL VERSION': { kind: 'protocol-version', version: rest },
    READY: { kind: 'ready' },
    PLAY: { kind: 'play', x, y },
    'PLAYER DESCRIPTION': { kind: 'player-description', text: rest },
    MESSAGE: { kind: 'message', text: rest },
    DEBUG: { kind: 'debug', text: rest },
    ERROR: { kind: 'error', text: rest },
  };
  return makePlayerAction(requireAction(actions[keyword], words), version);
}

/** The bytes of a manager's action, from the text that `readManager` returns. */
export function writeManager(words: string, version: Version): Uint8Array {
  const [, keyword = '', rest = ''] = /^(\w+) ?(.*)$/s.exec(words) ?? [];
  const [x = 0, y = 0] = rest.split(' ').map(Number);
  const actions: Readonly<Record<string, ManagerAction>> = {
    COMPATIBLE: { kind: 'compatible' },
    START: { kind: 'start', size: x },
    RESTART: { kind: 'restart' },
    BEGIN: { kind: 'begin' },
    BOARD: { kind: 'board', stones: boardStones(rest) },
    TURN: { kind: 'turn', x, y },
    END: { kind: 'end' },
    ABOUT: { kind: 'about' },
    INFO: { kind: 'info', text: rest },
    ERROR: { kind: 'error', text: rest },
    RESULT: { kind: 'result', result: rest === 'win' || rest === 'loss' ? rest : 'draw' },
  };
  return makeManagerAction(requireAction(actions[keyword], words), version);
}

const boardStones = (words: string): BoardStone[] =>
  words
    .split(', ')
    .filter((stone) => stone !== '')
    .map((stone) => {
      const [owner, x, y] = stone.split(' ');
      return { x: Number(x), y: Number(y), owner: owner === 'own' ? 'own' : 'opponent' };
    });

function requireAction<Action>(action: Action | undefined, words: string): Action {
  if (action === undefined) throw new Error(`unknown action in a dialogue: ${words}`);
  return action;
}
