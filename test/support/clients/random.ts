/** Returns a random integer from 0 to `limit` - 1. */
export type RandomInt = (limit: number) => number;

/** A generator (mulberry32) that returns the same numbers for the same seed. */
export function seededRandomInt(seed: number): RandomInt {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word ^= word + Math.imul(word ^ (word >>> 7), 61 | word);
    return ((word ^ (word >>> 14)) >>> 0) % limit;
  };
}

/** Returns a random element. */
export function pick<Value>(randomInt: RandomInt, values: readonly Value[]): Value {
  const value = values[randomInt(values.length)];
  if (value === undefined) throw new RangeError('nothing to pick from');
  return value;
}

const { SEED } = process.env;

/** The environment variable SEED, or a new seed for each run. */
export const seedOfRun = (): number => (SEED === undefined ? Date.now() % 2 ** 31 : Number(SEED));
