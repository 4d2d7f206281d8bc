import type { Decision } from '../lobby/decision.ts';
import type { ApplyResult, ReplicatedLobby } from './replicated-lobby.ts';

/** What the server does when something happens to its node. */
export interface NodeCallbacks {
  /** A decision that no local client waits for. Its notices are those for local players. */
  decided(decision: Decision): void;
  /** The node was declared dead: its connections must be closed without another word to the lobby. It joins again. */
  declaredDead(): void;
  /** The node may serve clients again, for the first time too. */
  opened(): void;
  /** The length of the broadcast queue. */
  broadcasts(): number;
  /** These games are in the archive. */
  archived(games: ApplyResult['archived']): void;
  /** Changes of reserved names and bans were carried out, at once, also while no client is served. */
  changed(outcome: Pick<ApplyResult, 'changes' | 'endedBans'>): void;
  /** A message was applied. */
  applied(outcome: ApplyResult): void;
  /** Nodes of a later version take over. The node has stopped. */
  upgraded(replica: ReplicatedLobby): void;
  /** The node must stop: its state is not that of the others, or it cannot recover. */
  failed(error: Error): void;
  /** Something that an operator should know. `event` is a stable id for the log. */
  noticed(event: string, details: object): void;
}
