import { pick, type RandomInt } from '../clients/random.ts';

/** A set from which a random item is picked in constant time. */
export class RandomBag<Item> {
  readonly #items: Item[] = [];
  readonly #indexes = new Map<Item, number>();

  get size(): number {
    return this.#items.length;
  }

  pick(randomInt: RandomInt): Item {
    return pick(randomInt, this.#items);
  }

  /** Adds the item if `isIncluded`, and removes it otherwise. */
  put(item: Item, isIncluded: boolean): void {
    const index = this.#indexes.get(item);
    if (isIncluded === (index !== undefined)) return;
    if (index === undefined) {
      this.#indexes.set(item, this.#items.length);
      this.#items.push(item);
      return;
    }
    const last = this.#items.pop();
    this.#indexes.delete(item);
    if (last === undefined || last === item) return;
    this.#items[index] = last;
    this.#indexes.set(last, index);
  }
}
