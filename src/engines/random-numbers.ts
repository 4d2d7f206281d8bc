/** A fast pseudo-random generator (xorshift32), reproducible by its seed. */
export class Xorshift32 {
  #state: number;

  /** `seed` is at least 0 and less than 1. */
  constructor(seed: number) {
    this.#state = (seed * 0x1_0000_0000) | 0 || 0x9e3779b9;
  }

  /** A whole number from 0 to `limit` - 1; `limit` is at most 65,536. */
  below(limit: number): number {
    let state = this.#state;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.#state = state;
    return ((state >>> 16) * limit) >>> 16;
  }
}

/** A generator of numbers from 0 to 1 (mulberry32). Each seed, game and move number has its own sequence. */
export function randomNumbers(seed: number, game: number, moveNumber: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) ^ Math.imul(game + 1, 0x85ebca6b) ^ Math.imul(moveNumber + 1, 0xc2b2ae35);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word ^= word + Math.imul(word ^ (word >>> 7), 61 | word);
    return ((word ^ (word >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
