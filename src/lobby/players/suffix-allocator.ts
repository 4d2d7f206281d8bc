import TinyQueue from 'tinyqueue';

/** The search for a number, for all who would be called the same. */
interface Series {
  /** Those from here on have not been looked at. */
  next: number;
  /** Of the lower ones, those that are in use no more, the lowest first. */
  readonly free: TinyQueue<number>;
  /** How many of the lower ones are remembered to be in use. */
  used: number;
}

/** What decides whether a name can be had; names are the same that `fold` makes the same. */
interface Availability {
  fold(name: string): string;
  isUsed(name: string): boolean;
  /** It cannot be had for another reason, which may not hold for the next who asks. */
  isForbidden(name: string): boolean;
}

/**
 * The lowest number with which a name can be had. What was found to be in use is remembered until it is released, so that
 * of thousands who would be called the same each does not look at the names of all the others.
 */
export class SuffixAllocator {
  readonly #series = new Map<string, Series>();
  /** In which series, and at which number, a name was found to be in use. */
  readonly #places = new Map<string, { readonly key: string; readonly number: number }[]>();

  /** The first of what `make` makes of 2, 3, … that can be had. One `key` is always asked for with one `make`. */
  first(key: string, make: (number: number) => string, { fold, isUsed, isForbidden }: Availability): string {
    const series = this.#series.get(key) ?? { next: 2, free: new TinyQueue<number>(), used: 0 };
    // Free, and to be looked at again by the next: the one that is found, too, until a player has it.
    const passed: number[] = [];
    for (;;) {
      const number = series.free.pop() ?? series.next++;
      const name = make(number);
      if (isUsed(name)) {
        series.used++;
        this.#series.set(key, series);
        this.#place(fold(name), { key, number });
        continue;
      }
      passed.push(number);
      if (isForbidden(name)) continue;
      for (const each of passed) series.free.push(each);
      return name;
    }
  }

  #place(name: string, place: { readonly key: string; readonly number: number }): void {
    const places = this.#places.get(name);
    if (places === undefined) this.#places.set(name, [place]);
    else places.push(place);
  }

  /** A name, folded, is in use no more. */
  release(name: string): void {
    for (const { key, number } of this.#places.get(name) ?? []) {
      const series = this.#series.get(key);
      if (series === undefined) continue;
      series.free.push(number);
      if (--series.used === 0) this.#series.delete(key);
    }
    this.#places.delete(name);
  }
}
