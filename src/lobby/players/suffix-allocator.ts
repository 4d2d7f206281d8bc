import TinyQueue from 'tinyqueue';

/** The state of the search for a number, shared by all players who want the same name. */
interface Series {
  /** The lowest number that has not been tried. */
  next: number;
  /** The tried numbers that are free again, the lowest first. */
  readonly free: TinyQueue<number>;
  /** The number of tried numbers that were in use and have not been released. */
  used: number;
}

/** Decides whether a name is available. Two names are the same if `fold` returns the same text for them. */
interface Availability {
  fold(name: string): string;
  isUsed(name: string): boolean;
  /** Whether this player cannot have the name for another reason. The next player perhaps can. */
  isForbidden(name: string): boolean;
}

/**
 * Finds the lowest number with which a name is available. Names that are in use are remembered until they are released. Therefore, if
 * thousands of players want the same name, the search for one of them does not try the names of all others.
 */
export class SuffixAllocator {
  readonly #series = new Map<string, Series>();
  /** The series and numbers at which a name was found to be in use, by folded name. */
  readonly #places = new Map<string, { readonly key: string; readonly number: number }[]>();

  /** The first available name that `make` returns for 2, 3, …. Calls with the same `key` must have the same `make`. */
  first(key: string, make: (number: number) => string, { fold, isUsed, isForbidden }: Availability): string {
    const series = this.#series.get(key) ?? { next: 2, free: new TinyQueue<number>(), used: 0 };
    // The numbers that stay free for the next search. The found number is one of them until a player has the name.
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

  /** The folded name is no longer in use. */
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
