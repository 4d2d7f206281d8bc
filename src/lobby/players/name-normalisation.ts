/**
 * Characters that look like white space: Unicode's white space, and characters that Unicode calls letters or symbols but that are drawn as
 * nothing (the Braille blank, the Hangul fillers, the hieroglyph blanks, the null notehead).
 */
const WHITE_SPACE = '\\p{White_Space}\\u2800\\u115f\\u1160\\u3164\\uffa0\\u{13441}\\u{13442}\\u{1d159}';

/** Code points that are not drawn. */
const IGNORABLE = '\\p{Default_Ignorable_Code_Point}\\p{Cf}';

const ANY_WHITE_SPACE = new RegExp(`[${WHITE_SPACE}]`, 'u');
const EVERY_WHITE_SPACE = new RegExp(ANY_WHITE_SPACE, 'gu');
const ANY_BLANK = new RegExp(`[${WHITE_SPACE}${IGNORABLE}]`, 'u');
const EVERY_IGNORABLE = new RegExp(`[${IGNORABLE}]`, 'gu');

/** Printable ASCII. It needs no normalization. */
const PLAIN = /^[\x20-\x7e]*$/;

export const hasWhiteSpace = (text: string): boolean => ANY_WHITE_SPACE.test(text);

/** The text with a `-` for each character of white space. */
export const dashWhiteSpace = (text: string): string => text.replace(EVERY_WHITE_SPACE, '-');

/**
 * A name without the white space around it. Ignorable code points in this white space are removed too. Other ignorable code points stay,
 * because the last one may turn a symbol into an emoji.
 */
export function trimName(text: string): string {
  if (PLAIN.test(text)) return text.trim();
  const characters = [...text];
  let [start, end] = [0, characters.length];
  for (let at = 0; at < end && ANY_BLANK.test(characters[at]!); at++) {
    if (hasWhiteSpace(characters[at]!)) start = at + 1;
  }
  for (let at = end - 1; at >= start && ANY_BLANK.test(characters[at]!); at--) {
    if (hasWhiteSpace(characters[at]!)) end = at;
  }
  return characters.slice(start, end).join('');
}

/** A name after NFKC, without white space around it, with one space for each run of white space, without ignorable code points. */
export const compose = (name: string): string =>
  oneSpaceEach(
    PLAIN.test(name) ? name : name.normalize('NFKC').replace(EVERY_WHITE_SPACE, ' ').replace(EVERY_IGNORABLE, ''),
  );

/** The form in which names are compared: composed, and without case. Folding twice changes nothing. */
export function foldName(name: string): string {
  const composed = compose(name);
  if (PLAIN.test(composed)) return composed.toLowerCase();
  // Lower case alone does not unify texts with the same upper case, such as ß and SS, or the two forms of the small sigma.
  return oneSpaceEach(composed.toLowerCase().toUpperCase().toLowerCase().normalize('NFKC'));
}

const oneSpaceEach = (text: string): string => (text.includes('  ') ? text.replace(/ +/g, ' ') : text).trim();

/** Whether the name has a visible character. Combining marks do not count, because they are drawn on the character before them. */
export const isVisible = (name: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(foldName(name));

/** The names of guests. Any dash and any digits count, because they look the same. */
const GUEST = /^guest\p{Pd}\p{Nd}+$/u;

export const isGuestName = (name: string): boolean => GUEST.test(foldName(name));
