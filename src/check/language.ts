import type { Read } from '../protocols/conversation.ts';
import { lineBytes, readLine } from '../protocols/line.ts';
import type { Color } from '../rules/color.ts';

/** A message as the dialogues write it. */
export interface Heard {
  readonly text: string;
  /** In what its wording differs from the document's, and may: each in a few words. */
  readonly variants: readonly string[];
  /** It is one of the protocol's at all. */
  readonly known: boolean;
}

/** A stone in a column and row from 0 at the top left, and what it captures; or a pass. */
export type Turn = 'pass' | (Place & { readonly captured: readonly Place[] });

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** What has to be known of a protocol to talk in it. */
export interface Language {
  read(bytes: Uint8Array): Read<Heard>;
  write(line: string): Uint8Array;
  /** The words for the colours, where somebody is told which is his. */
  readonly colors: Readonly<Record<Color, string>>;
  /** What may come at any time, above all because of others who are on the same server; `own` is who hears it. */
  isStray(line: string, names: readonly string[], own: string | undefined): boolean;
  /** Whom a message names as the opponent. If that is nobody of ours, it is nobody's fault. */
  opponentIn(line: string): string | undefined;
  /** What the protocol makes everybody answer at once. */
  reflex(line: string): string | undefined;
  /** A legal turn, and how it is told: the statements of a dialogue. */
  turn(color: Color, turn: Turn): string;
  /** What somebody says who leaves whatever he was in; what does not fit is not understood, and costs nothing. */
  readonly farewell: readonly string[];
}

/** A language in which a server is played by script: nothing is answered but by the script, and nobody is met. */
export const scripted = (speech: Pick<Language, 'read' | 'write' | 'isStray'>): Language => ({
  ...speech,
  colors: { black: '', white: '' },
  reflex: () => undefined,
  opponentIn: () => undefined,
  turn() {
    throw new Error('the turns of a client are its own');
  },
  farewell: [],
});

/** How a line that is understood, and differs from it, should have been written; `undefined` if it is not understood. */
export type Canonical = (line: string) => { readonly text: string; readonly variant?: string } | undefined;

/** Reads a line of a text protocol. */
export function readText(bytes: Uint8Array, canonical: Canonical): Read<Heard> {
  const read = readLine(bytes);
  if (read.kind === 'more') return read;
  if (read.message.kind !== 'text') {
    const text = read.message.kind === 'too-long' ? '(a line that does not end)' : read.message.text;
    return { ...read, message: { text, variants: [], known: false } };
  }
  const { text } = read.message;
  const found = canonical(text);
  const around = read.kind === 'message' ? endings(bytes.subarray(0, read.length)) : [];
  const variants = found?.variant === undefined ? around : [...around, found.variant];
  return { ...read, message: { text: found?.text ?? text, variants, known: found !== undefined } };
}

/** No document mentions these, and no program known stumbles over them. */
function endings(line: Uint8Array): string[] {
  const text = Buffer.from(line).toString('utf8').slice(0, -1);
  const spaces = text.replace(/\r$/, '');
  return [
    ...(text.endsWith('\r') ? ['lines end with CR LF'] : []),
    ...(spaces.trim() === spaces ? [] : ['spaces around a line']),
  ];
}

export const writeText = lineBytes;
