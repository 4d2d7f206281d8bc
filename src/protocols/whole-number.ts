/**
 * A whole number as every wire here writes it, without a superfluous sign or zero (docs/protocols/README.md). However
 * large it is, it is a number: beyond the exact range it is rounded, and it is off any board all the same.
 */
export function parseWholeNumber(text: string): number | undefined {
  return /^(?:0|-?[1-9][0-9]*)$/.test(text) ? Number(text) : undefined;
}
