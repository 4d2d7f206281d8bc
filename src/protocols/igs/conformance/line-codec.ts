import type { DialogueAdapter } from '../../conformance/dialogue-adapter.ts';
import { type CanonicalizeLine, readText } from '../../conformance/dialogue-adapter.ts';
import { lineBytes } from '../../text-line.ts';

/** Matches a prompt, which has no line end. */
const PROMPT = /^(?:(?:Login|Password): |#> )/;

const latin1 = new TextDecoder('latin1');

/** The ignored variants. The number of spaces has no meaning for clients, except in lists of players. */
const BLANKS = ['lines end with CR LF', 'spaces around a line'];

/** Reads a line, or a question without a line end. */
export function readLineOrQuestion(
  bytes: Uint8Array,
  canonical: CanonicalizeLine,
): ReturnType<DialogueAdapter['read']> {
  const [question] = PROMPT.exec(latin1.decode(bytes.subarray(0, 20))) ?? [];
  if (question !== undefined) {
    const message = { text: question.trim(), variants: [], isKnown: true };
    return { kind: 'message', message, length: question.length };
  }
  const read = readText(bytes, canonical);
  if (read.kind === 'more') return read;
  const variants = read.message.variants.filter((each) => !BLANKS.includes(each));
  return { ...read, message: { ...read.message, variants } };
}

/** The clauses write `(Game …)` for `{Game …}`, because braces have another meaning in clauses. */
export const withoutBraces = (line: string): string => line.replace(/^(\d+ )\{(.*)\}$/, '$1($2)');

/** The bytes of a line of a scripted server, or of several lines with ` ⏎ ` between them. A prompt has no line end. */
export function writeServerLines(text: string): Uint8Array {
  if (text === 'Login:') return Buffer.from('Login: ');
  const lines = text.split(' ⏎ ').map((line) => line.replace(/^(\d+ )\((Game .*)\)$/, '$1{$2}'));
  return Buffer.from(lines.map((line) => `${line}\r\n`).join(''));
}

export const writeClientLine = lineBytes;
