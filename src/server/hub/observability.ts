import type { Command } from '../../lobby/command.ts';
import type { JournalEntry } from '../../lobby/games/game-event.ts';
import type { Notice } from '../../lobby/notice.ts';
import type { Refusal } from '../../lobby/refusal.ts';

// Interfaces through which the hub reports its work. They cannot influence it.

export interface MessageRecorder {
  /** Called for each new connection. Returns undefined if the protocol is not recorded. */
  observe(protocol: string): ConnectionMessageObserver | undefined;
}

/** Receives what happens on one connection. Times are milliseconds since the epoch. */
export interface ConnectionMessageObserver {
  /** The session has read one message. `isSecret`: the message must not be stored. */
  received(message: Uint8Array, now: number, isSecret: boolean): void;
  /** One or more whole messages are sent. `isPrivate`: they contain chat for this player only. */
  sent(messages: Uint8Array, now: number, isPrivate: boolean): void;
  /** The notice is about to be sent to the player, in the player's protocol. */
  notice(notice: Notice): void;
  closed(): void;
}

export interface HubEventCounter {
  connected(protocol: string): void;
  disconnected(protocol: string): void;
  commandReceived(protocol: string, command: Command['kind']): void;
  refused(protocol: string, why: Refusal): void;
  /** A session threw, which is a bug of ours, and its connection was closed. */
  sessionFailed(protocol: string): void;
  /** The journal starts to store these events. Returns a function that must be called when they are stored. */
  storing(entries: readonly JournalEntry[]): () => void;
  /** An unfinished game was restored; `seated` is its first event. */
  restored(seated: JournalEntry): void;
}

/**
 * Why a connection was refused or closed: banned by an administrator, denied by address, a proxy that did not name its client, a
 * failed TLS handshake, unknown first bytes, no bytes in time, unread output, or a limit. docs/monitoring.md lists them.
 */
export type ConnectionRejectionReason =
  | 'banned'
  | 'denied'
  | 'proxy'
  | 'tls'
  | 'unrecognised'
  | 'silent'
  | 'unread'
  | 'full';

export interface RejectedConnectionCounter {
  rejected(why: ConnectionRejectionReason): void;
}

/** The log, in the form of pino. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
