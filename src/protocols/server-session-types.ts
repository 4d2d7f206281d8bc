import type { Command, CommandAnswer } from '../lobby/command.ts';
import type { GameId } from '../lobby/games/game-event.ts';
import type { Notice } from '../lobby/notice.ts';
import type { ArchivedGameWithTurns, ArchiveSearchResult, PlayerResource } from './api/resource-schemas.ts';

/** The effects of a call to a session, in this order: bytes for the peer, commands for the lobby, the end. */
export interface ServerSessionOutput {
  /** Each element is one write. */
  readonly send: readonly Uint8Array[];
  readonly ask: readonly Command[];
  /** A password for the accounts. The result comes by `signedIn`. Only before the first command. */
  readonly signIn?: Credentials;
  /** A question to the archive. The reply comes by `found`. Not while another one waits. */
  readonly lookUp?: ArchiveQuestion;
  /** Close the connection once everything before is sent. */
  readonly close: boolean;
  /** Text of the peer that is only for the server's log. Absent if there is none. */
  readonly remarks?: readonly string[];
}

/** A name with its password, as a client gives them. They go to the accounts only: they are not logged, recorded or stored. */
export interface Credentials {
  readonly name: string;
  readonly password: string;
  /** Replaces the password, if it is right; the first password of an account that is made. */
  readonly newPassword?: string;
  /** For a name without an account: make one, or let the client go on without. */
  readonly ifUnknown: 'reserve' | 'ignore';
}

export type SignInResult =
  /** The connection is the owner's from now on. `name`: the reserved name as the account has it. */
  | { readonly kind: 'signed-in'; readonly name: string }
  /** The name has no account, and none was made. */
  | { readonly kind: 'unknown' }
  /** `words`: why, in one line. `isBusy`: the password was not checked. */
  | { readonly kind: 'refused'; readonly reason: string; readonly isBusy?: true };

/** What a session asks about finished games. Private games are not among them. A name may be an alias. */
export type ArchiveQuestion =
  /** The newest games of Go, at most `limit` (100 or fewer); with `before` only those with a lower number. */
  | { readonly kind: 'games'; readonly limit: number; readonly before?: GameId }
  | { readonly kind: 'game'; readonly game: GameId }
  | { readonly kind: 'player'; readonly name: string };

/** Names are in the form that the client is shown. */
export type ArchiveReply =
  | { readonly kind: 'games'; readonly found: ArchiveSearchResult }
  | { readonly kind: 'game'; readonly game: ArchivedGameWithTurns }
  | { readonly kind: 'player'; readonly player: PlayerRecord }
  /** There is none, the game has too many moves to be shown, or the archive cannot be read now. */
  | { readonly kind: 'nothing' };

/** The results of a player, its ratings and its last games. */
export type PlayerRecord = Pick<PlayerResource, 'name' | 'won' | 'lost' | 'drawn' | 'ratings' | 'recent'>;

/**
 * The server's side of one conversation, without a socket, a clock or the lobby. Times are milliseconds since the
 * epoch and come with each call. Answers come in the order of the commands. Notices come between them, in the order of the events.
 */
export interface ServerSession {
  /** Gets each message of the client before the session acts on it. */
  observer?: MessageObserver | undefined;
  /** The connection is open: returns what the server sends first. Called once, before all other calls. */
  open(now: number): ServerSessionOutput;
  receive(bytes: Uint8Array, now: number): ServerSessionOutput;
  answer(answer: CommandAnswer, now: number): ServerSessionOutput;
  /** The result for `Effects.signIn`; absent in a session without passwords. */
  signedIn?(result: SignInResult, now: number): ServerSessionOutput;
  /** The reply to `Effects.lookUp`; absent in a session that asks nothing. */
  found?(reply: ArchiveReply, now: number): ServerSessionOutput;
  /** All consequences of the answered command have been sent: later messages of the peer may be read. */
  proceed(now: number): ServerSessionOutput;
  notify(notice: Notice, now: number): ServerSessionOutput;
  /**
   * The peer sends no more, and nothing is asked: what else waits for an answer gets one. The connection counts as lost afterwards, or
   * after another call, once what this one asks is answered. Absent in a session that leaves nothing unanswered.
   */
  inputEnded?(now: number): ServerSessionOutput;
  /** To be called once `deadline` has come. */
  tick(now: number): ServerSessionOutput;
  readonly deadline: number | undefined;
  /** Bytes received and not yet read, because a command is still unanswered. */
  readonly backlog: number;
  /** Each message is a write of its own, because clients expect one message in what they read at a time. */
  readonly writesSingly?: boolean;
}

export interface MessageObserver {
  /**
   * `bytes` are all bytes of one message, or all that was received if messages can no longer be separated. `isSecret`: the session
   * knows that the message must not be kept.
   */
  received(bytes: Uint8Array, now: number, isSecret: boolean): void;
}

/** `account`: the name of the account that is signed in on the connection. */
export type OpenServerSession = (now: number, account?: string) => ServerSession;
