import type { Read } from '../conversation.ts';
import {
  type Malformed,
  type ManagerAction,
  managerActionAt,
  managerNumber,
  type PlayerAction,
  playerActionAt,
  playerNumber,
  VERSIONS,
  type Version,
} from './action.ts';
import {
  makeResult,
  makeStones,
  makeText,
  malformed,
  readByte,
  readCoordinates,
  readOptionalText,
  readResult,
  readStones,
  readText,
  withContent,
} from './content.ts';

/** Reads what a player says, once the version is agreed. */
export function parsePlayerAction(bytes: Uint8Array, version: Version): Read<PlayerAction | Malformed> {
  const number = bytes[0];
  if (number === undefined) return { kind: 'more' };
  const kind = playerActionAt(version, number);
  switch (kind) {
    case undefined:
      return { kind: 'broken', message: malformed('no-such-action', number) };
    case 'ready':
      return { kind: 'message', message: { kind }, length: 1 };
    case 'play':
    case 'suggestion':
      return withContent(bytes, readCoordinates(bytes), (at) => ({ kind, ...at }));
    case 'protocol-version':
      return withContent(bytes, readText(bytes), (text) => ({ kind, version: text }));
    case 'player-description':
    case 'error':
    case 'message':
    case 'debug':
      return withContent(bytes, readText(bytes), (text) => ({ kind, text }));
    case 'unknown':
      return withContent(bytes, readOptionalText(bytes), (text) => (text === undefined ? { kind } : { kind, text }));
  }
}

export function makePlayerAction(action: PlayerAction, version: Version): Uint8Array {
  const number = playerNumber(version, action.kind);
  switch (action.kind) {
    case 'ready':
      return Uint8Array.of(number);
    case 'play':
    case 'suggestion':
      return Uint8Array.of(number, action.x, action.y);
    case 'protocol-version':
      return join(number, makeText(action.version));
    case 'player-description':
    case 'error':
    case 'message':
    case 'debug':
      return join(number, makeText(action.text));
    case 'unknown':
      return action.text === undefined ? Uint8Array.of(number) : join(number, makeText(action.text));
  }
}

/** Reads what a manager says, once the version is agreed. */
export function parseManagerAction(bytes: Uint8Array, version: Version): Read<ManagerAction | Malformed> {
  const number = bytes[0];
  if (number === undefined) return { kind: 'more' };
  const kind = managerActionAt(version, number);
  switch (kind) {
    case undefined:
      return { kind: 'broken', message: malformed('no-such-action', number) };
    case 'compatible':
    case 'restart':
    case 'begin':
    case 'end':
    case 'about':
      return { kind: 'message', message: { kind }, length: 1 };
    case 'start':
      return withContent(bytes, readByte(bytes), (size) => ({ kind, size }));
    case 'turn':
      return withContent(bytes, readCoordinates(bytes), (at) => ({ kind, ...at }));
    case 'board':
      return withContent(bytes, readStones(bytes), (stones) => ({ kind, stones }));
    case 'result':
      return withContent(bytes, readResult(bytes), (result) => ({ kind, result }));
    case 'info':
    case 'error':
      return withContent(bytes, readText(bytes), (text) => ({ kind, text }));
    case 'unknown':
      return withContent(bytes, readOptionalText(bytes), (text) => (text === undefined ? { kind } : { kind, text }));
  }
}

/** Throws where the version has no such action: see `canSay`. */
export function makeManagerAction(action: ManagerAction, version: Version): Uint8Array {
  const number = managerNumber(version, action.kind);
  if (number === undefined) throw new Error(`${version} has no ${action.kind}`);
  switch (action.kind) {
    case 'compatible':
    case 'restart':
    case 'begin':
    case 'end':
    case 'about':
      return Uint8Array.of(number);
    case 'start':
      return Uint8Array.of(number, action.size);
    case 'turn':
      return Uint8Array.of(number, action.x, action.y);
    case 'board':
      return join(number, makeStones(action.stones));
    case 'result':
      return join(number, makeResult(action.result));
    case 'info':
    case 'error':
      return join(number, makeText(action.text));
    case 'unknown':
      return action.text === undefined ? Uint8Array.of(number) : join(number, makeText(action.text));
  }
}

/** Whether a version of the protocol has an action of the manager. */
export const canSay = (version: Version, kind: ManagerAction['kind']): boolean =>
  managerNumber(version, kind) !== undefined;

/** A player's first words. `version`: what both now speak, or `undefined`, and the manager refuses. */
export interface Opening {
  readonly kind: 'opening';
  readonly version: Version | undefined;
}

/** Reads a player's first action: its number, 0A or 0C, already tells the numbering that its text must name (ruling). */
export function parseOpening(bytes: Uint8Array): Read<Opening | Malformed> {
  const number = bytes[0];
  if (number === undefined) return { kind: 'more' };
  const version = VERSIONS.find((known) => playerNumber(known, 'protocol-version') === number);
  if (version === undefined) return { kind: 'broken', message: malformed('no-such-action', number) };
  return withContentOf(parsePlayerAction(bytes, version), (action) =>
    action.kind === 'protocol-version' && action.version === version ? version : undefined,
  );
}

function withContentOf(
  read: Read<PlayerAction | Malformed>,
  agreed: (action: PlayerAction) => Version | undefined,
): Read<Opening | Malformed> {
  if (read.kind === 'more') return read;
  if (read.message.kind === 'malformed') return { ...read, message: read.message };
  return { ...read, message: { kind: 'opening', version: agreed(read.message) } };
}

/** The answer to a version that is not spoken here: ERROR by the first numbering, whatever was asked (ruling). */
export const makeRefusal = (text: string): Uint8Array => makeManagerAction({ kind: 'error', text }, '0.1.0');

const REFUSAL = managerNumber('0.1.0', 'error');

/** Reads the manager's answer to PROTOCOL VERSION, which may refuse it by the first numbering. */
export const parseReply = (bytes: Uint8Array, version: Version): Read<ManagerAction | Malformed> =>
  parseManagerAction(bytes, bytes[0] === REFUSAL ? '0.1.0' : version);

const join = (number: number, content: Uint8Array): Uint8Array => Buffer.concat([Uint8Array.of(number), content]);
