import type { Clock } from '../clock.ts';
import type { NodePeers } from './node-messages.ts';
import type { NodeNumber } from './stream-message.ts';

/** Milliseconds between two signs of life on a link that is in use. */
const KEEP_ALIVE_INTERVAL = 1_000;
/** A link in use on which nothing arrives for so many milliseconds is broken. Longer than it takes to declare a node dead, which comes first. */
const SILENCE_TIMEOUT = 7_000;

export interface LinkEvents {
  received(from: NodeNumber, body: unknown): void;
  /** Messages were lost, or the other node is gone: nothing that was said on the link holds any more. */
  broken(node: NodeNumber): void;
  /** Whether anything depends on the link. */
  isInUse(node: NodeNumber): boolean;
}

type Envelope =
  /** Without `body` it is a sign of life, and `number` that of the last message. */
  | {
      readonly from: NodeNumber;
      /** Tells links between the same two nodes apart: a later one has a higher number. */
      readonly link: number;
      /** Counts the messages of the link from 1. */
      readonly number: number;
      readonly body?: unknown;
    }
  /** The receiver's messages of this link do not arrive any more. */
  | { readonly from: NodeNumber; readonly broken: number };

interface Link {
  /** The number of this side's messages. */
  readonly ownId: number;
  /** That of the other side's; undefined before its first message. */
  peerId: number | undefined;
  sent: number;
  received: number;
  /** When something last arrived, or when the link was made. */
  receivedAt: number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Links from this node to others, on which each message arrives once and in order, or both sides learn that the link is broken. */
export class ReliableNodeLinks {
  readonly #peers: NodePeers;
  readonly #clock: Clock;
  readonly #events: LinkEvents;
  readonly #links = new Map<NodeNumber, Link>();
  #lastId = 0;
  #ownNode: NodeNumber | undefined;
  #stopReceiving: (() => void) | undefined;
  #cancelTimer: (() => void) | undefined;

  constructor(peers: NodePeers, clock: Clock, events: LinkEvents) {
    this.#peers = peers;
    this.#clock = clock;
    this.#events = events;
    this.#tick();
  }

  send(to: NodeNumber, body: unknown): void {
    this.#updateOwnNode();
    if (this.#ownNode === undefined) return;
    const link = this.#linkTo(to);
    this.#post(to, { from: this.#ownNode, link: link.ownId, number: ++link.sent, body });
  }

  stop(): void {
    this.#cancelTimer?.();
    this.#stopReceiving?.();
  }

  #linkTo(node: NodeNumber): Link {
    const known = this.#links.get(node);
    if (known !== undefined) return known;
    const link: Link = {
      ownId: ++this.#lastId,
      peerId: undefined,
      sent: 0,
      received: 0,
      receivedAt: this.#clock.now(),
    };
    this.#links.set(node, link);
    return link;
  }

  #post(to: NodeNumber, envelope: Envelope): void {
    this.#peers.messages.send(to, encoder.encode(JSON.stringify(envelope)));
  }

  #tick(): void {
    this.#cancelTimer = this.#clock.at(this.#clock.now() + KEEP_ALIVE_INTERVAL, () => this.#tick());
    this.#updateOwnNode();
    for (const node of [...this.#links.keys()]) {
      if (!this.#peers.isLiving(node)) this.#break(node);
      else if (this.#events.isInUse(node)) this.#keepAlive(node);
    }
  }

  #keepAlive(node: NodeNumber): void {
    const link = this.#linkTo(node);
    if (this.#clock.now() - link.receivedAt > SILENCE_TIMEOUT) this.#break(node);
    else this.#sendKeepAlive(node, link);
  }

  #sendKeepAlive(to: NodeNumber, { ownId, sent }: Link): void {
    if (this.#ownNode !== undefined) this.#post(to, { from: this.#ownNode, link: ownId, number: sent });
  }

  /** A node that was declared dead has joined under another number: others know nothing of its links. */
  #updateOwnNode(): void {
    const { own, messages } = this.#peers;
    if (own === this.#ownNode) return;
    this.#stopReceiving?.();
    this.#ownNode = undefined;
    for (const node of [...this.#links.keys()]) this.#break(node);
    this.#ownNode = own;
    this.#stopReceiving = own === undefined ? undefined : messages.receive(own, (data) => this.#receive(data));
  }

  #receive(data: Uint8Array): void {
    const envelope = JSON.parse(decoder.decode(data)) as Envelope;
    const { from } = envelope;
    if (!this.#peers.isLiving(from)) return;
    if ('broken' in envelope) {
      if (this.#links.get(from)?.ownId === envelope.broken) this.#break(from);
      return;
    }
    const { link: theirs, number, body } = envelope;
    const known = this.#links.get(from)?.peerId;
    if (known !== undefined && known !== theirs) this.#break(from);
    const link = this.#linkTo(from);
    // What a broken link still delivers, or what follows a lost message.
    if (number !== link.received + (body === undefined ? 0 : 1)) {
      link.peerId = theirs;
      this.#break(from);
      return;
    }
    link.peerId = theirs;
    link.received = number;
    link.receivedAt = this.#clock.now();
    if (body !== undefined) this.#events.received(from, body);
  }

  #break(node: NodeNumber): void {
    const link = this.#links.get(node);
    if (link === undefined) return;
    this.#links.delete(node);
    if (link.peerId !== undefined && this.#ownNode !== undefined)
      this.#post(node, { from: this.#ownNode, broken: link.peerId });
    this.#events.broken(node);
  }
}
