/** A piece of text, or the name of one invisible character. */
export interface TextSegment {
  readonly text: string;
  readonly isCharacterName: boolean;
}

/** Control characters and characters that change the direction of text, join letters or are invisible. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu;

const NAMES: ReadonlyMap<number, string> = new Map([
  [0x00, 'NUL'],
  [0x07, 'BEL'],
  [0x08, 'BS'],
  [0x09, 'TAB'],
  [0x0a, 'LF'],
  [0x0d, 'CR'],
  [0x1b, 'ESC'],
  [0x7f, 'DEL'],
]);

/** Splits text so that each invisible character is replaced by its name or number. */
export function visibleSegments(text: string): readonly TextSegment[] {
  const pieces: TextSegment[] = [];
  let start = 0;
  for (const { 0: character, index } of text.matchAll(HIDDEN)) {
    if (index > start) pieces.push({ text: text.slice(start, index), isCharacterName: false });
    pieces.push({ text: nameOf(character.codePointAt(0) ?? 0), isCharacterName: true });
    start = index + character.length;
  }
  if (start < text.length) pieces.push({ text: text.slice(start), isCharacterName: false });
  return pieces;
}

const nameOf = (code: number): string => NAMES.get(code) ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
