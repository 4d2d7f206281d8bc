import type { Decision } from '../lobby/decision.ts';
import type { ApplyResult, ReplicatedLobby } from './replicated-lobby.ts';

export interface NodeCallbacks {
  /** A decision for which no local caller waits. It has only the notices to local players. */
  decided(decision: Decision): void;
  /** The node was declared dead. Its connections must be closed without an input to the lobby. The node joins again. */
  declaredDead(): void;
  /** The node may serve clients, for the first time or again. */
  opened(): void;
  broadcasts(): number;
  archived(games: ApplyResult['archived']): void;
  /** Changes of reserved names and bans were applied. Called immediately, even while no clients are served. */
  changed(outcome: Pick<ApplyResult, 'changes' | 'endedBans'>): void;
  applied(outcome: ApplyResult): void;
  /** Nodes of a later version take over. The node has stopped. */
  upgraded(replica: ReplicatedLobby): void;
  /** The node must stop, because its state differs from that of the other nodes, or because it cannot recover. */
  failed(error: Error): void;
  /** Reports an event for the operator's log. `event`: the stable id of the event. */
  logEvent(event: string, details: object): void;
}
