import type { Answer, Command } from '../lobby/command.ts';
import type { Notice } from '../lobby/notice.ts';
import type { Result } from '../result.ts';

/** What a call to a session leads to, in this order: bytes for the peer, commands for the lobby, the end. */
export interface Effects {
  /** Each element is one write. */
  readonly send: readonly Uint8Array[];
  readonly ask: readonly Command[];
  /** Close the connection once everything before is sent. */
  readonly close: boolean;
  /** What the peer said to nobody but the people who run the server: for the log. Absent where there is nothing. */
  readonly remarks?: readonly string[];
}

/**
 * The server's side of one conversation, without a socket, a clock or the lobby. Times are milliseconds since the
 * epoch, handed in. Answers come in the order of the commands; notices in between, in the order of the log.
 */
export interface Session {
  receive(bytes: Uint8Array, now: number): Effects;
  answer(answer: Answer, now: number): Effects;
  /** All that follows from the answered command has been told: what the peer has said since may be read. */
  proceed(now: number): Effects;
  hear(notice: Notice, now: number): Effects;
  /** To be called once `deadline` has come. */
  tick(now: number): Effects;
  readonly deadline: number | undefined;
  /** Bytes received and not yet read, because a command is still unanswered. */
  readonly backlog: number;
}

/** How the plain port knows a protocol: by a first word, by how the first word begins, or by the very first bytes. */
export interface Opening {
  readonly words?: readonly string[];
  readonly prefixes?: readonly string[];
  readonly bytes?: readonly (readonly number[])[];
}

/** Settings as a URL's query or the config file has them. */
export type Settings = Readonly<Record<string, string>>;

export type OpenSession = (now: number) => Session;

/** One protocol: the only thing that the server knows of it. */
export interface Protocol {
  readonly name: string;
  readonly opening: Opening;
  /** The form in which this protocol can carry somebody's name; the name itself where it can. */
  readonly carryName: (name: string) => string;
  /** Its clients can propose to take back turns or to call it a draw, and answer such a proposal. */
  readonly proposes?: boolean;
  /** How somebody is told, before anything is said, why there is no room; absent where a plain line is understood. */
  makeRefusal?(why: string): Uint8Array;
  /** Reads a listener's settings; the problem is one clear line. */
  configure(settings: Settings): Result<OpenSession>;
}
