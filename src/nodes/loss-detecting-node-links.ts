import type { Clock } from '../clock.ts';
import type { OtherNodes } from './node-transport.ts';
import type { NodeNumber } from './stream-message.ts';

/** Milliseconds between two keep-alive messages on a link that is in use. */
const KEEP_ALIVE_INTERVAL = 1_000;
/**
 * A link that is in use is broken if nothing arrives for this many milliseconds. Longer than the time until a node is declared
 * dead (5 s).
 */
const SILENCE_TIMEOUT = 7_000;

export interface NodeLinkCallbacks {
  received(from: NodeNumber, body: unknown): void;
  /** Messages were lost, or the other node is dead. All state that depends on the messages of the link is invalid. */
  broken(node: NodeNumber): void;
  /** Whether anything depends on the link. */
  isInUse(node: NodeNumber): boolean;
}

type Envelope =
  /** A message, or without `body` a keep-alive message. A keep-alive message has the number of the last message. */
  | {
      readonly from: NodeNumber;
      /** Identifies the link among the links between the same two nodes. A later link has a higher number. */
      readonly link: number;
      /** Counts the messages of the link from 1. */
      readonly number: number;
      readonly body?: unknown;
    }
  /** The sender no longer accepts the receiver's messages on the link with this number. */
  | { readonly from: NodeNumber; readonly broken: number };

interface Link {
  /** The number of the link in this node's messages. */
  readonly ownId: number;
  /** The number of the link in the other node's messages; undefined before its first message. */
  peerId: number | undefined;
  /** The number of messages that were sent. */
  sent: number;
  /** The number of messages that were received. */
  received: number;
  /** When the last message arrived, or when the link was created. */
  receivedAt: number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Links between this node and others. Each message arrives once and in order; otherwise both nodes are notified that the link
 * is broken.
 */
export class LossDetectingNodeLinks {
  readonly #otherNodes: OtherNodes;
  readonly #clock: Clock;
  readonly #callbacks: NodeLinkCallbacks;
  readonly #links = new Map<NodeNumber, Link>();
  #lastId = 0;
  #ownNode: NodeNumber | undefined;
  #stopReceiving: (() => void) | undefined;
  #cancelTimer: (() => void) | undefined;

  constructor(otherNodes: OtherNodes, clock: Clock, callbacks: NodeLinkCallbacks) {
    this.#otherNodes = otherNodes;
    this.#clock = clock;
    this.#callbacks = callbacks;
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
    this.#otherNodes.messages.send(to, encoder.encode(JSON.stringify(envelope)));
  }

  #tick(): void {
    this.#cancelTimer = this.#clock.at(this.#clock.now() + KEEP_ALIVE_INTERVAL, () => this.#tick());
    this.#updateOwnNode();
    for (const node of [...this.#links.keys()]) {
      if (!this.#otherNodes.isLiving(node)) this.#break(node);
      else if (this.#callbacks.isInUse(node)) this.#keepAlive(node);
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

  /**
   * After this node was declared dead, it joins with another number. The other nodes do not know its links, so all links are
   * broken.
   */
  #updateOwnNode(): void {
    const { own, messages } = this.#otherNodes;
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
    if (!this.#otherNodes.isLiving(from)) return;
    if ('broken' in envelope) {
      if (this.#links.get(from)?.ownId === envelope.broken) this.#break(from);
      return;
    }
    const { link: peerId, number, body } = envelope;
    const known = this.#links.get(from)?.peerId;
    if (known !== undefined && known !== peerId) this.#break(from);
    const link = this.#linkTo(from);
    link.peerId = peerId;
    // A message of a broken link, or a message after a lost one.
    if (number !== link.received + (body === undefined ? 0 : 1)) {
      this.#break(from);
      return;
    }
    link.received = number;
    link.receivedAt = this.#clock.now();
    if (body !== undefined) this.#callbacks.received(from, body);
  }

  #break(node: NodeNumber): void {
    const link = this.#links.get(node);
    if (link === undefined) return;
    this.#links.delete(node);
    if (link.peerId !== undefined && this.#ownNode !== undefined)
      this.#post(node, { from: this.#ownNode, broken: link.peerId });
    this.#callbacks.broken(node);
  }
}
