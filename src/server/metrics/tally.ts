/** How often something was counted, by two words that tell what it was: of few, and none of them anybody else's. */
export class Tally {
  readonly #counted = new Map<string, Map<string, number>>();

  add(first: string, second: string, amount = 1): void {
    let row = this.#counted.get(first);
    if (row === undefined) {
      row = new Map();
      this.#counted.set(first, row);
    }
    row.set(second, (row.get(second) ?? 0) + amount);
  }

  *[Symbol.iterator](): Iterator<readonly [first: string, second: string, amount: number]> {
    for (const [first, row] of this.#counted) for (const [second, amount] of row) yield [first, second, amount];
  }
}
