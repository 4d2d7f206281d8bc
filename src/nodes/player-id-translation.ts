import type { Decision } from '../lobby/decision.ts';
import { nodeOf, PLAYERS_PER_NODE, type PlayerId } from '../lobby/players/player.ts';
import type { NodeNumber } from './stream-message.ts';

/** The number that a local player has in the lobby. */
export const globalIdOf = (node: NodeNumber, local: PlayerId): PlayerId => node * PLAYERS_PER_NODE + local;

/**
 * The decision with only the notices to players of this node, addressed by local numbers. Without notices if the node has not
 * joined.
 */
export function localDecision(decision: Decision, node: NodeNumber | undefined): Decision {
  const { notices } = decision;
  if (notices.length === 0) return decision;
  const local = notices.flatMap(({ to, notice }) =>
    node !== undefined && nodeOf(to) === node ? [{ to: to - globalIdOf(node, 0), notice }] : [],
  );
  return { ...decision, notices: local };
}

/** Whether the decision has no entries, no notices, no unplayable games and no answer. */
export const isEmptyDecision = ({ entries, notices, unplayable, answer }: Decision): boolean =>
  entries.length + notices.length + unplayable.length === 0 && answer === undefined;
