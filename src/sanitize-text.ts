/** Control characters of ASCII and Latin-1; LF and CR among them, which would end a line. */
const CONTROL = /\p{Cc}/gu;

export const hasControl = (text: string): boolean => /\p{Cc}/u.test(text);

/** A player's text as a line of another protocol can hold it: control characters and `delimiter` become `-`. */
export function carryText(text: string, delimiter?: string): string {
  const plain = text.replace(CONTROL, '-');
  return delimiter === undefined ? plain : plain.replaceAll(delimiter, '-');
}

/**
 * Signs that turn the direction of writing, are not seen, or end a line without being control characters. Joiners stay:
 * letters of some writings, and emoji of several parts, are made with them.
 */
const UNSEEN = /(?![\u200c\u200d])[\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A player's text as a screen or a log can show it: it obeys nothing, and keeps to its place. */
export const plainText = (text: string): string => carryText(text).replace(UNSEEN, '-');
