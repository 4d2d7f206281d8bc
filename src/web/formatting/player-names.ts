/**
 * What is not seen or turns the direction of writing, with a joiner within one emoji as the group. The signs that are
 * not of the category of formats are blanks (of Braille, Hangul, hieroglyphs and notes), and what joins letters without
 * being seen.
 */
const UNSEEN =
  /(\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?\u200d(?=\p{Extended_Pictographic}))|[\u034f\p{Cf}\p{Cc}\p{Zl}\p{Zp}\u2800\u115f\u1160\u3164\uffa0\u{13441}\u{13442}\u{1d159}]/gu;

/** Somebody's name as it is shown: it keeps to its direction, and none of it is hidden. It is asked for as it is. */
export const shownName = (name: string): string => name.replace(UNSEEN, (_, emoji?: string) => emoji ?? '-');

/** Where somebody is told about; a name that a browser takes for a step in a path has no such place. */
export const playerPath = (name: string): string | undefined =>
  name === '.' || name === '..' ? undefined : `/players/${encodeURIComponent(name)}`;
