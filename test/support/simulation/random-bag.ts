import { pick, type RandomInt } from '../clients/random.ts';

/** Things of which one is taken at random, whatever their number. */
export class Bag<Thing> {
  readonly #things: Thing[] = [];
  readonly #places = new Map<Thing, number>();

  get size(): number {
    return this.#things.length;
  }

  pick(roll: RandomInt): Thing {
    return pick(roll, this.#things);
  }

  /** Has the thing in it, or not. */
  put(thing: Thing, isIn: boolean): void {
    const place = this.#places.get(thing);
    if (isIn === (place !== undefined)) return;
    if (place === undefined) {
      this.#places.set(thing, this.#things.length);
      this.#things.push(thing);
      return;
    }
    const last = this.#things.pop();
    this.#places.delete(thing);
    if (last === undefined || last === thing) return;
    this.#things[place] = last;
    this.#places.set(last, place);
  }
}
