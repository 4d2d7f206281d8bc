const NAME = /(?<![\w-])name="([^"]*)"/;
const CONTROL = /\p{Cc}/gu;
const LONGEST_NAME = 64;

/** The `name="…"` of a PLAYER DESCRIPTION, without control characters; `undefined` if there is none of 1 to 64 characters. */
export function nameIn(description: string): string | undefined {
  const name = NAME.exec(description)?.[1]?.replace(CONTROL, '').trim() ?? '';
  const length = [...name].length;
  return length >= 1 && length <= LONGEST_NAME ? name : undefined;
}
