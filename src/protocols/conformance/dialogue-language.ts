import type { Color } from '../../rules/color.ts';
import type { BoardCoordinates } from '../../rules/point.ts';
import type { ReadResult } from '../message-read-result.ts';
import { LONGEST_SERVER_LINE, lineBytes, readLine } from '../text-line.ts';

/** A message as the dialogues write it. */
export interface ReceivedMessage {
  readonly text: string;
  /** Differences from the document's wording that are tolerated, each in a few words. */
  readonly variants: readonly string[];
  /** Whether it is a message of the protocol. */
  readonly isKnown: boolean;
}

/** A stone in a column and row from 0 at the top left, and what it captures; or a pass. */
export type ScriptedMove = 'pass' | (BoardCoordinates & { readonly captured: readonly BoardCoordinates[] });

/** A message that was not expected but contradicts nothing. It is skipped. */
export interface ToleratedMessage {
  /** The note for the report, if it needs one. */
  readonly note?: string;
}

/** The missing rest of a message that may come in parts. */
export interface MessageRemainder extends ToleratedMessage {
  readonly line: string;
}

/** What the script runner must know about a protocol. */
export interface DialogueLanguage {
  read(bytes: Uint8Array): ReadResult<ReceivedMessage>;
  write(line: string): Uint8Array;
  /** The words for the colours in messages that tell a client its colour. */
  readonly colors: Readonly<Record<Color, string>>;
  /**
   * Whether an unexpected message is skipped, because it is about other clients on the server or because the document
   * allows it. `names` are the clients of the dialogue.
   */
  tolerate(line: string, names: readonly string[]): ToleratedMessage | undefined;
  /** The rest of the expected message, if the received one is a part of it. */
  remainder?(expected: string, heard: string): MessageRemainder | undefined;
  /**
   * The opponent that a message names, or a player in it who is none of `names`. Another client on the server is not a fault of the
   * server.
   */
  opponentIn(line: string, names: readonly string[]): string | undefined;
  /** The dialogue's form of a message of the tested client, if that depends on the question before it. A password is not shown. */
  answerTo?(question: string, line: string): string;
  /** The answer that the protocol demands from the receiver of a message. */
  automaticAnswer(line: string): string | undefined;
  /** Milliseconds that the document lets a server wait before a message; they are added to the patience. */
  readonly longestPause?: number;
  /** The statements for a legal move and its messages. */
  moveStatements(color: Color, turn: ScriptedMove): string;
  /** Messages with which a client leaves; those that do not fit are harmless. */
  readonly farewell: readonly string[];
  /** A server ends the connection after the farewell; the next dialogue waits for it. */
  readonly farewellEnds?: boolean;
}

/** The language of a scripted server: no other client is met, and moves are those of the client. */
export const makeClientLanguage = (
  speech: Pick<DialogueLanguage, 'read' | 'write' | 'tolerate'> &
    Partial<Pick<DialogueLanguage, 'automaticAnswer' | 'answerTo'>>,
): DialogueLanguage => ({
  colors: { black: '', white: '' },
  automaticAnswer: () => undefined,
  opponentIn: () => undefined,
  moveStatements() {
    throw new Error('the turns of a client are its own');
  },
  farewell: [],
  ...speech,
});

/** The canonical form of a line that is understood; `undefined` if it is not. */
export type CanonicalizeLine = (line: string) => { readonly text: string; readonly variant?: string } | undefined;

/** Reads a line of a text protocol. */
export function readText(bytes: Uint8Array, canonical: CanonicalizeLine): ReadResult<ReceivedMessage> {
  const read = readLine(bytes, LONGEST_SERVER_LINE);
  if (read.kind === 'more') return read;
  if (read.message.kind !== 'text') {
    const text = read.message.kind === 'too-long' ? '(a line that does not end)' : read.message.text;
    return { ...read, message: { text, variants: [], isKnown: false } };
  }
  const { text } = read.message;
  const found = canonical(text);
  const around = read.kind === 'message' ? endings(bytes.subarray(0, read.length)) : [];
  const variants = found?.variant === undefined ? around : [...around, found.variant];
  return { ...read, message: { text: found?.text ?? text, variants, isKnown: found !== undefined } };
}

/** Deviations that no document mentions and all known programs accept. */
function endings(line: Uint8Array): string[] {
  const text = Buffer.from(line).toString('utf8').slice(0, -1);
  const spaces = text.replace(/\r$/, '');
  return [
    ...(text.endsWith('\r') ? ['lines end with CR LF'] : []),
    ...(spaces.trim() === spaces ? [] : ['spaces around a line']),
  ];
}

export const writeText = lineBytes;
