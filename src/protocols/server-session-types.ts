import type { Command, CommandAnswer } from '../lobby/command.ts';
import type { GameId } from '../lobby/games/game-event.ts';
import type { Notice } from '../lobby/notice.ts';
import type { ArchivedGameWithTurns, ArchiveSearchResult, PlayerResource } from './api/resource-schemas.ts';

/**
 * The result of a call to a session. To be carried out in this order: send the bytes, send the commands to the lobby, close.
 */
export interface ServerSessionOutput {
  /** Each element is one write. */
  readonly send: readonly Uint8Array[];
  readonly ask: readonly Command[];
  /** A password to be checked. The result is passed to `signedIn`. Only before the first command. */
  readonly signIn?: Credentials;
  /** A question to the archive. The reply is passed to `found`. Only one question at a time. */
  readonly lookUp?: ArchiveQuestion;
  /** Whether the connection must be closed after the bytes have been sent. */
  readonly close: boolean;
  /** Texts of the client for the server's log. Absent if there are none. */
  readonly remarks?: readonly string[];
}

/**
 * A name and its password, as a client sent them. Only the accounts receive them. They are never logged, recorded or stored.
 */
export interface Credentials {
  readonly name: string;
  readonly password: string;
  /** If the password is right, this one replaces it. It is also the first password of a new account. */
  readonly newPassword?: string;
  /** For a name without an account: create an account, or let the client continue without one. */
  readonly ifUnknown: 'reserve' | 'ignore';
}

export type SignInResult =
  /** The connection belongs to the owner of the name. `name` is the reserved name as the account writes it. */
  | { readonly kind: 'signed-in'; readonly name: string }
  /** The name has no account, and none was created. */
  | { readonly kind: 'unknown' }
  /** `reason` is one line. `isBusy`: the password was not checked. */
  | { readonly kind: 'refused'; readonly reason: string; readonly isBusy?: true };

/** A question about finished games. The archive leaves out private games. A name may be an alias. */
export type ArchiveQuestion =
  /** The newest games of Go, at most `limit` (100 or fewer); with `before` only those with a lower number. */
  | { readonly kind: 'games'; readonly limit: number; readonly before?: GameId }
  | { readonly kind: 'game'; readonly game: GameId }
  | { readonly kind: 'player'; readonly name: string };

/** The archive's reply. Names are in the form that the client's protocol can write. */
export type ArchiveReply =
  | { readonly kind: 'games'; readonly found: ArchiveSearchResult }
  | { readonly kind: 'game'; readonly game: ArchivedGameWithTurns }
  | { readonly kind: 'player'; readonly player: PlayerRecord }
  /** Nothing was found, the game has too many moves to be sent, or the archive cannot be read now. */
  | { readonly kind: 'nothing' };

/** A player's results, ratings and last games. */
export type PlayerRecord = Pick<PlayerResource, 'name' | 'won' | 'lost' | 'drawn' | 'ratings' | 'recent'>;

/**
 * The server's side of one conversation. It has no socket, no clock and no reference to the lobby. Times are passed in, in
 * milliseconds since the epoch. Answers arrive in the order of the commands. Notices may arrive between them, in the order of
 * the events.
 */
export interface ServerSession {
  /** Gets each message of the client before the session acts on it. */
  observer?: MessageObserver | undefined;
  /** The connection is open: returns what the server sends first. Called once, before all other calls. */
  open(now: number): ServerSessionOutput;
  receive(bytes: Uint8Array, now: number): ServerSessionOutput;
  answer(answer: CommandAnswer, now: number): ServerSessionOutput;
  /** Passes the result for `ServerSessionOutput.signIn`. Absent in a session without passwords. */
  signedIn?(result: SignInResult, now: number): ServerSessionOutput;
  /** Passes the reply to `ServerSessionOutput.lookUp`. Absent in a session that never asks the archive. */
  found?(reply: ArchiveReply, now: number): ServerSessionOutput;
  /** All notices that follow from the answered command have been passed: the session may read the client's next message. */
  proceed(now: number): ServerSessionOutput;
  notify(notice: Notice, now: number): ServerSessionOutput;
  /**
   * The client has closed its sending side, and no command is unanswered. The session answers a message that waits for
   * something else. If it sends a command, this method is called again after the answer; otherwise the connection counts as
   * lost. Absent in a session in which no message waits.
   */
  inputEnded?(now: number): ServerSessionOutput;
  /** Must be called when `deadline` has come. */
  tick(now: number): ServerSessionOutput;
  readonly deadline: number | undefined;
  /** Bytes received and not yet read, because a command is still unanswered. */
  readonly backlog: number;
  /** Whether each message must be a separate write, because clients expect exactly one message in each read. */
  readonly writesSingly?: boolean;
}

export interface MessageObserver {
  /**
   * `bytes` are all bytes of one message, or all received bytes if messages can no longer be separated. `isSecret`: the
   * message must not be stored.
   */
  received(bytes: Uint8Array, now: number, isSecret: boolean): void;
}

/** Creates a session. `account` is the name of the account that is signed in on the connection. */
export type OpenServerSession = (now: number, account?: string) => ServerSession;
