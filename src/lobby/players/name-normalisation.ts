/**
 * White space as a person sees it: Unicode's own, and characters that are drawn as nothing although Unicode counts them
 * among letters and symbols (the blank of Braille, the fillers of Hangul, the blanks of hieroglyphs, a note without a head).
 */
const WHITE_SPACE = '\\p{White_Space}\\u2800\\u115f\\u1160\\u3164\\uffa0\\u{13441}\\u{13442}\\u{1d159}';

/** Code points that are not drawn. */
const IGNORABLE = '\\p{Default_Ignorable_Code_Point}\\p{Cf}';

const ANY_WHITE_SPACE = new RegExp(`[${WHITE_SPACE}]`, 'u');
const EVERY_WHITE_SPACE = new RegExp(ANY_WHITE_SPACE, 'gu');
const ANY_BLANK = new RegExp(`[${WHITE_SPACE}${IGNORABLE}]`, 'u');
const EVERY_IGNORABLE = new RegExp(`[${IGNORABLE}]`, 'gu');

/** ASCII that is printed: there is nothing to compose in it and nothing to ignore. */
const PLAIN = /^[\x20-\x7e]*$/;

export const hasWhiteSpace = (text: string): boolean => ANY_WHITE_SPACE.test(text);

/** The text with a `-` for each character of white space. */
export const dashWhiteSpace = (text: string): string => text.replace(EVERY_WHITE_SPACE, '-');

/**
 * A name without the white space around it, which is no part of it. Ignorable code points between that white space go
 * with it; others stay, because the last one may be what makes an emoji of a sign.
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
  // Lower case alone keeps apart what upper case joins, as ß and SS, or both forms of the small sigma.
  return oneSpaceEach(composed.toLowerCase().toUpperCase().toLowerCase().normalize('NFKC'));
}

const oneSpaceEach = (text: string): string => (text.includes('  ') ? text.replace(/ +/g, ' ') : text).trim();

/** Whether there is anything to be seen in it: marks alone are not, they are drawn on what stands before them. */
export const isVisible = (name: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(foldName(name));

/** Names of players whose protocol has none; any dash and any digits look like these. */
const GUEST = /^guest\p{Pd}\p{Nd}+$/u;

/** Whether a name is one of those that are given to players without one. */
export const isGuestName = (name: string): boolean => GUEST.test(foldName(name));
