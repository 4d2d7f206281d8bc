/** A move as the clauses write it: a point in capitals, `pass` and `resign` in small letters. Other words stay as they are. */
export function canonicalMove(word: string): string {
  if (/^(?:pass|resign)$/i.test(word)) return word.toLowerCase();
  return /^[a-hj-z][0-9]+$/i.test(word) ? word.toUpperCase() : word;
}
