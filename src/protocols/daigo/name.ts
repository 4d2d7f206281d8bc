import { dashWhiteSpace, hasWhiteSpace, isVisible } from '../../lobby/players/name-normalisation.ts';
import { hasControlCharacter, lineText } from '../../sanitize-text.ts';

/** Code points; the ruling's limit, which the document leaves open. */
const LONGEST_NAME = 32;

export const NAME_FORM = `1 to ${LONGEST_NAME} characters without white space`;

/** Whether a request can say it at all: white space would split it into two words. Another server's names may be longer than ours. */
export const isWord = (text: string): boolean => text !== '' && !hasWhiteSpace(text) && !hasControlCharacter(text);

/** Whether a client of this protocol may have the name, and ask for it. */
export const isName = (text: string): boolean => isWord(text) && isVisible(text) && [...text].length <= LONGEST_NAME;

/** A player's name as one word of this protocol. */
export const carryName = (name: string): string => {
  const carried = [...lineText(dashWhiteSpace(name))].slice(0, LONGEST_NAME).join('');
  return isVisible(carried) ? carried : '-';
};
