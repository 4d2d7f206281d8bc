import type { Color } from '../../rules/color.ts';
import type { Score } from '../../rules/go/ruleset.ts';
import type { Point } from '../../rules/point.ts';
import type { TimedControl } from '../../rules/time/time-control.ts';
import type { GameOptions } from '../game-options.ts';
import type { GameParameters } from '../game-parameters.ts';
import type { Refusal } from '../refusal.ts';
import type { SeatClockRules, TurnTime } from './game-clocks.ts';
import type { KeyHash } from './invitation-key.ts';

/** One move: a stone or a pass. */
export type Move =
  | { readonly kind: 'play'; readonly color: Color; readonly point: Point }
  | { readonly kind: 'pass'; readonly color: Color };

export interface Stone {
  readonly point: Point;
  readonly color: Color;
}

/**
 * How a game ended; `score` is two passes, `row` the stones that win in Gomoku, `full` a draw without a legal stone,
 * `agreed` a draw by agreement. Without a winner or a draw: no player came back (`abandoned`), an administrator ended it
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

/** Why a game does not go on for its players and spectators. An adjourned game has not ended. */
export type EndOrAdjournReason = EndReason | 'adjourned';

/**
 * What two players can agree on. `undo` takes back turns until it is the asker's own again, its last one undone; an adjourned game goes
 * on once both ask for it.
 */
export type Proposal = 'undo' | 'draw' | 'adjourn';

/** Numbers games in the order in which they began. */
export type GameId = number;

/** The colour of a player's seat; `both` if one player has both seats. */
export type SeatColor = Color | 'both';

/** A rating on the scale of Glicko-2 when the game began. */
export interface SeatRating {
  readonly value: number;
  readonly isProvisional: boolean;
}

/** The player of a seat as the journal stores it: enough to recognise a player who comes back. */
export interface SeatRecord {
  readonly name: string;
  /** The server has given the name, because the protocol has none. */
  readonly guest: boolean;
  readonly protocol: string;
  /** The listener as it was configured, `plain` for the plain port. */
  readonly listener: string;
  readonly address: string;
  /** The reserved name of the signed-in owner, whatever name the player uses. */
  readonly ownedName?: string;
  readonly parameters: GameParameters;
  /** Clients of its protocol can propose, agree and decline. */
  readonly canPropose?: boolean;
  /** Its client can be told the time, so that its clock runs where the game has a time control. */
  readonly isTimed?: boolean;
  /** Where a client is told ratings; absent for a player without games. */
  readonly rating?: SeatRating;
  /** The rules of its listener for its clock. */
  readonly clock?: SeatClockRules;
  /** Its client can mark dead stones. */
  readonly canMark?: boolean;
  /** The seat of a computer player. */
  readonly isComputer?: boolean;
  /** The alias that the opponent sees, if its protocol cannot carry the name. */
  readonly shownAs?: string;
}

/** An event of a game. A game is the list of its events. */
export type GameEvent =
  | {
      readonly kind: 'seated';
      readonly black: SeatRecord;
      readonly white: SeatRecord;
      readonly komi: number;
      /** The number of stones that black has before white's first move; absent: none. */
      readonly handicap?: number;
      /** Black places the handicap stones, as its first moves. Absent: they stand on fixed points. */
      readonly placement?: 'free';
      /** Absent: no clock. */
      readonly time?: TimedControl;
      readonly options: GameOptions;
      /** Of the invitation from which the game came. */
      readonly key?: KeyHash;
    }
  /** With the time of the turn where its clock runs, and an engine's analysis in JSON where its client sends one. */
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
  /** The last `turns` moves were taken back: `color` agreed to the proposal. The time is that of the turn that ended by it. */
  | ({ readonly kind: 'undone'; readonly color: Color; readonly turns: number } & TurnTime)
  /** Two passes, and both clients can mark: the marking of dead stones begins, and the clocks stand still. */
  | { readonly kind: 'marking' }
  /** The whole chain at the point counts as dead or alive. Nothing that was accepted before holds. */
  | { readonly kind: 'marked'; readonly color: Color; readonly point: Point; readonly dead: boolean }
  /** Accepts the stones that are marked. Once both sides do, they come off, and the game ends. */
  | { readonly kind: 'accepted'; readonly color: Color }
  /** Play goes on, and all stones count as alive. Without a colour: after silence, or because a client cannot mark. */
  | { readonly kind: 'resumed'; readonly color?: Color }
  /** `color` agreed to adjourn. The time is that of the turn so far. */
  | ({ readonly kind: 'adjourned'; readonly color: Color } & TurnTime)
  /** The adjourned game goes on, with clients that may differ from the earlier ones. */
  | { readonly kind: 'reopened'; readonly black: SeatRecord; readonly white: SeatRecord }
  /** The last event of a game. Without a winner it is a draw, or has none (`abandoned`, `stopped`). */
  | { readonly kind: 'ended'; readonly winner?: Color; readonly reason: EndReason; readonly score?: Score };

/** An event with its place: the `index`th event of its game, from 0, at `at` milliseconds since the epoch. */
export interface JournalEntry {
  readonly game: GameId;
  readonly index: number;
  readonly at: number;
  readonly event: GameEvent;
}
