import type { Color } from '../../rules/color.ts';
import type { Read } from '../server-session-base.ts';
import { LONGEST_TOLD, lineBytes, readLine } from '../text-line.ts';

/** A message as the dialogues write it. */
export interface ReceivedMessage {
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

/** A message that contradicts nothing although it is not what is expected. It is passed over. */
export interface ToleratedMessage {
  /** Why, if that is worth a note. */
  readonly note?: string;
}

/** What is still to come of a message that may come in parts. */
export interface Remainder extends ToleratedMessage {
  readonly line: string;
}

/** What has to be known of a protocol to talk in it. */
export interface DialogueLanguage {
  read(bytes: Uint8Array): Read<ReceivedMessage>;
  write(line: string): Uint8Array;
  /** The words for the colours, where a client is told its own. */
  readonly colors: Readonly<Record<Color, string>>;
  /**
   * Whether a message that is not the one expected is passed over: because it is about other clients on the same server, or
   * because the document lets it be ignored. `names` are those of the clients that take part.
   */
  aside(line: string, names: readonly string[]): ToleratedMessage | undefined;
  /** What is missing of the expected message after the other, if that is a part of it. */
  remainder?(expected: string, heard: string): Remainder | undefined;
  /** Whom a message names as the opponent. A stranger there is no fault of the server. */
  opponentIn(line: string): string | undefined;
  /** What the protocol makes the receiver of a message answer at once. */
  reflex(line: string): string | undefined;
  /** A legal turn, and how it is told: the statements of a dialogue. */
  turn(color: Color, turn: Turn): string;
  /** How a client leaves a wish or a game; words that do not fit are not understood, and cost nothing. */
  readonly farewell: readonly string[];
}

/** The language of a scripted server: no opponent is met, and the turns are the client's own. */
export const scripted = (
  speech: Pick<DialogueLanguage, 'read' | 'write' | 'aside'> & Partial<Pick<DialogueLanguage, 'reflex'>>,
): DialogueLanguage => ({
  colors: { black: '', white: '' },
  reflex: () => undefined,
  opponentIn: () => undefined,
  turn() {
    throw new Error('the turns of a client are its own');
  },
  farewell: [],
  ...speech,
});

/** How a line that is understood, and differs from it, should have been written; `undefined` if it is not understood. */
export type Canonical = (line: string) => { readonly text: string; readonly variant?: string } | undefined;

/** Reads a line of a text protocol. */
export function readText(bytes: Uint8Array, canonical: Canonical): Read<ReceivedMessage> {
  const read = readLine(bytes, LONGEST_TOLD);
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
