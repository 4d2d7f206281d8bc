import { type ReadResult, utf8 } from './bytes.ts';

/** The longest line that the server accepts in a text protocol, in bytes without the line ending. */
export const LONGEST_LINE = 4096;

/** The longest line that a client accepts from a server, in bytes. A list of all players can be long. */
export const LONGEST_SERVER_LINE = 65_536;

/** The result of reading one line. */
export type ReceivedLine =
  /** Without its line ending and without spaces around it. */
  | { readonly kind: 'text'; readonly text: string }
  /** Bytes that are not UTF-8; `text` shows them with U+FFFD. */
  | { readonly kind: 'not-utf8'; readonly text: string }
  /** Longer than allowed. Nothing after it can be read. */
  | { readonly kind: 'too-long' };

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

const LF = 0x0a;
const CR = 0x0d;

/**
 * Reads one line of at most `longest` bytes, without its LF, one CR before that and spaces at either end
 * (docs/protocols/README.md).
 */
export function readLine(bytes: Uint8Array, longest = LONGEST_LINE): ReadResult<ReceivedLine> {
  const end = bytes.indexOf(LF);
  const length = end === -1 ? bytes.length : end > 0 && bytes[end - 1] === CR ? end - 1 : end;
  // A CR that may belong to the line end does not count towards the limit.
  const counted = end === -1 && bytes[length - 1] === CR ? length - 1 : length;
  if (counted > longest) return { kind: 'broken', message: { kind: 'too-long' } };
  if (end === -1) return { kind: 'more' };
  return { kind: 'message', message: decode(bytes.subarray(0, length)), length: end + 1 };
}

function decode(bytes: Uint8Array): ReceivedLine {
  try {
    return { kind: 'text', text: trim(strict.decode(bytes)) };
  } catch {
    return { kind: 'not-utf8', text: trim(lenient.decode(bytes)) };
  }
}

/** Spaces only: a tab or another white space belongs to the line. A loop, because ` +$` takes quadratic time. */
function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text[start] === ' ') start++;
  while (end > start && text[end - 1] === ' ') end--;
  return text.slice(start, end);
}

/**
 * Truncates a text so that the text and `around` more bytes fit in a line. The result may be empty.
 */
export function fitLine(text: string, around = 0): string {
  const bytes = utf8(text);
  if (bytes.length + around <= LONGEST_LINE) return text;
  // In streaming mode the decoder drops a character that the cut has divided.
  return new TextDecoder().decode(bytes.subarray(0, Math.max(0, LONGEST_LINE - around)), { stream: true });
}

/** The bytes of a line, with its line ending. */
export const lineBytes = (text: string): Uint8Array => utf8(`${text}\n`);
