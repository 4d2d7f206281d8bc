import { lineText } from '../../sanitize-text.ts';

/** Of a name, in code points. */
export const LONGEST_NAME = 64;

export const DELIMITER = '~';

/** A backslash before a delimiter would be read as a part of it. */
export const closeField = (field: string): string => (field.endsWith('\\') ? `${field.slice(0, -1)}-` : field);

/** A player's name as this protocol can carry it: one field, and no longer than a name may be. */
export const carryName = (name: string): string =>
  closeField([...lineText(name, DELIMITER)].slice(0, LONGEST_NAME).join(''));
