import type { VisitId } from '../lobby/players/player.ts';
import type { NodeNumber } from './stream-message.ts';

/**
 * Messages from one node to another, outside of the stream. They are not stored, so a message may be lost. They arrive in
 * order.
 */
export interface NodeMessageTransport {
  send(to: NodeNumber, data: Uint8Array): void;
  /** Calls the listener with each message to node `own`, until the returned function is called. */
  receive(own: NodeNumber, listener: (data: Uint8Array) => void): () => void;
}

/** Questions from one node to all nodes, outside of the stream. */
export interface NodeQuestionTransport {
  /** Resolves with at most `count` answers. Resolves with fewer if the others take longer than a second. */
  ask(question: string, count: number): Promise<Uint8Array[]>;
  /** Answers the questions of all nodes, including this node. If `answer` resolves with undefined, no answer is sent. */
  answer(answer: (question: string) => Promise<Uint8Array | undefined>): void;
}

/** The other nodes, as one node sees them: their messages, and which of them are living. */
export interface OtherNodes {
  readonly messages: NodeMessageTransport;
  /** The number of this node; undefined while it has not joined. */
  readonly own: NodeNumber | undefined;
  isLiving(node: NodeNumber): boolean;
  /** Calls the listener with the visit of each client that becomes known to the lobby, at any node. */
  onVisit(listener: (visit: VisitId) => void): void;
}
