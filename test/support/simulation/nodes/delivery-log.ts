import assert from 'node:assert/strict';
import type { Membership } from './membership.ts';

interface NodeDeliveries {
  /** The number of lines delivered to its clients. */
  count: number;
  /** The lines since the mark. */
  marked: string[];
  /** No process runs this node any more. */
  isAbandoned: boolean;
}

/**
 * The lines delivered to the clients of each node, by its id. A delivery cannot be undone, even if the stream loses its messages.
 */
export class DeliveryLog {
  readonly #nodes = new Map<string, NodeDeliveries>();
  #isMarked = false;

  /** From now on, the stream may lose messages. Lines are stored until the loss is settled. */
  mark(): void {
    this.#isMarked = true;
    for (const deliveries of this.#nodes.values()) deliveries.marked = [];
  }

  /** The stream has lost no messages. */
  unmark(): void {
    this.#isMarked = false;
    for (const deliveries of this.#nodes.values()) deliveries.marked = [];
  }

  get isMarked(): boolean {
    return this.#isMarked;
  }

  /** Fails unless this line must be delivered next, by the present stream or by the stream before its loss. */
  deliver(id: string, line: string, possible: readonly Membership[]): void {
    const deliveries = this.#deliveriesOf(id);
    deliveries.marked.push(line);
    deliveries.count++;
    const isExpected = possible.some((members) => isPrefix(deliveries, id, members));
    const expected = possible[0]?.line(id, deliveries.count - 1);
    if (!isExpected)
      assert.equal(line, expected, 'clients must receive the lines that follow from the stream, in order');
    assert(isExpected, `the line does not follow from the stream: ${line}`);
    if (!this.#isMarked) deliveries.marked = [];
  }

  count(id: string): number {
    return this.#deliveriesOf(id).count;
  }

  abandon(id: string): void {
    this.#deliveriesOf(id).isAbandoned = true;
  }

  isAbandoned(id: string): boolean {
    return this.#deliveriesOf(id).isAbandoned;
  }

  /** The stream continues from this state. All delivered lines must follow from it, except lines of nodes that were unreachable. */
  settle(members: Membership, wasUnreachable: (id: string) => boolean): void {
    for (const [id, deliveries] of this.#nodes) {
      if (deliveries.isAbandoned || wasUnreachable(id) || isPrefix(deliveries, id, members)) continue;
      const first = deliveries.count - deliveries.marked.length;
      const lost = deliveries.marked.find((line, index) => line !== members.line(id, first + index));
      assert.fail(`node ${id} has delivered a line that does not follow from the next epoch: ${lost}`);
    }
    this.unmark();
  }

  #deliveriesOf(id: string): NodeDeliveries {
    const known = this.#nodes.get(id) ?? { count: 0, marked: [], isAbandoned: false };
    this.#nodes.set(id, known);
    return known;
  }
}

function isPrefix({ count, marked }: NodeDeliveries, id: string, members: Membership): boolean {
  const first = count - marked.length;
  return marked.every((line, index) => line === members.line(id, first + index));
}
