import type { Clock } from '../../../clock.ts';
import type { VisitId } from '../../../lobby/players/player.ts';
import { LossDetectingNodeLinks } from '../../../nodes/loss-detecting-node-links.ts';
import type { OtherNodes } from '../../../nodes/node-transport.ts';
import type { NodeNumber } from '../../../nodes/stream-message.ts';
import { RemoteVisit } from './remote-visit.ts';
import type { ReplyCallback, VisitEndReason, VisitHandle, VisitSubscriber } from './visit.ts';

/** A message to the node that has the visit. `subscriber` and `ask` are numbers that the sender has chosen. */
type RelayRequest =
  | { readonly kind: 'join' | 'leave'; readonly visit: VisitId; readonly subscriber: number }
  | { readonly kind: 'say'; readonly visit: VisitId; readonly ask: number; readonly message: string }
  | { readonly kind: 'end' | 'leave-behind'; readonly visit: VisitId };

/** A message from the node that has the visit to the node that has the subscriber. */
type RelayAnswer =
  | { readonly kind: 'message'; readonly subscriber: number; readonly line: string }
  | { readonly kind: 'ended'; readonly subscriber: number; readonly why: VisitEndReason }
  | { readonly kind: 'pause'; readonly subscriber: number; readonly paused: boolean }
  | { readonly kind: 'reply'; readonly ask: number; readonly line?: string };

/** The subscribers and replies that this node shares with another node. */
interface Peer {
  /** Subscribers on this node, of visits on the other node. */
  readonly subscribers: Map<number, VisitSubscriber>;
  /** Replies that the other node must send. */
  readonly pendingReplies: Map<number, ReplyCallback>;
  /** Subscribers on the other node, of visits on this node. */
  readonly remoteSubscribers: Map<number, { readonly visit: VisitHandle; readonly subscriber: VisitSubscriber }>;
}

export interface LocalVisits {
  find(visit: VisitId): VisitHandle | undefined;
  /** Ends a visit unless a subscriber uses it. */
  endIfUnused(visit: VisitId): void;
  end(visit: VisitId): void;
}

/** The state of a visit is on one node. A browser may be connected to another node, which forwards the messages in both directions. */
export class VisitRelay {
  readonly #otherNodes: OtherNodes;
  readonly #local: LocalVisits;
  readonly #links: LossDetectingNodeLinks;
  readonly #byNode = new Map<NodeNumber, Peer>();
  readonly #remote = new Map<VisitId, RemoteVisit>();
  #last = 0;

  constructor(otherNodes: OtherNodes, clock: Clock, local: LocalVisits) {
    this.#otherNodes = otherNodes;
    this.#local = local;
    this.#links = new LossDetectingNodeLinks(otherNodes, clock, {
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
      join: (subscriber) => this.#join(node, visit, subscriber),
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

  /** The local subscribers of the visit must authenticate again. */
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
      subscribers: new Map(),
      pendingReplies: new Map(),
      remoteSubscribers: new Map(),
    };
    this.#byNode.set(node, peer);
    return peer;
  }

  #isInUse(node: NodeNumber): boolean {
    const { subscribers, pendingReplies: asked, remoteSubscribers: served } = this.#peer(node);
    return subscribers.size + asked.size + served.size > 0;
  }

  // Visits on other nodes

  #join(node: NodeNumber, visit: VisitId, subscriber: VisitSubscriber): number {
    const number = ++this.#last;
    this.#peer(node).subscribers.set(number, subscriber);
    this.#links.send(node, { kind: 'join', visit, subscriber: number } satisfies RelayRequest);
    return number;
  }

  #leave(node: NodeNumber, visit: VisitId, subscriber: number): void {
    if (!this.#peer(node).subscribers.delete(subscriber)) return;
    this.#links.send(node, { kind: 'leave', visit, subscriber } satisfies RelayRequest);
  }

  #send(node: NodeNumber, visit: VisitId, message: string, reply: ReplyCallback): void {
    const ask = ++this.#last;
    this.#peer(node).pendingReplies.set(ask, reply);
    this.#links.send(node, { kind: 'say', visit, ask, message } satisfies RelayRequest);
  }

  #received(from: NodeNumber, message: RelayRequest | RelayAnswer): void {
    switch (message.kind) {
      case 'join':
        this.#addRemoteSubscriber(from, message.visit, message.subscriber);
        return;
      case 'leave':
        this.#removeRemoteSubscriber(from, message.subscriber);
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

  #deliver({ subscribers, pendingReplies: asked }: Peer, message: RelayAnswer): void {
    if (message.kind === 'reply') {
      const reply = asked.get(message.ask);
      asked.delete(message.ask);
      reply?.(message.line);
      return;
    }
    const subscriber = subscribers.get(message.subscriber);
    if (message.kind === 'message') subscriber?.send(message.line);
    else if (message.kind === 'pause') subscriber?.pause(message.paused);
    else {
      subscribers.delete(message.subscriber);
      subscriber?.end(message.why);
    }
  }

  // Visits on this node

  #addRemoteSubscriber(node: NodeNumber, id: VisitId, number: number): void {
    const answer = (message: RelayAnswer): void => this.#links.send(node, message);
    const { remoteSubscribers: served } = this.#peer(node);
    const subscriber: VisitSubscriber = {
      send: (line) => answer({ kind: 'message', subscriber: number, line }),
      pause: (paused) => answer({ kind: 'pause', subscriber: number, paused }),
      end: (why) => {
        served.delete(number);
        answer({ kind: 'ended', subscriber: number, why });
      },
    };
    const visit = this.#local.find(id);
    if (visit === undefined) answer({ kind: 'ended', subscriber: number, why: 're-authenticate' });
    else if (visit.join(subscriber)) served.set(number, { visit, subscriber });
    else answer({ kind: 'ended', subscriber: number, why: 'ended' });
  }

  #removeRemoteSubscriber(node: NodeNumber, number: number): void {
    const { remoteSubscribers: served } = this.#peer(node);
    const known = served.get(number);
    served.delete(number);
    known?.visit.leave(known.subscriber);
  }

  #carryOut(node: NodeNumber, { visit, ask, message }: RelayRequest & { kind: 'say' }): void {
    const reply = (line: string | undefined): void =>
      this.#links.send(node, { kind: 'reply', ask, ...(line !== undefined && { line }) } satisfies RelayAnswer);
    const local = this.#local.find(visit);
    if (local === undefined) reply(undefined);
    else local.send(message, reply);
  }

  /** Ends the subscribers on this node, which may open other visits. Subscribers on the other node have done so already. */
  #broken(node: NodeNumber): void {
    const { subscribers, pendingReplies: asked, remoteSubscribers: served } = this.#peer(node);
    this.#byNode.delete(node);
    for (const { visit, subscriber } of served.values()) visit.leave(subscriber);
    for (const reply of asked.values()) reply(undefined);
    for (const subscriber of subscribers.values()) subscriber.end('re-authenticate');
  }
}
