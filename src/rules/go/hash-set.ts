/** A set of odd 32-bit words that are random already: open addressing, no deletion. */
export class HashSet {
  /** 0 is a free slot. The length is a power of two. */
  #slots = new Int32Array(16);

  has(word: number): boolean {
    return this.#slots[this.#slotOf(word)] === word;
  }

  /** There must be room for it: see `reserve`. */
  add(word: number): void {
    this.#slots[this.#slotOf(word)] = word;
  }

  /** Makes room for that many words in all. */
  reserve(words: number): void {
    let length = this.#slots.length;
    while (4 * words > 3 * length) length *= 2;
    if (length === this.#slots.length) return;
    const old = this.#slots;
    this.#slots = new Int32Array(length);
    for (const word of old) if (word !== 0) this.#slots[this.#slotOf(word)] = word;
  }

  /** Where the word is, or else the free slot where it belongs. */
  #slotOf(word: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = (word >>> 1) & mask;
    while (slots[slot] !== 0 && slots[slot] !== word) slot = (slot + 1) & mask;
    return slot;
  }
}
