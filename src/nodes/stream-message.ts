import {
  isNameRegisterChange,
  isNumberedChange,
  type NumberedChange,
} from '../accounts/changes/name-register-change.ts';
import { isCount, isRecord } from '../json-checks.ts';
import type { GameId } from '../lobby/games/game-event.ts';
import type { Input } from '../lobby/input.ts';
import { problem, type Result } from '../result.ts';
import type { NameRegisterFromDatabasePart } from './replicated-name-register.ts';

/** The number of a node. Nodes are numbered in the order in which they joined. A number is never used again. */
export type NodeNumber = number;

/** The settings that all nodes of an installation must share, because the lobby's decisions depend on them. Plain JSON data. */
export interface SharedConfiguration {
  readonly installation: string;
  /** Lobbies of different versions may make different decisions from the same messages. */
  readonly lobbyVersion: number;
  /** The version of Unicode that the comparison of names uses. */
  readonly unicode: string;
  /** The options of the lobby by name, in milliseconds. */
  readonly options: Readonly<Record<string, number>>;
  /** The highest number of an archived game when the stream began. New games get higher numbers. */
  readonly lastGame: GameId;
  /** The names of the administrators, folded for comparison and sorted. */
  readonly administrators: readonly string[];
  /** The key of the database that the installation uses. */
  readonly database: string;
}

/** The position of a node in the stream, with hashes to compare the nodes. */
export interface HashedStreamPosition {
  /** The sequence of the last applied message. */
  readonly sequence: number;
  /** The hash of all messages up to this one and of the events that they led to. */
  readonly hash: number;
  /** The hash of the messages alone. */
  readonly messages: number;
}

/** One message of a node: its new inputs and reports. */
export interface Batch {
  readonly kind: 'batch';
  readonly node: NodeNumber;
  /** Counts the batches of this node from 1. */
  readonly number: number;
  readonly inputs: readonly Input[];
  /** Shows that the node is alive. A node publishes at most one heartbeat per second. */
  readonly heartbeat?: BatchHeartbeat;
  /** The position of the node when it published the batch. */
  readonly applied: HashedStreamPosition;
  /** Finished games that are in the archive now. */
  readonly archived?: readonly GameId[];
  readonly endedBans?: readonly number[];
  /** Changes of reserved names and bans that are stored in the database, in their order. */
  readonly changes?: readonly NumberedChange[];
}

export interface BatchHeartbeat {
  /** The length of the node's broadcast queue. */
  readonly broadcasts: number;
}

export type StreamMessage =
  /** The first message of a stream. */
  | { readonly kind: 'configure'; readonly configuration: SharedConfiguration }
  /** The first message of the stream of a later epoch. The stream continues from the first snapshot of the epoch. */
  | { readonly kind: 'begin'; readonly epoch: number }
  /** Nodes of a later version take over. The present nodes save a snapshot and stop. */
  | { readonly kind: 'upgrade'; readonly configuration: SharedConfiguration }
  /** A part of the reserved names and bans that the database had when the stream began. Comes before the first `join`. */
  | NameRegisterFromDatabasePart
  /** A node joins. It recognises its own message by the random `key`. */
  | { readonly kind: 'join'; readonly key: string }
  /**
   * The node that has joined with this key leaves, and the seats of its players are reserved. The message has no batch number,
   * so that a node can leave after an error.
   */
  | { readonly kind: 'leave'; readonly node: NodeNumber; readonly key: string }
  | Batch;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

export const encodeMessage = (message: StreamMessage): Uint8Array => encoder.encode(JSON.stringify(message));

/** Reads a message. Does not check the inputs of a batch, because the lobby checks them. */
export function decodeMessage(bytes: Uint8Array): Result<StreamMessage> {
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(bytes));
  } catch {
    return problem('not JSON in UTF-8');
  }
  return isMessage(value) ? { ok: true, value } : problem('not a message of this stream');
}

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
  if (typeof key !== 'string' || !Array.isArray(changes) || !changes.every(isNameRegisterChange)) return false;
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
