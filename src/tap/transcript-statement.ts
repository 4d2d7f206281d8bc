const LF = 0x0a;
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A message in the notation of transcripts: a line, a named action with its bytes, or escaped bytes. */
export interface TranscriptMessage {
  readonly isRaw: boolean;
  readonly text: string;
}

export const clientStatement = (who: string, { isRaw, text }: TranscriptMessage): string =>
  `${who}${isRaw ? ' raw' : ''}: ${text}`;

export const serverStatement = (who: string, { isRaw, text }: TranscriptMessage): string =>
  `server${isRaw ? ' raw' : ''} --> ${who}: ${text}`;

/** `action`: the name of a binary message, which is written before its bytes in hex. */
export function transcriptMessage(bytes: Uint8Array, action: string | undefined): TranscriptMessage {
  if (action !== undefined) return { isRaw: false, text: `${action} [${hexOf(bytes)}]` };
  const line = plainLine(bytes);
  return line === undefined ? { isRaw: true, text: escaped(bytes) } : { isRaw: false, text: line };
}

/** A line without spaces at its ends, which editors remove, and without invisible characters. */
const PLAIN = /^[^\s\p{C}](?:[^\p{C}\p{Zl}\p{Zp}]*[^\s\p{C}])?$/u;
/** A line that a reader of the transcript would take for bytes in hex. */
const LIKE_BYTES = /\[[0-9A-F ]*\]$/;

/** The line without its LF, if it needs no escapes in a transcript. */
function plainLine(bytes: Uint8Array): string | undefined {
  if (bytes.at(-1) !== LF) return undefined;
  try {
    const text = strict.decode(bytes.subarray(0, -1));
    return PLAIN.test(text) && !LIKE_BYTES.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');

const ESCAPES: ReadonlyMap<number, string> = new Map([
  [LF, '\\n'],
  [0x0d, '\\r'],
  [0x09, '\\t'],
  [0x5c, '\\\\'],
]);

/** Visible ASCII characters as they are, all others escaped; also a space at the end. */
export function escaped(bytes: Uint8Array): string {
  return Array.from(bytes, (byte, index) => {
    const isPlain = byte > 0x20 && byte < 0x7f && byte !== 0x5c;
    const isSpaceWithin = byte === 0x20 && index > 0 && index < bytes.length - 1;
    if (isPlain || isSpaceWithin) return String.fromCharCode(byte);
    return ESCAPES.get(byte) ?? `\\x${byte.toString(16).padStart(2, '0')}`;
  }).join('');
}
