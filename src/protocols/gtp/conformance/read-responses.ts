import type { ReadResult } from '../../bytes.ts';
import type { ReceivedMessage } from '../../conformance/dialogue-adapter.ts';

/** The longest response in bytes. */
const LONGEST = 65_536;

const [LF, CR] = [0x0a, 0x0d];

const utf8 = new TextDecoder('utf-8');

/** Vertices are compared without case. */
const VERTEX = /^(?:[a-hj-z][1-9]\d?|pass|resign)$/i;

/**
 * Reads a complete response: its lines up to an empty line, with ` ⏎ ` between them. A line outside of responses is an unknown
 * message.
 */
export function readResponse(bytes: Uint8Array): ReadResult<ReceivedMessage> {
  const end = bytes.indexOf(LF);
  if (end === -1) return bytes.length > LONGEST ? endless(bytes.length) : { kind: 'more' };
  const first = plain(bytes.subarray(0, end));
  if (!/^[=?]/.test(first))
    return { kind: 'message', message: { text: first, variants: [], isKnown: false }, length: end + 1 };
  const length = lengthOf(bytes);
  if (length === undefined) return bytes.length > LONGEST ? endless(bytes.length) : { kind: 'more' };
  const whole = utf8.decode(bytes.subarray(0, length));
  const lines = whole
    .split('\n')
    .slice(0, -2)
    .map((line) => line.replace(/\r$/, ''));
  const variants = whole.includes('\r') ? ['lines end with CR LF'] : [];
  const message = { text: canonical(lines), variants, isKnown: true };
  return { kind: 'message', message, length };
}

/** The number of bytes up to the end of the first empty line. Undefined: it has not been received. */
function lengthOf(bytes: Uint8Array): number | undefined {
  for (let start = 0; ; ) {
    const end = bytes.indexOf(LF, start);
    if (end === -1) return undefined;
    if (end === start || (end === start + 1 && bytes[start] === CR)) return end + 1;
    start = end + 1;
  }
}

/** The canonical form of a response, such as `=7 c3`: sign and id, then the text, if there is any. */
function canonical(lines: readonly string[]): string {
  const [, head = '', rest = ''] = /^([=?]\d*) ?(.*)$/.exec(lines[0] ?? '') ?? [];
  const text = [rest, ...lines.slice(1)].join(' ⏎ ').trim();
  if (text === '') return head;
  return `${head} ${VERTEX.test(text) ? text.toLowerCase() : text}`;
}

const plain = (bytes: Uint8Array): string => utf8.decode(bytes).replace(/\r$/, '');

const endless = (length: number): ReadResult<ReceivedMessage> => ({
  kind: 'message',
  message: { text: '(a response that does not end)', variants: [], isKnown: false },
  length,
});

/** Tolerates banners and debug text that engines print to the same stream. GoGui shows and skips them. */
export const tolerate = (line: string): { readonly note?: string } | undefined => {
  if (line === '') return {};
  return /^[=?]/.test(line) ? undefined : { note: 'lines outside of responses' };
};
