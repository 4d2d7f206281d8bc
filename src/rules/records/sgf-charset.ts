/** The text of a game, and a note on its encoding. */
export interface DecodedText {
  readonly text: string;
  /** The encoding that was used, by its name in the Encoding Standard. */
  readonly charset: string;
  readonly note: string | undefined;
}

/** Without CA, FF[4] means ISO-8859-1; programs in practice write windows-1252. */
const LAST_RESORT = 'windows-1252';

/** Names of encodings in SGF files that the Encoding Standard does not know. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['cp936', 'gbk'],
  ['ms936', 'gbk'],
  ['cp949', 'euc-kr'],
  ['cp950', 'big5'],
  ['cp932', 'shift_jis'],
  ['cp1252', 'windows-1252'],
  ['utf_8', 'utf-8'],
]);

/**
 * Decodes a game with the encoding of CA. If CA is missing, unknown or wrong, the bytes are decoded as UTF-8. If they are
 * not valid UTF-8, they are decoded as windows-1252, which accepts every byte.
 */
export function decodeGame(bytes: Uint8Array, declared: string | undefined): DecodedText {
  const attempts = [...(declared === undefined ? [] : [declared]), 'utf-8', LAST_RESORT];
  for (const label of attempts) {
    const decoded = decode(label, bytes);
    if (decoded !== undefined) return { ...decoded, note: noteOn(declared, label, decoded.charset) };
  }
  throw new Error(`${LAST_RESORT} has no malformed text`);
}

/** Decodes bytes with one encoding. Undefined if the encoding is unknown, or the bytes are malformed in it. */
function decode(label: string, bytes: Uint8Array): Pick<DecodedText, 'text' | 'charset'> | undefined {
  try {
    const decoder = new TextDecoder(OTHER_NAMES.get(label.toLowerCase()) ?? label, { fatal: true, ignoreBOM: true });
    return { text: decoder.decode(bytes), charset: decoder.encoding };
  } catch {
    return undefined;
  }
}

function noteOn(declared: string | undefined, label: string, charset: string): string | undefined {
  if (declared === label || (declared === undefined && charset === 'utf-8')) return undefined;
  const why =
    declared === undefined
      ? 'the text has no CA and is not UTF-8'
      : `CA[${declared}] is unknown, or is not the encoding of the text`;
  return `${why}: it is read as ${charset}`;
}
