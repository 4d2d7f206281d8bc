import skeleton from 'unhomoglyph';
import type { LobbyOptions } from '../../lobby/lobby.ts';
import type { NatsSettings } from '../../nodes/nats/nats-settings.ts';
import { ReplicatedLobby } from '../../nodes/replicated-lobby.ts';
import type { SharedConfiguration } from '../../nodes/stream-message.ts';
import { PROTOCOLS } from '../../protocols/protocol-list.ts';

/** The version of the lobby's decisions and of its snapshot. Nodes with different versions cannot work together. */
export const LOBBY_VERSION = 1;
/** A move that was received in time is valid if it comes back in the stream within this many milliseconds. */
const DELIVERY_TIME = 3_000;

/** The plain data that a thread needs to create its own lobby and follow the stream. */
export interface ReplicaThreadData {
  readonly location: NatsSettings;
  readonly lobby: Omit<LobbyOptions, 'protocols'>;
  readonly protocols: readonly string[];
}

export function replicaThreadDataOf(location: NatsSettings, { protocols, ...lobby }: LobbyOptions): ReplicaThreadData {
  const { grace, resume, idle, lag = 0, computerWait = 0 } = lobby;
  const options = { grace, resume, idle, lag, computerWait, delivery: DELIVERY_TIME };
  return { location, lobby: options, protocols: protocols.map(({ name }) => name) };
}

/** Replaces the lobby's options by those of a configuration, because a stream must be read with the options that it was written with. */
export function withOptions(data: ReplicaThreadData, { options }: SharedConfiguration): ReplicaThreadData {
  const { grace = 0, resume = 0, idle = 0, lag = 0, 'house-wait': computerWait = 0 } = options;
  return { ...data, lobby: { ...data.lobby, grace, resume, idle, lag, computerWait } };
}

/** Creates a replicated lobby in the state before the first message. `skipped`: the inputs that it must skip. */
export function newReplica({ lobby, protocols }: ReplicaThreadData, skipped: ReadonlySet<string>): ReplicatedLobby {
  const selected = PROTOCOLS.filter(({ name }) => protocols.includes(name));
  return new ReplicatedLobby({ lobby: { ...lobby, protocols: selected }, skeleton, skipped });
}
