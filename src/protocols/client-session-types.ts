import type { Stone } from '../lobby/games/game-event.ts';
import type { Result } from '../result.ts';
import type { Color } from '../rules/color.ts';
import type { GoRuleset, Score } from '../rules/go/ruleset.ts';
import type { GomokuRule } from '../rules/gomoku/gomoku-rules.ts';
import type { Point } from '../rules/point.ts';
import type { ProtocolSettings } from './protocol-settings.ts';

/** A request of the user, or of the program that uses the session. */
export type Intent =
  /** Send another name. Only before the server has accepted a name. */
  | { readonly kind: 'enter'; readonly name: string }
  /** Seek a game. The board size and the opponent are sent if the protocol can express them. */
  | { readonly kind: 'seek'; readonly size?: number; readonly opponent?: string }
  /** Withdraw the seek. */
  | { readonly kind: 'cancel' }
  | { readonly kind: 'play'; readonly point: Point }
  | { readonly kind: 'pass' }
  | { readonly kind: 'resign' }
  | MarkIntent
  /** Send a chat message to all clients that the protocol reaches, or only to the player `to`. */
  | { readonly kind: 'chat'; readonly text: string; readonly to?: string }
  /** Ask for the connected players or for the waiting seeks, if the protocol has such a list. */
  | { readonly kind: 'lobby' }
  /** Say goodbye, if the protocol has a message for it, and disconnect. */
  | { readonly kind: 'leave' };

/**
 * The marking of dead stones. `mark`: the chain at this point is dead. `unmark`: all chains are alive again. `accept-marks`: we
 * accept the marked stones as dead.
 */
export type MarkIntent =
  | { readonly kind: 'mark'; readonly point: Point }
  | { readonly kind: 'unmark' }
  | { readonly kind: 'accept-marks' };

export const isMarkIntent = (intent: Intent): intent is MarkIntent =>
  intent.kind === 'mark' || intent.kind === 'unmark' || intent.kind === 'accept-marks';

/** All intents except those that mark dead stones. */
export type NonMarkIntent = Exclude<Intent, MarkIntent>;

/**
 * Events for the user or the program. `text` is the text of the server, except in `refused` and `protocol-error`, where it may be
 * the text of the session.
 */
export type ClientEvent =
  /** The server has accepted the client. `name` is absent if the protocol has no names. */
  | { readonly kind: 'entered'; readonly name?: string }
  /** The seek waits for an opponent. */
  | { readonly kind: 'waiting' }
  | GameStartedEvent
  /** We must make a move of this colour. Sent once per move. */
  | { readonly kind: 'your-turn'; readonly color: Color }
  /** A stone was played. Also sent for our own stones, when the server has accepted them. Captures follow from the rules. */
  | { readonly kind: 'played'; readonly color: Color; readonly point: Point }
  | { readonly kind: 'passed'; readonly color: Color }
  /** After two passes, until `game-ended` or `resumed`: dead stones are marked, and both players have to accept the same ones. */
  | { readonly kind: 'marking' }
  /** All chains that are now marked as dead, each by one of its points. Earlier acceptances do not count any more. */
  | { readonly kind: 'marks'; readonly dead: readonly Point[] }
  /** Play continues after the marking. The next two passes end the game. */
  | { readonly kind: 'resumed' }
  | GameEndedEvent
  /** `from` is absent if the protocol does not name the sender. */
  | { readonly kind: 'chat'; readonly from?: string; readonly text: string }
  /** The answer to `lobby`: the connected players, or the players who wait. */
  | { readonly kind: 'lobby'; readonly who: 'present' | 'waiting'; readonly names: readonly string[] }
  | { readonly kind: 'player-joined'; readonly name: string }
  | { readonly kind: 'player-left'; readonly name: string }
  /** The server refused an intent, or the protocol has no message for it. The game continues. */
  | { readonly kind: 'refused'; readonly intent: Intent['kind']; readonly text: string }
  /**
   * Times from the server, in milliseconds: per move, per game, and the time that is left of the latter. A time that is absent
   * is unchanged. If `isComplete`, an absent time has no limit.
   */
  | ({ readonly kind: 'time'; readonly left?: number; readonly isComplete?: true } & PlayerTimeLimits)
  /** Text to show, without any other meaning. */
  | { readonly kind: 'remark'; readonly text: string }
  /** The server has violated the protocol. `text` describes how. The session closes. */
  | { readonly kind: 'protocol-error'; readonly text: string };

/** Milliseconds per move, and for all moves of one player; absent if there is no limit. */
export interface PlayerTimeLimits {
  readonly turn?: number;
  readonly match?: number;
}

/** A game has started. All events until `game-ended` belong to this game. */
export type GameStartedEvent = {
  readonly kind: 'game-started';
  /** `both` if one client plays both colours. */
  readonly color: Color | 'both';
  readonly opponent?: string;
  /** The size of the square board. */
  readonly size: number;
  /** Stones on the board whose order is unknown. Moves after them are reported as `played` and `passed`. */
  readonly setup: readonly Stone[];
  /** The game was interrupted and continues, and the server does not send its state again. */
  readonly continues: boolean;
  /** The clock of each player, if the protocol prescribes one and the server does not send it. */
  readonly clock?: PlayerTimeLimits;
} & (
  | { readonly game: 'go'; readonly ruleset: GoRuleset; readonly komi: number }
  | { readonly game: 'gomoku'; readonly rule: GomokuRule }
);

/** The game has ended. A fact that the protocol does not send is absent. */
export interface GameEndedEvent {
  readonly kind: 'game-ended';
  readonly winner?: Color | 'draw';
  readonly reason?: 'score' | 'row' | 'resigned' | 'left';
  /** In Go: the score with komi, as the server sends it. */
  readonly score?: Score;
  /** Text of the server. */
  readonly text: string;
}

/** The result of a call. To be carried out in this order: send the bytes, handle the events, close the connection. */
export interface ClientSessionOutput {
  readonly send: readonly Uint8Array[];
  readonly events: readonly ClientEvent[];
  /** Whether the connection must be closed after the bytes have been sent. */
  readonly close: boolean;
}

/**
 * The client's side of one conversation, as `ServerSession` is the server's side. It has no socket and no clock: times are
 * passed in, in milliseconds since the epoch. It sends only what the protocol allows, for every intent and every message of
 * the server.
 */
export interface ClientSession {
  /** The connection is open. */
  open(now: number): ClientSessionOutput;
  receive(bytes: Uint8Array, now: number): ClientSessionOutput;
  perform(intent: Intent, now: number): ClientSessionOutput;
  /** Must be called when `deadline` has come. */
  tick(now: number): ClientSessionOutput;
  readonly deadline: number | undefined;
  /** The server has closed the connection. */
  disconnected(now: number): ClientSessionOutput;
}

/** Creates a session. `before` is the session of a lost connection, which the new session continues. */
export type OpenClientSession = (before?: ClientSession) => ClientSession;

/** The client's half of a protocol. */
export interface ClientHalf {
  readonly name: string;
  readonly game: 'go' | 'gomoku';
  /** The intents that the protocol has messages for; all others are refused. */
  readonly intents: readonly Intent['kind'][];
  /** Whether the next game is played over the same connection. */
  readonly rematch: 'same connection' | 'new connection';
  /** Reads the settings of a URL. The problem is one line. */
  configure(settings: ProtocolSettings): Result<OpenClientSession>;
}
