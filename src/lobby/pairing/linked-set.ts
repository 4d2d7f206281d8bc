interface Link<Item> {
  readonly item: Item;
  before: Link<Item> | undefined;
  after: Link<Item> | undefined;
}

/**
 * A set in the order of insertion. If thousands of entries are removed at the front of a JavaScript Set, an iteration visits their empty
 * places until the Set is rebuilt. This set has no empty places.
 */
export class LinkedSet<Item> {
  readonly #links = new Map<Item, Link<Item>>();
  #first: Link<Item> | undefined;
  #last: Link<Item> | undefined;

  get size(): number {
    return this.#links.size;
  }

  /** The item must not be in the set. */
  add(item: Item): void {
    const link: Link<Item> = { item, before: this.#last, after: undefined };
    this.#links.set(item, link);
    if (this.#last === undefined) this.#first = link;
    else this.#last.after = link;
    this.#last = link;
  }

  delete(item: Item): void {
    const link = this.#links.get(item);
    if (link === undefined) return;
    this.#links.delete(item);
    if (link.before === undefined) this.#first = link.after;
    else link.before.after = link.after;
    if (link.after === undefined) this.#last = link.before;
    else link.after.before = link.before;
  }

  *[Symbol.iterator](): Generator<Item> {
    for (let link = this.#first; link !== undefined; link = link.after) yield link.item;
  }
}
