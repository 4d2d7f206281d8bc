import type { DetectionRule } from './protocol-module.ts';

interface Detectable {
  readonly detection: DetectionRule;
}

/** What the first bytes of a connection to the plain port say about its protocol (docs/protocols/README.md). */
export type DetectionResult<Each> =
  | { readonly kind: 'more' }
  /** `skip` is the number of bytes of white space before the first word. */
  | { readonly kind: 'protocol'; readonly protocol: Each; readonly skip: number }
  | { readonly kind: 'http' }
  | { readonly kind: 'tls' }
  | { readonly kind: 'unknown' };

/** The number of bytes that is always sufficient to detect the protocol. */
export const BYTES_TO_DETECT = 256;

const HTTP_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'CONNECT', 'TRACE']);
const TLS_HANDSHAKE = [0x16, 0x03];
const BLANK = new Set([0x20, 0x0d, 0x0a]);

/**
 * Detects the protocol by the first bytes of a connection. While the result is `more`, call it again with all bytes received
 * so far.
 */
export function detectProtocol<Each extends Detectable>(
  protocols: readonly Each[],
  bytes: Uint8Array,
): DetectionResult<Each> {
  const binary = detectByBytes(protocols, bytes);
  if (binary !== undefined) return binary;
  const opening = bytes.subarray(0, BYTES_TO_DETECT);
  const start = opening.findIndex((byte) => !BLANK.has(byte));
  const text = start === -1 ? '' : Buffer.from(opening.subarray(start)).toString('latin1');
  const prefixed = protocols.find(({ detection: { prefixes } }) => prefixes?.some((prefix) => text.startsWith(prefix)));
  if (prefixed !== undefined) return { kind: 'protocol', protocol: prefixed, skip: start };
  const [word = ''] = text.split(/[ \r\n]/, 1);
  if (word.length < text.length) return detectByWord(protocols, word, start);
  return bytes.length >= BYTES_TO_DETECT || !couldBegin(protocols, text) ? { kind: 'unknown' } : { kind: 'more' };
}

/** Looks for a binary opening, which cannot have white space before it. Undefined: no binary protocol begins like this. */
function detectByBytes<Each extends Detectable>(
  protocols: readonly Each[],
  bytes: Uint8Array,
): DetectionResult<Each> | undefined {
  const matches = (opening: readonly number[]): boolean =>
    opening.every((byte, index) => index >= bytes.length || byte === bytes[index]);
  const complete = (opening: readonly number[]): boolean => matches(opening) && opening.length <= bytes.length;
  if (complete(TLS_HANDSHAKE)) return { kind: 'tls' };
  const protocol = protocols.find((each) => each.detection.bytes?.some(complete));
  if (protocol !== undefined) return { kind: 'protocol', protocol, skip: 0 };
  const possible = matches(TLS_HANDSHAKE) || protocols.some((each) => each.detection.bytes?.some(matches));
  return possible ? { kind: 'more' } : undefined;
}

/** Finds the protocol of a complete first word: the character after the word has been received. */
function detectByWord<Each extends Detectable>(
  protocols: readonly Each[],
  word: string,
  skip: number,
): DetectionResult<Each> {
  const protocol = protocols.find((each) => each.detection.words?.includes(word));
  if (protocol !== undefined) return { kind: 'protocol', protocol, skip };
  return HTTP_METHODS.has(word) ? { kind: 'http' } : { kind: 'unknown' };
}

/** Whether more bytes could make `text` a known word. */
function couldBegin(protocols: readonly Detectable[], text: string): boolean {
  const known = protocols.flatMap(({ detection: { words, prefixes } }) => [...(words ?? []), ...(prefixes ?? [])]);
  return [...known, ...HTTP_METHODS].some((each) => each.startsWith(text));
}
