/** The distance from a C0 control character to its picture in the Unicode block Control Pictures. */
const PICTURES = 0x2400;
const DELETE = 0x7f;
const PICTURE_OF_DELETE = '\u2421';

/**
 * Makes untrusted text safe to show on a page. Control characters become their pictures (␛), except line feeds.
 * Characters that change the direction of writing, invisible characters and lone surrogates become U+FFFD.
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
