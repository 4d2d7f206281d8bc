/**
 * A whole number as every wire here writes it, without a superfluous sign or zero (docs/protocols/README.md). However
 * large it is, it is a number: beyond the exact range it is the last of that range, which is off any board all the same
 * and, unlike a rounded one, is written as it is read.
 */
export function parseWholeNumber(text: string): number | undefined {
  if (!/^(?:0|-?[1-9][0-9]*)$/.test(text)) return undefined;
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number(text), Number.MAX_SAFE_INTEGER));
}
