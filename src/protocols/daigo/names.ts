/** Code points; the ruling's limit, which the document leaves open. */
const LONGEST_NAME = 32;

/** White space would split a name into two words; a control character could end the line or move a cursor. */
const UNFIT = /[\p{White_Space}\p{Cc}]/u;
const EVERY_UNFIT = new RegExp(UNFIT, 'gu');

/** Whether a request can say it at all: another server's names may be longer than ours. */
export const isWord = (text: string): boolean => text !== '' && !UNFIT.test(text);

/** Whether a client of this protocol may bear the name, and ask for it. */
export const isName = (text: string): boolean => isWord(text) && [...text].length <= LONGEST_NAME;

/** Somebody's name as one word of this protocol. */
export const carryName = (name: string): string =>
  [...name.replace(EVERY_UNFIT, '-')].slice(0, LONGEST_NAME).join('') || '-';
