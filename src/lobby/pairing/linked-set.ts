interface Link<Item> {
  readonly item: Item;
  before: Link<Item> | undefined;
  after: Link<Item> | undefined;
}

/**
 * In the order in which they came, like a Set. But a Set walks over the places of all who have left at its front until it is
 * laid out anew, which is thousands where those that came first leave first.
 */
export class LinkedSet<Item> {
  readonly #links = new Map<Item, Link<Item>>();
  #first: Link<Item> | undefined;
  #last: Link<Item> | undefined;

  get size(): number {
    return this.#links.size;
  }

  /** It is not here yet. */
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
