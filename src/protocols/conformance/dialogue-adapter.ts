import type { Color } from '../../rules/color.ts';
import type { BoardCoordinates } from '../../rules/point.ts';
import type { ReadResult } from '../bytes.ts';
import { LONGEST_SERVER_LINE, lineBytes, readLine } from '../text-line.ts';

/** A received message, in the form that the dialogues use. */
export interface ReceivedMessage {
  readonly text: string;
  /** Tolerated differences from the document's wording, each in a few words. */
  readonly variants: readonly string[];
  readonly isKnown: boolean;
}

/** A pass, or a stone and the stones that it captures. Columns and rows count from 0 at the top left. */
export type ScriptedMove = 'pass' | (BoardCoordinates & { readonly captured: readonly BoardCoordinates[] });

/** A message that was not expected but contradicts nothing. It is skipped. */
export interface ToleratedMessage {
  readonly note?: string;
}

/** The missing part of a message that may arrive in parts. */
export interface MissingMessagePart extends ToleratedMessage {
  readonly line: string;
}

/** The properties of a protocol that the script runner needs. */
export interface DialogueAdapter {
  read(bytes: Uint8Array): ReadResult<ReceivedMessage>;
  write(line: string): Uint8Array;
  /** The words for the colours in messages that tell a client its colour. */
  readonly colors: Readonly<Record<Color, string>>;
  /**
   * Whether an unexpected message is skipped, because it is about other clients on the server or because the document
   * allows it. `names` are the clients of the dialogue.
   */
  tolerate(line: string, names: readonly string[]): ToleratedMessage | undefined;
  /** The part of the expected message that is still missing. Undefined: the received message is not the first part of it. */
  missingPart?(expected: string, received: string): MissingMessagePart | undefined;
  /**
   * The opponent that a message names, or a player in the message that is not one of `names`. Another client on the server is
   * not a fault of the server.
   */
  opponentIn(line: string, names: readonly string[]): string | undefined;
  /** The dialogue's form of a message of the tested client, if it depends on the question before it. Hides a password. */
  answerTo?(question: string, line: string): string;
  /** The answer that the protocol demands from the receiver of a message. Undefined: it demands no answer. */
  automaticAnswer(line: string): string | undefined;
  /** Milliseconds that the document allows a server to wait before a message. They are added to the timeout. */
  readonly longestPause?: number;
  /** The statements for a legal move and its messages. */
  moveStatements(color: Color, turn: ScriptedMove): string;
  /** Messages with which a client leaves. A message that does not fit the state of the conversation does no harm. */
  readonly farewell: readonly string[];
  /** Whether the server closes the connection after the farewell. The next dialogue waits for this. */
  readonly farewellEnds?: boolean;
}

/** The adapter for clauses that test clients. There is no other client, and the tested client chooses its moves. */
export const makeClientAdapter = (
  speech: Pick<DialogueAdapter, 'read' | 'write' | 'tolerate'> &
    Partial<Pick<DialogueAdapter, 'automaticAnswer' | 'answerTo'>>,
): DialogueAdapter => ({
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

export function readText(bytes: Uint8Array, canonical: CanonicalizeLine): ReadResult<ReceivedMessage> {
  const read = readLine(bytes, LONGEST_SERVER_LINE);
  if (read.kind === 'more') return read;
  if (read.message.kind !== 'text') {
    const text = read.message.kind === 'too-long' ? '(a line that does not end)' : read.message.text;
    return { ...read, message: { text, variants: [], isKnown: false } };
  }
  const { text } = read.message;
  const found = canonical(text);
  const around = read.kind === 'message' ? lineEndVariants(bytes.subarray(0, read.length)) : [];
  const variants = found?.variant === undefined ? around : [...around, found.variant];
  return { ...read, message: { text: found?.text ?? text, variants, isKnown: found !== undefined } };
}

/** Deviations at the ends of a line. No document mentions them, and all known programs accept them. */
function lineEndVariants(line: Uint8Array): string[] {
  const text = Buffer.from(line).toString('utf8').slice(0, -1);
  const spaces = text.replace(/\r$/, '');
  return [
    ...(text.endsWith('\r') ? ['lines end with CR LF'] : []),
    ...(spaces.trim() === spaces ? [] : ['spaces around a line']),
  ];
}

export const writeText = lineBytes;
