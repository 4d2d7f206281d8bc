import type { Clock } from '../../../clock.ts';
import type { VisitId } from '../../../lobby/players/player.ts';
import type { OtherNodes } from '../../../nodes/node-messages.ts';
import { ReliableNodeLinks } from '../../../nodes/reliable-node-links.ts';
import type { NodeNumber } from '../../../nodes/stream-message.ts';
import { RemoteVisit } from './remote-visit.ts';
import type { ReplyCallback, VisitEndReason, VisitHandle, VisitListener } from './visit.ts';

/** A message to the node that has the visit. `listener` and `ask` are numbers that the sender has chosen. */
type RelayRequest =
  | { readonly kind: 'join' | 'leave'; readonly visit: VisitId; readonly listener: number }
  | { readonly kind: 'say'; readonly visit: VisitId; readonly ask: number; readonly message: string }
  | { readonly kind: 'end' | 'leave-behind'; readonly visit: VisitId };

/** A message from the node that has the visit to the node that has the listener. */
type RelayAnswer =
  | { readonly kind: 'hear'; readonly listener: number; readonly line: string }
  | { readonly kind: 'over'; readonly listener: number; readonly why: VisitEndReason }
  | { readonly kind: 'pause'; readonly listener: number; readonly paused: boolean }
  | { readonly kind: 'reply'; readonly ask: number; readonly line?: string };

/** The listeners and replies that this node shares with another node. */
interface Peer {
  /** Listeners on this node, of visits on the other node. */
  readonly listeners: Map<number, VisitListener>;
  /** Replies that the other node must send. */
  readonly pendingReplies: Map<number, ReplyCallback>;
  /** Listeners on the other node, of visits on this node. */
  readonly remoteListeners: Map<number, { readonly visit: VisitHandle; readonly listener: VisitListener }>;
}

/** The visits of this node. */
export interface LocalVisits {
  find(visit: VisitId): VisitHandle | undefined;
  /** Ends a visit unless a listener uses it. */
  endIfUnused(visit: VisitId): void;
  end(visit: VisitId): void;
}

/** The state of a visit is on one node. A browser may be connected to another node, which forwards the messages in both directions. */
export class VisitRelay {
  readonly #otherNodes: OtherNodes;
  readonly #local: LocalVisits;
  readonly #links: ReliableNodeLinks;
  readonly #byNode = new Map<NodeNumber, Peer>();
  readonly #remote = new Map<VisitId, RemoteVisit>();
  #last = 0;

