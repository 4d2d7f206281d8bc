import { isVisible, trimName } from '../../lobby/players/name-normalisation.ts';

const NAME = /(?<![\w-])name="([^"]*)"/;
const CONTROL = /\p{Cc}/gu;
const LONGEST_NAME = 64;

/** The `name="…"` of a PLAYER DESCRIPTION, without control characters. Undefined: it has no name of 1 to 64 characters. */
export function nameIn(description: string): string | undefined {
  const name = trimName(NAME.exec(description)?.[1]?.replace(CONTROL, '') ?? '');
  return isVisible(name) && [...name].length <= LONGEST_NAME ? name : undefined;
}
