/**
 * Reads a whole number as all text protocols here write it, without a superfluous sign or zero (docs/protocols/README.md). A
 * number beyond the exact range becomes the nearest exact number. This is off every board too and, unlike a rounded number,
 * can be written and read back without a change.
 */
export function parseWholeNumber(text: string): number | undefined {
  if (!/^(?:0|-?[1-9][0-9]*)$/.test(text)) return undefined;
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number(text), Number.MAX_SAFE_INTEGER));
}
