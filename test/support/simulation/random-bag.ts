import { pick, type RandomInt } from '../clients/random.ts';

/** A set from which a random item is picked in constant time. */
export class RandomBag<Item> {
  readonly #items: Item[] = [];
  readonly #places = new Map<Item, number>();

  get size(): number {
    return this.#items.length;
  }

  pick(randomInt: RandomInt): Item {
    return pick(randomInt, this.#items);
  }

  /** Adds or removes the item. */
  put(thing: Item, isIn: boolean): void {
    const place = this.#places.get(thing);
    if (isIn === (place !== undefined)) return;
    if (place === undefined) {
      this.#places.set(thing, this.#items.length);
      this.#items.push(thing);
      return;
    }
    const last = this.#items.pop();
    this.#places.delete(thing);
    if (last === undefined || last === thing) return;
    this.#items[place] = last;
    this.#places.set(last, place);
  }
}
