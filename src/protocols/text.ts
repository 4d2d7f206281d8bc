/** Control characters of ASCII and Latin-1; LF and CR among them, which would end a line. */
const CONTROL = /\p{Cc}/gu;

export const hasControl = (text: string): boolean => /\p{Cc}/u.test(text);

/** Somebody's text as a line of another protocol can hold it: control characters and `delimiter` become `-`. */
export function carryText(text: string, delimiter?: string): string {
  const plain = text.replace(CONTROL, '-');
  return delimiter === undefined ? plain : plain.replaceAll(delimiter, '-');
}
