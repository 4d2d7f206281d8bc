import { lineText } from '../../sanitize-text.ts';

/** The longest name, in code points. */
export const LONGEST_NAME = 64;

export const DELIMITER = '~';

/** Replaces a backslash at the end, which would be read as a part of the delimiter after it. */
export const closeField = (field: string): string => (field.endsWith('\\') ? `${field.slice(0, -1)}-` : field);

/** Converts a player's name to one field of at most `LONGEST_NAME` characters. */
export const carryName = (name: string): string =>
  closeField([...lineText(name, DELIMITER)].slice(0, LONGEST_NAME).join(''));
