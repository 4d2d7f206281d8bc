import type { Answer, Command } from '../lobby/command.ts';
import type { Notice } from '../lobby/notice.ts';

/** The effects of a call to a session, in this order: bytes for the peer, commands for the lobby, the end. */
export interface Effects {
  /** Each element is one write. */
  readonly send: readonly Uint8Array[];
  readonly ask: readonly Command[];
  /** Close the connection once everything before is sent. */
  readonly close: boolean;
  /** Text of the peer that is only for the server's log. Absent if there is none. */
  readonly remarks?: readonly string[];
}

/**
 * The server's side of one conversation, without a socket, a clock or the lobby. Times are milliseconds since the
 * epoch and come with each call. Answers come in the order of the commands. Notices come between them, in the order of the events.
 */
export interface Session {
  /** Gets each message of the client before the session acts on it. */
  observer?: MessageObserver | undefined;
  /** The connection is open: returns what the server sends first. Called once, before all other calls. */
  open(now: number): Effects;
  receive(bytes: Uint8Array, now: number): Effects;
  answer(answer: Answer, now: number): Effects;
  /** All consequences of the answered command have been sent: later messages of the peer may be read. */
  proceed(now: number): Effects;
  hear(notice: Notice, now: number): Effects;
  /** To be called once `deadline` has come. */
  tick(now: number): Effects;
  readonly deadline: number | undefined;
  /** Bytes received and not yet read, because a command is still unanswered. */
  readonly backlog: number;
  /** Each message is a write of its own, because clients expect one message in what they read at a time. */
  readonly writesSingly?: boolean;
}

export interface MessageObserver {
  /** `bytes` are all bytes of one message, or all that was received if messages can no longer be separated. */
  received(bytes: Uint8Array, now: number): void;
}

/** Settings as a URL's query or the config file has them. */
export type Settings = Readonly<Record<string, string>>;

/** `account`: the name of the account that is signed in on the connection. */
export type OpenSession = (now: number, account?: string) => Session;
