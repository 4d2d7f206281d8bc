/**
 * Invisible characters and characters that change the direction of text. The group matches joiners within an emoji. The
 * other characters are blank ones of Braille, Hangul, hieroglyphs and musical notation, and invisible joiners.
 */
const INVISIBLE =
  /(\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?\u200d(?=\p{Extended_Pictographic}))|[\u034f\p{Cf}\p{Cc}\p{Zl}\p{Zp}\u2800\u115f\u1160\u3164\uffa0\u{13441}\u{13442}\u{1d159}]/gu;

/** A player's name as it is displayed: invisible characters become `-`. */
export const displayName = (name: string): string => name.replace(INVISIBLE, (_, emoji?: string) => emoji ?? '-');
