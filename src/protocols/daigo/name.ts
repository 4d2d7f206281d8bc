import { dashWhiteSpace, hasWhiteSpace, isVisible } from '../../lobby/players/name-normalisation.ts';
import { hasControlCharacter, lineText } from '../../sanitize-text.ts';

/** The longest name, in code points, according to a ruling. The document defines no limit. */
const LONGEST_NAME = 32;

export const NAME_FORM = `1 to ${LONGEST_NAME} characters without white space`;

/** Whether a request can contain the text as one word. The names of another server may be longer than ours. */
export const isWord = (text: string): boolean => text !== '' && !hasWhiteSpace(text) && !hasControlCharacter(text);

/** Whether a client of this protocol may have the name. */
export const isName = (text: string): boolean => isWord(text) && isVisible(text) && [...text].length <= LONGEST_NAME;

/** Converts a player's name to one word. */
export const carryName = (name: string): string => {
  const carried = [...lineText(dashWhiteSpace(name))].slice(0, LONGEST_NAME).join('');
  return isVisible(carried) ? carried : '-';
};
