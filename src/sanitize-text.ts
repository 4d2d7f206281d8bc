/** Control characters of ASCII and Latin-1. They include LF and CR, which would end a line. */
const CONTROL = /\p{Cc}/gu;

export const hasControlCharacter = (text: string): boolean => /\p{Cc}/u.test(text);

/** A player's text as part of a line of another protocol: control characters and `delimiter` become `-`. */
export function lineText(text: string, delimiter?: string): string {
  const plain = text.replace(CONTROL, '-');
  return delimiter === undefined ? plain : plain.replaceAll(delimiter, '-');
}

/**
 * Characters that are no control characters, but change the direction of writing, are invisible, or end a line. Joiners stay,
 * because letters of some scripts and composed emoji need them.
 */
const INVISIBLE = /(?![\u200c\u200d])[\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A player's text for a screen or a log: it stays on one line and cannot control a terminal. */
export const plainText = (text: string): string => lineText(text).replace(INVISIBLE, '-');
