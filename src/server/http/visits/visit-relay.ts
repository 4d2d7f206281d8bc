import type { Clock } from '../../../clock.ts';
import type { VisitId } from '../../../lobby/players/player.ts';
import type { NodePeers } from '../../../nodes/node-messages.ts';
import { ReliableNodeLinks } from '../../../nodes/reliable-node-links.ts';
import type { NodeNumber } from '../../../nodes/stream-message.ts';
import { RemoteVisit } from './remote-visit.ts';
import type { ReplyCallback, VisitEndReason, VisitHandle, VisitListener } from './visit.ts';

/** What a node says to the node of a visit. `listener` and `ask` are numbers of the sender. */
type Request =
  | { readonly kind: 'join' | 'leave'; readonly visit: VisitId; readonly listener: number }
  | { readonly kind: 'say'; readonly visit: VisitId; readonly ask: number; readonly message: string }
  | { readonly kind: 'end' | 'leave-behind'; readonly visit: VisitId };

/** What the node of a visit says to the node of a listener. */
type Answer =
  | { readonly kind: 'hear'; readonly listener: number; readonly line: string }
  | { readonly kind: 'over'; readonly listener: number; readonly why: VisitEndReason }
  | { readonly kind: 'pause'; readonly listener: number; readonly paused: boolean }
  | { readonly kind: 'reply'; readonly ask: number; readonly line?: string };

/** What this node has to do with another one. */
interface Peer {
  /** Local listeners of visits there. */
  readonly listeners: Map<number, VisitListener>;
  /** Replies that are due from there. */
  readonly asked: Map<number, ReplyCallback>;
  /** Listeners there of local visits. */
  readonly served: Map<number, { readonly visit: VisitHandle; readonly listener: VisitListener }>;
}

/** The visits of this node. */
export interface LocalVisits {
  find(visit: VisitId): VisitHandle | undefined;
  /** Ends a visit that no listener uses. */
  leaveBehind(visit: VisitId): void;
  end(visit: VisitId): void;
}

/** A visit lives at one node. Other nodes forward what its browsers say to that node, and what they hear back. */
export class VisitRelay {
  readonly #peers: NodePeers;
  readonly #local: LocalVisits;
  readonly #links: ReliableNodeLinks;
  readonly #byNode = new Map<NodeNumber, Peer>();
  readonly #remote = new Map<VisitId, RemoteVisit>();
  #last = 0;

  constructor(peers: NodePeers, clock: Clock, local: LocalVisits) {
    this.#peers = peers;
    this.#local = local;
    this.#links = new ReliableNodeLinks(peers, clock, {
      received: (from, body) => this.#received(from, body as Request | Answer),
      broken: (node) => this.#broken(node),
      isUsed: (node) => this.#isUsed(node),
    });
  }

  /** Whether this is a living node, and not this one. */
  isElsewhere(node: NodeNumber): boolean {
    return node !== this.#peers.own && this.#peers.isLiving(node);
  }

  /** A visit that lives at another node. */
  open(node: NodeNumber, visit: VisitId, isSeated: boolean): VisitHandle {
    const known = this.#remote.get(visit);
    if (known?.node === node) {
      known.isSeated = isSeated;
      return known;
    }
    const remote = new RemoteVisit(node, isSeated, {
      join: (listener) => this.#join(node, visit, listener),
      leave: (number) => this.#leave(node, visit, number),
      say: (message, reply) => this.#say(node, visit, message, reply),
      end: () => this.#links.send(node, { kind: 'end', visit } satisfies Request),
      leaveBehind: () => this.#links.send(node, { kind: 'leave-behind', visit } satisfies Request),
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
    const peer = this.#byNode.get(node) ?? { listeners: new Map(), asked: new Map(), served: new Map() };
    this.#byNode.set(node, peer);
    return peer;
  }

  #isUsed(node: NodeNumber): boolean {
    const { listeners, asked, served } = this.#peer(node);
    return listeners.size + asked.size + served.size > 0;
  }

  // This node's side of visits elsewhere

  #join(node: NodeNumber, visit: VisitId, listener: VisitListener): number {
    const number = ++this.#last;
    this.#peer(node).listeners.set(number, listener);
    this.#links.send(node, { kind: 'join', visit, listener: number } satisfies Request);
    return number;
  }

  #leave(node: NodeNumber, visit: VisitId, listener: number): void {
    if (!this.#peer(node).listeners.delete(listener)) return;
    this.#links.send(node, { kind: 'leave', visit, listener } satisfies Request);
  }

  #say(node: NodeNumber, visit: VisitId, message: string, reply: ReplyCallback): void {
    const ask = ++this.#last;
    this.#peer(node).asked.set(ask, reply);
    this.#links.send(node, { kind: 'say', visit, ask, message } satisfies Request);
  }

  #received(from: NodeNumber, said: Request | Answer): void {
    switch (said.kind) {
      case 'join':
        this.#serve(from, said.visit, said.listener);
        return;
      case 'leave':
        this.#serveNoMore(from, said.listener);
        return;
      case 'say':
        this.#carryOut(from, said);
        return;
      case 'end':
        this.#local.end(said.visit);
        return;
      case 'leave-behind':
        this.#local.leaveBehind(said.visit);
        return;
      default:
        this.#deliver(this.#peer(from), said);
    }
  }

  #deliver({ listeners, asked }: Peer, said: Answer): void {
    if (said.kind === 'reply') {
      const reply = asked.get(said.ask);
      asked.delete(said.ask);
      reply?.(said.line);
      return;
    }
    const listener = listeners.get(said.listener);
    if (said.kind === 'hear') listener?.hear(said.line);
    else if (said.kind === 'pause') listener?.pause(said.paused);
    else {
      listeners.delete(said.listener);
      listener?.over(said.why);
    }
  }

  // This node's side of local visits

  #serve(node: NodeNumber, id: VisitId, number: number): void {
    const answer = (said: Answer): void => this.#links.send(node, said);
    const { served } = this.#peer(node);
    const listener: VisitListener = {
      hear: (line) => answer({ kind: 'hear', listener: number, line }),
      pause: (paused) => answer({ kind: 'pause', listener: number, paused }),
      over: (why) => {
        served.delete(number);
        answer({ kind: 'over', listener: number, why });
      },
    };
    const visit = this.#local.find(id);
    if (visit === undefined) answer({ kind: 'over', listener: number, why: 'again' });
    else if (visit.join(listener)) served.set(number, { visit, listener });
    else answer({ kind: 'over', listener: number, why: 'ended' });
  }

  #serveNoMore(node: NodeNumber, number: number): void {
    const { served } = this.#peer(node);
    const known = served.get(number);
    served.delete(number);
    known?.visit.leave(known.listener);
  }

  #carryOut(node: NodeNumber, { visit, ask, message }: Request & { kind: 'say' }): void {
    const reply = (line: string | undefined): void =>
      this.#links.send(node, { kind: 'reply', ask, ...(line !== undefined && { line }) } satisfies Answer);
    const local = this.#local.find(visit);
    if (local === undefined) reply(undefined);
    else local.say(message, reply);
  }

  /** Local listeners may open another visit; those of the other node have done so. */
  #broken(node: NodeNumber): void {
    const { listeners, asked, served } = this.#peer(node);
    this.#byNode.delete(node);
    for (const { visit, listener } of served.values()) visit.leave(listener);
    for (const reply of asked.values()) reply(undefined);
    for (const listener of listeners.values()) listener.over('again');
  }
}
