let words: Int32Array = new Int32Array(0);

/**
 * Random words for at least `points` points, at `2 * point` for black and `2 * point + 1` for white. They are the same in
 * every run. All words are even, so that the lowest bit of a hash is free for other data. All boards share the table.
 */
export function zobristWords(points: number): Int32Array {
  if (words.length < 2 * points) words = generate(2 * points);
  return words;
}

/** SplitMix32: the n-th word depends on n alone, so that a longer table begins with a shorter one. */
function generate(length: number): Int32Array {
  return Int32Array.from({ length }, (_, n) => {
    let word = Math.imul(n + 1, 0x9e3779b9);
    word = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    return (word ^ (word >>> 15)) & ~1;
  });
}
