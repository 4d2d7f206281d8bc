/** Counts by two labels. The values of a label must be few, and clients must not choose them. */
export class TwoKeyCounter {
  readonly #counted = new Map<string, Map<string, { amount: number }>>();

  add(first: string, second: string): void {
    const cell = this.#counted.get(first)?.get(second);
    if (cell === undefined) this.#addKeys(first, second);
    else cell.amount++;
  }

  *[Symbol.iterator](): Iterator<readonly [first: string, second: string, amount: number]> {
    for (const [first, row] of this.#counted) for (const [second, { amount }] of row) yield [first, second, amount];
  }

  #addKeys(first: string, second: string): void {
    const row = this.#counted.get(first) ?? new Map<string, { amount: number }>();
    this.#counted.set(first, row.set(second, { amount: 1 }));
  }
}
