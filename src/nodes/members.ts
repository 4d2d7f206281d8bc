import type { NodeNumber } from './stream-message.ts';

/** A node is dead after more than this many milliseconds of the lobby's time without a heartbeat. */
const HEARTBEAT_TIMEOUT = 5_000;

/** A living node. */
export interface Member {
  readonly node: NodeNumber;
  /**
   * The key with which the node has joined. It identifies the node even if a stream that has lost its end gives the number to
   * another node.
   */
  readonly key: string;
  /** When the last heartbeat of the node was applied; milliseconds of the lobby's time. */
  heartbeatAt: number;
  /** The number of the node's last applied batch. */
  batches: number;
  /** The length of the node's broadcast queue at its last heartbeat. */
  broadcasts: number;
}

/** The living nodes. Part of the replicated state. */
export class Members {
  /** Sorted by number, because nodes are added in the order of their numbers. */
  readonly #living = new Map<NodeNumber, Member>();
  #last: NodeNumber = 0;

  /** Adds a node that joins at this time of the lobby. Returns its number. */
  add(now: number, key: string): NodeNumber {
    const node = ++this.#last;
    this.#living.set(node, { node, key, heartbeatAt: now, batches: 0, broadcasts: 0 });
    return node;
  }

  find(node: NodeNumber): Member | undefined {
    return this.#living.get(node);
  }

  hasKey(key: string): boolean {
    return this.#living.values().some((member) => member.key === key);
  }

  remove(node: NodeNumber): boolean {
    return this.#living.delete(node);
  }

  /** Removes and returns the node with the oldest heartbeat, if it is dead. Returns undefined if no node is dead. */
  removeDead(now: number): Member | undefined {
    let first: Member | undefined;
    for (const member of this.#living.values())
      if (first === undefined || member.heartbeatAt < first.heartbeatAt) first = member;
    if (first === undefined || now - first.heartbeatAt <= HEARTBEAT_TIMEOUT) return undefined;
    this.#living.delete(first.node);
    return first;
  }

  /** The numbers of the living nodes, the lowest first. */
  get numbers(): readonly NodeNumber[] {
    return [...this.#living.keys()];
  }

  get keys(): readonly string[] {
    return Array.from(this.#living.values(), ({ key }) => key);
  }

  /** The node that archives games and makes snapshots. */
  get lowest(): NodeNumber | undefined {
    return this.#living.keys().next().value;
  }

  /** The longest broadcast queue of a living node. */
  get longestBroadcastQueue(): number {
    return Math.max(0, ...Array.from(this.#living.values(), ({ broadcasts }) => broadcasts));
  }

  snapshot(): MembersSnapshot {
    return { last: this.#last, living: Array.from(this.#living.values(), (member) => ({ ...member })) };
  }

  restore({ last, living }: MembersSnapshot): void {
    this.#last = last;
    for (const member of living) this.#living.set(member.node, { ...member });
  }
}

export interface MembersSnapshot {
  /** The number of the node that joined last. */
  readonly last: NodeNumber;
  /** Sorted by number. */
  readonly living: readonly Readonly<Member>[];
}
