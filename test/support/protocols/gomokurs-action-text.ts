import assert from 'node:assert/strict';
import {
  type ManagerAction,
  makeManagerAction,
  makePlayerAction,
  type PlayerAction,
  parseManagerAction,
  parsePlayerAction,
  parseReply,
  RESULTS,
} from '../../../src/protocols/gomokurs/messages.ts';
import type { Version } from '../../../src/protocols/gomokurs/protocol-version.ts';

const MANAGER_TEXTS = ['info', 'error', 'unknown'] as const;
const MANAGER_BARE = ['compatible', 'restart', 'begin', 'end', 'about'] as const;
const PLAYER_TEXTS = ['message', 'debug', 'error', 'unknown'] as const;

/** Longer texts are shown by their length. */
const MAX_SHOWN = 1000;

/** Encodes actions of a manager: `TURN 7 8`, `BOARD 7 7 own 8 8 opponent`, `RESULT win`, `raw 0A 00`. Commas separate actions. */
export const managerBytes = (text: string, version: Version): Uint8Array =>
  encodeAll(text, (word, rest) => makeManagerAction(managerAction(word, rest), version));

/** Encodes actions of a player: `VERSION`, `VERSION 0.3.0`, `PLAY 7 8`, `DESCRIPTION name="Pig"`, `raw 0A 00`. Commas separate actions. */
export const playerBytes = (text: string, version: Version): Uint8Array =>
  encodeAll(text, (word, rest) => makePlayerAction(playerAction(word, rest, version), version));

function encodeAll(text: string, make: (word: string, rest: string) => Uint8Array): Uint8Array {
  const encoded = text.split(', ').map((action) => {
    const [word = ''] = action.split(' ');
    const rest = action.slice(word.length + 1);
    return word === 'raw' ? Buffer.from(rest.replaceAll(' ', ''), 'hex') : make(word.toLowerCase(), rest);
  });
  return Buffer.concat(encoded);
}

function managerAction(word: string, rest: string): ManagerAction {
  const [first = 0, second = 0] = rest.split(' ').map(Number);
  switch (word) {
    case 'start':
      return { kind: word, size: first };
    case 'turn':
      return { kind: word, x: first, y: second };
    case 'result':
      return { kind: word, result: RESULTS.find((each) => each === rest) ?? assert.fail(rest) };
    case 'board': {
      const stones = [...rest.matchAll(/(\d+) (\d+) (own|opponent)/g)].map(([, x, y, owner]) => ({
        x: Number(x),
        y: Number(y),
        owner: owner === 'own' ? ('own' as const) : ('opponent' as const),
      }));
      return { kind: word, stones };
    }
    default: {
      const kind = MANAGER_TEXTS.find((each) => each === word);
      if (kind === undefined) return { kind: MANAGER_BARE.find((each) => each === word) ?? assert.fail(word) };
      return kind === 'unknown' && rest === '' ? { kind } : { kind, text: rest };
    }
  }
}

function playerAction(word: string, rest: string, version: Version): PlayerAction {
  const [x = 0, y = 0] = rest.split(' ').map(Number);
  switch (word) {
    case 'version':
      return { kind: 'protocol-version', version: rest || version };
    case 'ready':
      return { kind: 'ready' };
    case 'play':
    case 'suggestion':
      return { kind: word, x, y };
    case 'description':
      return { kind: 'player-description', text: rest };
    default: {
      const kind = PLAYER_TEXTS.find((each) => each === word) ?? assert.fail(word);
      return kind === 'unknown' && rest === '' ? { kind } : { kind, text: rest };
    }
  }
}

/** The text of one write of a manager, which must be one action. `isReply`: it answers PROTOCOL VERSION. */
export function managerText(bytes: Uint8Array, version: Version, isReply = false): string {
  const read = isReply ? parseReply(bytes, version) : parseManagerAction(bytes, version);
  assert.ok(read.kind === 'message' && read.message.kind !== 'malformed');
  assert.equal(read.length, bytes.length, 'one action, one write');
  const action = read.message;
  const word = action.kind.toUpperCase();
  switch (action.kind) {
    case 'start':
      return `${word} ${action.size}`;
    case 'turn':
      return `${word} ${action.x} ${action.y}`;
    case 'board':
      return `${word} ${action.stones.map(({ x, y, owner }) => `${x} ${y} ${owner}`).join(' ')}`.trimEnd();
    case 'result':
      return `${word} ${action.result}`;
    case 'info':
    case 'error':
      return `${word} ${action.text}`;
    default:
      return word;
  }
}

/** The text of one write of a player, which must be one action. */
export function playerText(bytes: Uint8Array, version: Version): string {
  // UNKNOWN without a payload is complete only when a byte follows.
  const read = parsePlayerAction(Buffer.concat([bytes, Uint8Array.of(0xff)]), version);
  assert.ok(read.kind === 'message' && read.message.kind !== 'malformed');
  assert.equal(read.length, bytes.length, 'one action, one write');
  const action = read.message;
  switch (action.kind) {
    case 'protocol-version':
      return action.version === version ? 'VERSION' : `VERSION ${action.version}`;
    case 'play':
    case 'suggestion':
      return `${action.kind.toUpperCase()} ${action.x} ${action.y}`;
    case 'ready':
      return 'READY';
    case 'player-description':
      return `DESCRIPTION ${action.text}`;
    default: {
      const text = action.text ?? '';
      return `${action.kind.toUpperCase()} ${text.length > MAX_SHOWN ? `of ${text.length}` : text}`.trimEnd();
    }
  }
}
