import { isAccountChange, isNumberedChange, type NumberedChange } from '../accounts/changes/account-change.ts';
import type { GameId } from '../lobby/games/game-event.ts';
import type { Input } from '../lobby/input.ts';
import { problem, type Result } from '../result.ts';
import type { InitialNameRegisterPart } from './replicated-name-register.ts';

/** Numbers the nodes in the order in which they joined; never used again. */
export type NodeNumber = number;

/** What all nodes of one installation must agree on: it changes what the lobby decides. Plain JSON data. */
export interface SharedConfiguration {
  readonly installation: string;
  /** Nodes with another number decide otherwise. */
  readonly lobbyVersion: number;
  /** The version of Unicode by which names are compared. */
  readonly unicode: string;
  /** The options of the lobby by name; milliseconds. */
  readonly options: Readonly<Record<string, number>>;
  /** The highest number of an archived game when the stream began: new games get higher ones. */
  readonly lastGame: GameId;
  /** Their names, as they are compared, in order. */
  readonly administrators: readonly string[];
  /** The key of the database that belongs to the stream. */
  readonly database: string;
}

/** A position in the stream, the hash of everything up to it, and the hash of the messages alone. */
export interface AppliedPosition {
  readonly sequence: number;
  readonly hash: number;
  readonly messages: number;
}

/** What one node has to say since its last batch. */
export interface Batch {
  readonly kind: 'batch';
  readonly node: NodeNumber;
  /** Counts the batches of this node from 1. */
  readonly number: number;
  readonly inputs: readonly Input[];
  /** The node is alive. At most one in a second. */
  readonly heartbeat?: Heartbeat;
  /** The last message that the node had applied. */
  readonly applied: AppliedPosition;
  /** These finished games are in the archive. */
  readonly archived?: readonly GameId[];
  /** The calendar says that the time of these bans is over. */
  readonly endedBans?: readonly number[];
  /** Changes of reserved names and bans that the database has, in their order. */
  readonly changes?: readonly NumberedChange[];
}

export interface Heartbeat {
  /** The length of the node's broadcast queue. */
  readonly broadcasts: number;
}

/** One message of the stream. */
export type StreamMessage =
  /** The first message of a stream. */
  | { readonly kind: 'configure'; readonly configuration: SharedConfiguration }
  /** The first message of the stream of a later epoch, which goes on from the snapshot of the epoch's beginning. */
  | { readonly kind: 'begin'; readonly epoch: number }
  /** Nodes of a later version take over: the others save a snapshot and close. */
  | { readonly kind: 'upgrade'; readonly configuration: SharedConfiguration }
  /** Reserved names and bans that the database had when the stream began, before the first `join`. */
  | InitialNameRegisterPart
  /** A node joins. `key` is random: the node recognises its own message by it. */
  | { readonly kind: 'join'; readonly key: string }
  /** The node that has joined with this key leaves: its players' seats are reserved. Not counted as a batch, so that it can say so after an error. */
  | { readonly kind: 'leave'; readonly node: NodeNumber; readonly key: string }
  | Batch;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

export const encodeMessage = (message: StreamMessage): Uint8Array => encoder.encode(JSON.stringify(message));

/** The inputs of a batch are checked by the lobby. */
export function decodeMessage(bytes: Uint8Array): Result<StreamMessage> {
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(bytes));
  } catch {
    return problem('not JSON in UTF-8');
  }
  return isMessage(value) ? { ok: true, value } : problem('no message of this stream');
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function isMessage(value: unknown): value is StreamMessage {
  if (!isRecord(value)) return false;
  switch (value['kind']) {
    case 'configure':
      return isConfiguration(value['configuration']);
    case 'upgrade':
      return isConfiguration(value['configuration']);
    case 'begin':
      return isCount(value['epoch']);
    case 'prepare':
      return isPreparation(value);
    case 'join':
      return typeof value['key'] === 'string';
    case 'leave':
      return isCount(value['node']) && typeof value['key'] === 'string';
    case 'batch':
      return isBatch(value);
    default:
      return false;
  }
}

function isConfiguration(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { installation, lobbyVersion, unicode, options, lastGame, administrators, database } = value;
  const isNamed = [installation, unicode, database].every((each) => typeof each === 'string');
  const areNumbers = isRecord(options) && Object.values(options).every((each) => typeof each === 'number');
  const areNames = Array.isArray(administrators) && administrators.every((each) => typeof each === 'string');
  return isNamed && areNumbers && areNames && isCount(lobbyVersion) && isCount(lastGame);
}

function isPreparation({ key, changes, end }: Readonly<Record<string, unknown>>): boolean {
  if (typeof key !== 'string' || !Array.isArray(changes) || !changes.every(isAccountChange)) return false;
  return end === undefined || (isRecord(end) && ['parts', 'at', 'number'].every((each) => isCount(end[each])));
}

function isBatch({
  node,
  number,
  inputs,
  heartbeat,
  applied,
  archived,
  endedBans,
  changes,
}: Readonly<Record<string, unknown>>): boolean {
  if (!isCount(node) || !isCount(number) || !Array.isArray(inputs)) return false;
  if (!isRecord(applied) || !['sequence', 'hash', 'messages'].every((each) => isCount(applied[each]))) return false;
  if (heartbeat !== undefined && !(isRecord(heartbeat) && isCount(heartbeat['broadcasts']))) return false;
  if (changes !== undefined && !(Array.isArray(changes) && changes.every(isNumberedChange))) return false;
  return [archived, endedBans].every((each) => each === undefined || (Array.isArray(each) && each.every(isCount)));
}
