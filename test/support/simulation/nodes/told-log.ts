import assert from 'node:assert/strict';
import type { Membership } from './membership.ts';

interface Told {
  /** How many lines its clients were told. */
  count: number;
  /** Those since the mark. */
  marked: string[];
  /** No process has this node any more. */
  isAbandoned: boolean;
}

/**
 * What the clients of each node were told, by its id. It cannot be taken back, also if the stream loses what it was decided from.
 */
export class ToldLog {
  readonly #nodes = new Map<string, Told>();
  #isMarked = false;

  /** The stream may lose what follows: it is kept until it is settled. */
  mark(): void {
    this.#isMarked = true;
    for (const told of this.#nodes.values()) told.marked = [];
  }

  /** The stream has lost nothing. */
  unmark(): void {
    this.#isMarked = false;
    for (const told of this.#nodes.values()) told.marked = [];
  }

  get isMarked(): boolean {
    return this.#isMarked;
  }

  /** Fails unless this is what must be told next, by what the stream says, or by what it said before it has lost its end. */
  tell(id: string, line: string, possible: readonly Membership[]): void {
    const told = this.#of(id);
    told.marked.push(line);
    told.count++;
    const isExpected = possible.some((members) => isPrefix(told, id, members));
    const expected = possible[0]?.line(id, told.count - 1);
    if (!isExpected) assert.equal(line, expected, 'what clients are told is what the stream says, in its order');
    assert(isExpected, `what clients are told is what the stream says: ${line}`);
    if (!this.#isMarked) told.marked = [];
  }

  count(id: string): number {
    return this.#of(id).count;
  }

  abandon(id: string): void {
    this.#of(id).isAbandoned = true;
  }

  isAbandoned(id: string): boolean {
    return this.#of(id).isAbandoned;
  }

  /** The stream goes on from this state: what was told must be in it, but for what only nodes have told that were away. */
  settle(members: Membership, isAway: (id: string) => boolean): void {
    for (const [id, told] of this.#nodes) {
      if (told.isAbandoned || isAway(id) || isPrefix(told, id, members)) continue;
      const first = told.count - told.marked.length;
      const lost = told.marked.find((line, place) => line !== members.line(id, first + place));
      assert.fail(`the node ${id} has told what the next epoch does not have: ${lost}`);
    }
    this.unmark();
  }

  #of(id: string): Told {
    const known = this.#nodes.get(id) ?? { count: 0, marked: [], isAbandoned: false };
    this.#nodes.set(id, known);
    return known;
  }
}

function isPrefix({ count, marked }: Told, id: string, members: Membership): boolean {
  const first = count - marked.length;
  return marked.every((line, place) => line === members.line(id, first + place));
}
