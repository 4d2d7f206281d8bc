/** Numbers from 0 up to and without `limit`. */
export type RandomInt = (limit: number) => number;

/** The same numbers for the same seed (mulberry32). */
export function seededRandomInt(seed: number): RandomInt {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word ^= word + Math.imul(word ^ (word >>> 7), 61 | word);
    return ((word ^ (word >>> 14)) >>> 0) % limit;
  };
}

/** One of them. */
export function pick<Value>(roll: RandomInt, values: readonly Value[]): Value {
  const value = values[roll(values.length)];
  if (value === undefined) throw new RangeError('nothing to pick from');
  return value;
}

const { SEED } = process.env;

/** What the environment variable SEED says, else a new one every time. */
export const seedOfRun = (): number => (SEED === undefined ? Date.now() % 2 ** 31 : Number(SEED));
