/** The picture of a C0 control character is this far above it, in the block Control Pictures. */
const PICTURES = 0x2400;
const DELETE = 0x7f;
const PICTURE_OF_DELETE = '\u2421';

/**
 * Text of a stranger as a page can show it. Control characters become their pictures (␛), line feeds stay. Characters
 * that turn the direction of writing or are not seen, and halves of characters, become U+FFFD.
 */
export const visibleText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, pictureOf)
    .replace(/(?![\u200c\u200d])[\p{Cf}\p{Zl}\p{Zp}\p{Cn}]/gu, '\u{fffd}');

function pictureOf(control: string): string {
  const code = control.charCodeAt(0);
  if (code === DELETE) return PICTURE_OF_DELETE;
  return code < 0x20 ? String.fromCharCode(PICTURES + code) : '\u{fffd}';
}
