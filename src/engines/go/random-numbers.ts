/** A fast pseudo-random generator (xorshift32), reproducible by its seed. */
export class RandomNumbers {
  #state: number;

  /** `chance` is the seed: at least 0 and less than 1. */
  constructor(chance: number) {
    this.#state = (chance * 0x1_0000_0000) | 0 || 0x9e3779b9;
  }

  /** A whole number from 0 to `limit` - 1; `limit` is at most 65,536. */
  roll(limit: number): number {
    let state = this.#state;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.#state = state;
    return ((state >>> 16) * limit) >>> 16;
  }
}