  constructor(otherNodes: OtherNodes, clock: Clock, local: LocalVisits) {
    this.#otherNodes = otherNodes;
    this.#local = local;
    this.#links = new ReliableNodeLinks(otherNodes, clock, {
      received: (from, body) => this.#received(from, body as RelayRequest | RelayAnswer),
      broken: (node) => this.#broken(node),
      isInUse: (node) => this.#isInUse(node),
    });
  }

  /** Whether the number is that of another, living node. */
  isOtherNode(node: NodeNumber): boolean {
    return node !== this.#otherNodes.own && this.#otherNodes.isLiving(node);
  }

  /** Opens a visit whose state is on another node. */
  open(node: NodeNumber, visit: VisitId, isSeated: boolean): VisitHandle {
    const known = this.#remote.get(visit);
    if (known?.node === node) {
      known.isSeated = isSeated;
      return known;
    }
    const remote = new RemoteVisit(node, isSeated, {
      join: (listener) => this.#join(node, visit, listener),
      leave: (number) => this.#leave(node, visit, number),
      send: (message, reply) => this.#send(node, visit, message, reply),
      end: () => this.#links.send(node, { kind: 'end', visit } satisfies RelayRequest),
      endIfUnused: () => this.#links.send(node, { kind: 'leave-behind', visit } satisfies RelayRequest),
      unused: () => {
        if (this.#remote.get(visit) === remote) this.#remote.delete(visit);
      },
    });
    this.#remote.set(visit, remote);
    return remote;
  }

  /** The local listeners of the visit must authenticate again. */
  dismiss(visit: VisitId): void {
    this.#remote.get(visit)?.dismiss();
  }

  dismissAll(): void {
    for (const visit of [...this.#remote.values()]) visit.dismiss();
  }

  stop(): void {
    this.#links.stop();
  }

  #peer(node: NodeNumber): Peer {
    const peer = this.#byNode.get(node) ?? {
      listeners: new Map(),
      pendingReplies: new Map(),
      remoteListeners: new Map(),
    };
    this.#byNode.set(node, peer);
    return peer;
  }

  #isInUse(node: NodeNumber): boolean {
    const { listeners, pendingReplies: asked, remoteListeners: served } = this.#peer(node);
    return listeners.size + asked.size + served.size > 0;
  }

  // Visits on other nodes

  #join(node: NodeNumber, visit: VisitId, listener: VisitListener): number {
    const number = ++this.#last;
    this.#peer(node).listeners.set(number, listener);
    this.#links.send(node, { kind: 'join', visit, listener: number } satisfies RelayRequest);
    return number;
  }

  #leave(node: NodeNumber, visit: VisitId, listener: number): void {
    if (!this.#peer(node).listeners.delete(listener)) return;
    this.#links.send(node, { kind: 'leave', visit, listener } satisfies RelayRequest);
  }

  #send(node: NodeNumber, visit: VisitId, message: string, reply: ReplyCallback): void {
    const ask = ++this.#last;
    this.#peer(node).pendingReplies.set(ask, reply);
    this.#links.send(node, { kind: 'say', visit, ask, message } satisfies RelayRequest);
  }

  #received(from: NodeNumber, message: RelayRequest | RelayAnswer): void {
    switch (message.kind) {
      case 'join':
        this.#addRemoteListener(from, message.visit, message.listener);
        return;
      case 'leave':
        this.#removeRemoteListener(from, message.listener);
        return;
      case 'say':
        this.#carryOut(from, message);
        return;
      case 'end':
        this.#local.end(message.visit);
        return;
      case 'leave-behind':
        this.#local.endIfUnused(message.visit);
        return;
      default:
        this.#deliver(this.#peer(from), message);
    }
  }

  #deliver({ listeners, pendingReplies: asked }: Peer, message: RelayAnswer): void {
    if (message.kind === 'reply') {
      const reply = asked.get(message.ask);
      asked.delete(message.ask);
      reply?.(message.line);
      return;
    }
    const listener = listeners.get(message.listener);
    if (message.kind === 'hear') listener?.send(message.line);
    else if (message.kind === 'pause') listener?.pause(message.paused);
    else {
      listeners.delete(message.listener);
      listener?.end(message.why);
    }
  }

  // Visits on this node

  #addRemoteListener(node: NodeNumber, id: VisitId, number: number): void {
    const answer = (message: RelayAnswer): void => this.#links.send(node, message);
    const { remoteListeners: served } = this.#peer(node);
    const listener: VisitListener = {
      send: (line) => answer({ kind: 'hear', listener: number, line }),
      pause: (paused) => answer({ kind: 'pause', listener: number, paused }),
      end: (why) => {
        served.delete(number);
        answer({ kind: 'over', listener: number, why });
      },
    };
    const visit = this.#local.find(id);
    if (visit === undefined) answer({ kind: 'over', listener: number, why: 'again' });
    else if (visit.join(listener)) served.set(number, { visit, listener });
    else answer({ kind: 'over', listener: number, why: 'ended' });
  }

  #removeRemoteListener(node: NodeNumber, number: number): void {
    const { remoteListeners: served } = this.#peer(node);
    const known = served.get(number);
    served.delete(number);
    known?.visit.leave(known.listener);
  }

  #carryOut(node: NodeNumber, { visit, ask, message }: RelayRequest & { kind: 'say' }): void {
    const reply = (line: string | undefined): void =>
      this.#links.send(node, { kind: 'reply', ask, ...(line !== undefined && { line }) } satisfies RelayAnswer);
    const local = this.#local.find(visit);
    if (local === undefined) reply(undefined);
    else local.send(message, reply);
  }

  /** Ends the listeners on this node, which may open other visits. Listeners on the other node have done so already. */
  #broken(node: NodeNumber): void {
    const { listeners, pendingReplies: asked, remoteListeners: served } = this.#peer(node);
    this.#byNode.delete(node);
    for (const { visit, listener } of served.values()) visit.leave(listener);
    for (const reply of asked.values()) reply(undefined);
    for (const listener of listeners.values()) listener.end('again');
  }
}
