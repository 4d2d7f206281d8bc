/** Control characters of ASCII and Latin-1; LF and CR among them, which would end a line. */
const CONTROL = /\p{Cc}/gu;

export const hasControl = (text: string): boolean => /\p{Cc}/u.test(text);

/** Somebody's text as a line of another protocol can hold it: control characters and `delimiter` become `-`. */
export function carryText(text: string, delimiter?: string): string {
  const plain = text.replace(CONTROL, '-');
  return delimiter === undefined ? plain : plain.replaceAll(delimiter, '-');
}

/** Signs that turn the direction of writing, or end a line without being control characters. */
const TURNING = /[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Somebody's text as a screen or a log can show it: it obeys nothing, and keeps to its place. */
export const plainText = (text: string): string => carryText(text).replace(TURNING, '-');
