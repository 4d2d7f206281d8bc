/** The spelling of a move in the clauses: a point in capitals, `pass` and `resign` in lower case. Other words are unchanged. */
export function canonicalMove(word: string): string {
  if (/^(?:pass|resign)$/i.test(word)) return word.toLowerCase();
  return /^[a-hj-z][0-9]+$/i.test(word) ? word.toUpperCase() : word;
}
