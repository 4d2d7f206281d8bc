import type { Color } from '../../rules/color.ts';
import type { Score } from '../../rules/go/ruleset.ts';
import type { Point } from '../../rules/point.ts';
import type { TimedControl } from '../../rules/time/time-control.ts';
import type { GameOptions, GameParameters } from '../game-parameters.ts';
import type { Refusal } from '../refusal.ts';
import type { SeatClockRules, TurnTime } from './game-clocks.ts';

/** One move: a stone or a pass. */
export type Move =
  | { readonly kind: 'play'; readonly color: Color; readonly point: Point }
  | { readonly kind: 'pass'; readonly color: Color };

export interface Stone {
  readonly point: Point;
  readonly color: Color;
}

/**
 * How a game ended. `score`: after two passes. `row`: by a winning row in Gomoku. `full`: a draw in Gomoku, because the board is full or
 * the maximum number of moves is reached. `agreed`: a draw by agreement. With neither a winner nor a draw: no player came back (`abandoned`), or an administrator ended the game
 * (`stopped`).
 */
export type EndReason =
  | 'score'
  | 'row'
  | 'full'
  | 'resigned'
  | 'timed-out'
  | 'fouled'
  | 'left'
  | 'abandoned'
  | 'agreed'
  | 'stopped';

/** Why a game stopped for its players and spectators. An adjourned game has not ended. */
export type EndOrAdjournReason = EndReason | 'adjourned';

/**
 * What two players can agree on. `undo`: takes back the proposer's last move and all moves after it. `adjourn`: the game stops, and
 * continues once both players ask for it.
 */
export type Proposal = 'undo' | 'draw' | 'adjourn';

/** The number of a game. Games are numbered in the order in which they started. */
export type GameId = number;

/** The colour of a player's seat; `both` if one player has both seats. */
export type ColorOrBoth = Color | 'both';

/** The rating of a player at the start of the game, on the scale of Glicko-2. */
export interface SeatRating {
  readonly value: number;
  readonly isProvisional: boolean;
}

/** The player of a seat as the journal stores it. The data suffice to recognise a player who comes back. */
export interface SeatRecord {
  readonly name: string;
  /** Whether the server chose the name, because the protocol has no names. */
  readonly guest: boolean;
  readonly protocol: string;
  /** The name of the listener in the configuration; `plain` for the plain port. */
  readonly listener: string;
  readonly address: string;
  /** The reserved name of the signed-in owner. The player may use another name. */
  readonly ownedName?: string;
  readonly parameters: GameParameters;
  /** Whether the clients of the protocol can propose, agree and decline. */
  readonly canPropose?: boolean;
  /** Whether the client can receive the time. Only then the clock of the seat runs. */
  readonly isTimed?: boolean;
  /** The player's rating at the start of the game, if it has one and the client or the pool needs it. */
  readonly rating?: SeatRating;
  /** The listener's rules for the clock. */
  readonly clock?: SeatClockRules;
  /** Whether the client can mark dead stones. */
  readonly canMark?: boolean;
  readonly isComputer?: boolean;
  /** The alias that the opponent sees, if the opponent's protocol cannot write the name. */
  readonly shownAs?: string;
}

/** An event of a game. A game is the list of its events. */
export type GameEvent =
  | {
      readonly kind: 'seated';
      readonly black: SeatRecord;
      readonly white: SeatRecord;
      readonly komi: number;
      /** The number of stones that black has before white's first move. Absent: 0. */
      readonly handicap?: number;
      /** Black's first moves place the handicap stones. Absent: they stand on fixed points. */
      readonly placement?: 'free';
      /** Absent: no clock. */
      readonly time?: TimedControl;
      readonly options: GameOptions;
      /** The hash of the key of the invitation from which the game came. */
      readonly key?: KeyHash;
    }
  /** The time is present if the clock of the seat runs. `analysis`: an engine's analysis as JSON, if the client has sent one. */
  | ({ readonly kind: 'played'; readonly color: Color; readonly point: Point; readonly analysis?: string } & TurnTime)
  | ({ readonly kind: 'passed'; readonly color: Color; readonly analysis?: string } & TurnTime)
  | { readonly kind: 'renamed'; readonly color: Color; readonly name: string }
  | { readonly kind: 'resigned'; readonly color: Color }
  | { readonly kind: 'timed-out'; readonly color: Color }
  | { readonly kind: 'fouled'; readonly color: Color }
  /** `kickedFor`: the illegal move for which the session excluded the player. */
  | { readonly kind: 'left'; readonly color: Color; readonly kickedFor?: Refusal }
  | { readonly kind: 'proposed'; readonly color: Color; readonly what: Proposal }
  | { readonly kind: 'declined'; readonly color: Color }
  /** The last `turns` moves were taken back, because `color` agreed to the proposal. The time is that of the turn which this ended. */
  | ({ readonly kind: 'undone'; readonly color: Color; readonly turns: number } & TurnTime)
  /** The marking of dead stones starts, after two passes, if both clients can mark. The clocks stand still. */
  | { readonly kind: 'marking' }
  /** The whole chain at the point counts as dead or alive. Earlier acceptances become invalid. */
  | { readonly kind: 'marked'; readonly color: Color; readonly point: Point; readonly dead: boolean }
  /** A side accepts the marked stones as dead. Once both sides have, these stones are removed, and the game ends. */
  | { readonly kind: 'accepted'; readonly color: Color }
  /** Play resumes, and all stones are alive. Without a colour: after the timeout of the marking, or because a client cannot mark. */
  | { readonly kind: 'resumed'; readonly color?: Color }
  /** `color` agreed to adjourn. The time is that of the turn so far. */
  | ({ readonly kind: 'adjourned'; readonly color: Color } & TurnTime)
  /** The adjourned game continues. Its clients may be others than before. */
  | { readonly kind: 'reopened'; readonly black: SeatRecord; readonly white: SeatRecord }
  /** The last event of a game. Without a winner, the game was a draw or has no result (`abandoned`, `stopped`). */
  | { readonly kind: 'ended'; readonly winner?: Color; readonly reason: EndReason; readonly score?: Score };

/** An event with its game, its index in the game (from 0), and its time in milliseconds since the epoch. */
export interface JournalEntry {
  readonly game: GameId;
  readonly index: number;
  readonly at: number;
  readonly event: GameEvent;
}

/**
 * The hash of the secret key of an invitation or of a private game: SHA-256 of the key in UTF-8, as base64url. The lobby
 * and the journal contain only the hash. The key has 128 random bits. Therefore the hash needs no salt and no constant-time comparison.
 */
export type KeyHash = string;

/** The credentials of a client that wants to see a private game. */
export interface ViewerCredentials {
  /** The hash of the key that the client has. */
  readonly key?: KeyHash | undefined;
  /** The account that the client is signed in to. */
  readonly account?: string | undefined;
}
