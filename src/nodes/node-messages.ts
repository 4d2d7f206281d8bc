import type { VisitId } from '../lobby/players/player.ts';
import type { NodeNumber } from './stream-message.ts';

/** Messages from one node to another, outside of the stream. They are not stored: one may be lost, and they keep their order. */
export interface NodeMessages {
  send(to: NodeNumber, data: Uint8Array): void;
  /** Calls the listener with all that is sent to this node, until the returned function is called. */
  receive(own: NodeNumber, listener: (data: Uint8Array) => void): () => void;
}

/** Questions from one node to all of them, outside of the stream. */
export interface NodeQuestions {
  /** Resolves with at most `count` answers, fewer if they take longer than a second. */
  ask(question: string, count: number): Promise<Uint8Array[]>;
  /** Answers the questions of all nodes, also its own; undefined is no answer. */
  answer(answer: (question: string) => Promise<Uint8Array | undefined>): void;
}

/** The other nodes, as one node reaches them. */
export interface NodePeers {
  readonly messages: NodeMessages;
  /** Undefined while this node has not joined. */
  readonly own: NodeNumber | undefined;
  isLiving(node: NodeNumber): boolean;
  /** Sets what is called with the visit of each client that becomes known to the lobby, at any node. */
  onVisit(listener: (visit: VisitId) => void): void;
}
