import type { Command, Refusal } from '../../lobby/command.ts';
import type { Entry } from '../../lobby/event.ts';
import type { Notice } from '../../lobby/notice.ts';

// Whom the hub tells what it does; nothing that they do changes what it does.

/** Takes down what clients say and are told, in the order in which it happens. */
export interface Recorder {
  /** Somebody is connected who speaks this protocol; nothing where that is of no interest. */
  listen(protocol: string): Ear | undefined;
}

/** Hears what is said on one connection. Times are milliseconds since the epoch. */
export interface Ear {
  /** `isPrivate`: said because somebody chats with this player alone. */
  said(from: 'client' | 'server', bytes: Uint8Array, now: number, isPrivate: boolean): void;
  /** The player is about to be told this, in the words of its protocol. */
  noticed(notice: Notice): void;
  /** Nothing more will be said. */
  gone(): void;
}

/** Counts what happens. */
export interface Meter {
  connected(protocol: string): void;
  disconnected(protocol: string): void;
  asked(protocol: string, command: Command['kind']): void;
  refused(protocol: string, why: Refusal): void;
  /** A mistake of ours has ended a conversation. */
  broken(protocol: string): void;
  /** The journal is about to keep these; the call that is returned says that it has. */
  keeping(entries: readonly Entry[]): () => void;
  /** An unfinished game has been read back that began with this. */
  restored(seated: Entry): void;
}

/**
 * Why a connection is not let in, or closed for what it does: banned here, kept out by the rules of the doors, behind a
 * proxy that does not say for whom it speaks, without a handshake of TLS to its end, nothing known or nothing at all for its
 * first words, and what it was told left unread.
 */
export type TurnedAway = 'banned' | 'denied' | 'proxy' | 'tls' | 'unrecognised' | 'silent' | 'unread' | 'full';

/** Counts connections that are not let in, or closed for what they do. */
export interface TurnsAway {
  turnedAway(why: TurnedAway): void;
}

/** Where the server says what it does; pino's shape. */
export interface Log {
  debug(what: object, message: string): void;
  info(what: object, message: string): void;
  error(what: object, message: string): void;
}
