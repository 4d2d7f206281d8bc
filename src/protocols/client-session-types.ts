import type { Stone } from '../lobby/games/game-event.ts';
import type { Result } from '../result.ts';
import type { Color } from '../rules/color.ts';
import type { GoRuleset, Score } from '../rules/go/ruleset.ts';
import type { GomokuRule } from '../rules/gomoku/gomoku-rules.ts';
import type { Point } from '../rules/point.ts';
import type { Settings } from './protocol-settings.ts';

/** What the user or the program on this side wants to do. */
export type Intent =
  /** Another name, before the server has accepted one. */
  | { readonly kind: 'enter'; readonly name: string }
  /** Find a game: with this board size and against this opponent, if the protocol can express it. */
  | { readonly kind: 'seek'; readonly size?: number; readonly opponent?: string }
  /** Withdraw the seek. */
  | { readonly kind: 'cancel' }
  | { readonly kind: 'play'; readonly point: Point }
  | { readonly kind: 'pass' }
  | { readonly kind: 'resign' }
  | MarkIntent
  /** To all players that the protocol reaches, or to one player. */
  | { readonly kind: 'chat'; readonly text: string; readonly to?: string }
  /** Ask for the connected players or the waiting seeks, as far as the protocol has them. */
  | { readonly kind: 'lobby' }
  /** Say goodbye, if the protocol has a message for it, and disconnect. */
  | { readonly kind: 'leave' };

/** While dead stones are marked: the chain at this point is dead; all chains are alive again; we accept what is marked. */
export type MarkIntent =
  | { readonly kind: 'mark'; readonly point: Point }
  | { readonly kind: 'unmark' }
  | { readonly kind: 'accept-marks' };

export const isMarkIntent = (intent: Intent): intent is MarkIntent =>
  intent.kind === 'mark' || intent.kind === 'unmark' || intent.kind === 'accept-marks';

/** Those of a session without dead stones. */
export type NonMarkIntent = Exclude<Intent, MarkIntent>;

/**
 * Events for the user or the program. Colours, points and results are those of the game; `words` is text of the server.
 */
export type ClientEvent =
  /** The server has accepted the client; with this name, if the protocol has names. */
  | { readonly kind: 'entered'; readonly name?: string }
  /** The seek waits. */
  | { readonly kind: 'waiting' }
  | GameBegunEvent
  /** We must make a move of this colour. Sent once per move. */
  | { readonly kind: 'your-turn'; readonly color: Color }
  /** A stone was played; also for our own stones, when the server has accepted them. Captures follow from the rules. */
  | { readonly kind: 'played'; readonly color: Color; readonly point: Point }
  | { readonly kind: 'passed'; readonly color: Color }
  /** After two passes, until `ended` or `resumed`: dead stones are marked, and both players have to accept the same ones. */
  | { readonly kind: 'marking' }
  /** The chains that are marked as dead now, each by one of its points. An acceptance before does not hold any more. */
  | { readonly kind: 'marks'; readonly dead: readonly Point[] }
  /** Play goes on after the marking. The next two passes end the game. */
  | { readonly kind: 'resumed' }
  | GameEndedEvent
  /** `from` is absent if the protocol does not say. */
  | { readonly kind: 'chat'; readonly from?: string; readonly text: string }
  /** The answer to `lobby`: the connected players, or the players who wait. */
  | { readonly kind: 'lobby'; readonly who: 'present' | 'waiting'; readonly names: readonly string[] }
  | { readonly kind: 'came'; readonly name: string }
  | { readonly kind: 'went'; readonly name: string }
  /** An intent was refused by the server, or the protocol has no message for it. The game continues. */
  | { readonly kind: 'refused'; readonly what: Intent['kind']; readonly words: string }
  /**
   * Times from the server, in milliseconds: per move, per game, and the rest of the latter. A time that is absent stays
   * as it was; if `isComplete`, it has no limit.
   */
  | ({ readonly kind: 'time'; readonly left?: number; readonly isComplete?: true } & PlayerTimeLimits)
  /** Text for people without any other meaning. */
  | { readonly kind: 'remark'; readonly words: string }
  /** The server has broken the protocol; `words` describes how, and the session closes. */
  | { readonly kind: 'broken'; readonly words: string };

/** Milliseconds per move, and for all moves of one player; absent if there is no limit. */
export interface PlayerTimeLimits {
  readonly turn?: number;
  readonly match?: number;
}

/** A game has begun. Until `ended`, all events belong to it. */
export type GameBegunEvent = {
  readonly kind: 'begun';
  /** Both, if one client plays both colours. */
  readonly color: Color | 'both';
  readonly opponent?: string;
  /** The size of the square board. */
  readonly size: number;
  /** Stones on the board whose order is unknown. `played` and `passed` follow for the moves after them. */
  readonly setup: readonly Stone[];
  /** The interrupted game continues, and the server does not send its state again. */
  readonly continues: boolean;
  /** The clock of each player, if the protocol has one that the server does not send. */
  readonly clock?: PlayerTimeLimits;
} & (
  | { readonly game: 'go'; readonly ruleset: GoRuleset; readonly komi: number }
  | { readonly game: 'gomoku'; readonly rule: GomokuRule }
);

/** The game has ended. What the protocol does not tell is absent. */
export interface GameEndedEvent {
  readonly kind: 'ended';
  readonly winner?: Color | 'nobody';
  readonly how?: 'score' | 'row' | 'resigned' | 'left';
  /** In Go: the score with komi, as the server sends it. */
  readonly score?: Score;
  /** Text of the server. */
  readonly words: string;
}

/** The result of a call, in this order: bytes for the server, events, the end of the connection. */
export interface ClientSessionOutput {
  readonly send: readonly Uint8Array[];
  readonly news: readonly ClientEvent[];
  /** Close the connection when everything before is sent. */
  readonly close: boolean;
}

/**
 * The client's side of one conversation, without a socket or a clock, as `ServerSession` is the server's side. Times are
 * milliseconds since the epoch and are passed in. It follows the protocol whatever the caller wants and the server
 * sends.
 */
export interface ClientSession {
  /** The connection is open. */
  open(now: number): ClientSessionOutput;
  receive(bytes: Uint8Array, now: number): ClientSessionOutput;
  want(intent: Intent, now: number): ClientSessionOutput;
  /** Must be called when `deadline` has come. */
  tick(now: number): ClientSessionOutput;
  readonly deadline: number | undefined;
  /** The server has closed the connection. */
  hungUp(now: number): ClientSessionOutput;
}

/** Creates a session. `before` is the session of a lost connection, which the new one continues. */
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
  configure(settings: Settings): Result<OpenClientSession>;
}
