import type { DialogueLanguage } from '../../conformance/dialogue-language.ts';
import { type CanonicalizeLine, readText } from '../../conformance/dialogue-language.ts';
import { lineBytes } from '../../text-line.ts';

/** Questions, which have no line end. */
const QUESTION = /^(?:(?:Login|Password): |#> )/;

const latin1 = new TextDecoder('latin1');

/** Lines are compared without regard to their blanks: clients do not need an exact number of them, except in lists of players. */
const BLANKS = ['lines end with CR LF', 'spaces around a line'];

/** Reads a line, or a question without a line end. */
export function readLineOrQuestion(
  bytes: Uint8Array,
  canonical: CanonicalizeLine,
): ReturnType<DialogueLanguage['read']> {
  const [question] = QUESTION.exec(latin1.decode(bytes.subarray(0, 20))) ?? [];
  if (question !== undefined) {
    const message = { text: question.trim(), variants: [], isKnown: true };
    return { kind: 'message', message, length: question.length };
  }
  const read = readText(bytes, canonical);
  if (read.kind === 'more') return read;
  const variants = read.message.variants.filter((each) => !BLANKS.includes(each));
  return { ...read, message: { ...read.message, variants } };
}

/** The clauses write `(Game …)` for `{Game …}`, because braces are their own. */
export const withoutBraces = (line: string): string => line.replace(/^(\d+ )\{(.*)\}$/, '$1($2)');

/** A line of a scripted server, or several with ` ⏎ ` between them; a question has no line end. */
export function writeServerLines(text: string): Uint8Array {
  if (text === 'Login:') return Buffer.from('Login: ');
  const lines = text.split(' ⏎ ').map((line) => line.replace(/^(\d+ )\((Game .*)\)$/, '$1{$2}'));
  return Buffer.from(lines.map((line) => `${line}\r\n`).join(''));
}

export const writeClientLine = lineBytes;
