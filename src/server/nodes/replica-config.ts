import skeleton from 'unhomoglyph';
import type { LobbyOptions } from '../../lobby/lobby.ts';
import type { NatsLocation } from '../../nodes/nats/nats-location.ts';
import { ReplicatedLobby } from '../../nodes/replicated-lobby.ts';
import type { SharedConfiguration } from '../../nodes/stream-message.ts';
import { PROTOCOLS } from '../../protocols/protocol-list.ts';

/** Nodes with another number decide otherwise. It grows with each change of what the lobby decides, or of its snapshot. */
export const LOBBY_VERSION = 1;
/** A move that was received in time counts if it comes back in the stream within so many milliseconds. */
const DELIVERY = 3_000;

/** What a thread needs to follow the stream with a lobby of its own: plain data. */
export interface ReplicaConfig {
  readonly location: NatsLocation;
  readonly lobby: Omit<LobbyOptions, 'protocols'>;
  /** The names of the protocols. */
  readonly protocols: readonly string[];
}

export function replicaConfigOf(location: NatsLocation, { protocols, ...lobby }: LobbyOptions): ReplicaConfig {
  const { grace, resume, idle, lag = 0, computerWait = 0 } = lobby;
  const options = { grace, resume, idle, lag, computerWait, delivery: DELIVERY };
  return { location, lobby: options, protocols: protocols.map(({ name }) => name) };
}

/** The same, with the options of this configuration: the stream is read with those with which it was made. */
export function withOptions(data: ReplicaConfig, { options }: SharedConfiguration): ReplicaConfig {
  const { grace = 0, resume = 0, idle = 0, lag = 0, 'house-wait': computerWait = 0 } = options;
  return { ...data, lobby: { ...data.lobby, grace, resume, idle, lag, computerWait } };
}

/** A lobby before the first message. `skipped`: the inputs that it leaves out. */
export function newReplica({ lobby, protocols }: ReplicaConfig, skipped: ReadonlySet<string>): ReplicatedLobby {
  const spoken = PROTOCOLS.filter(({ name }) => protocols.includes(name));
  return new ReplicatedLobby({ lobby: { ...lobby, protocols: spoken }, skeleton, skipped });
}
