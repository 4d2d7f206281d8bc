import type { Color } from '../../rules/color.ts';
import type { Score } from '../../rules/go/ruleset.ts';
import type { Point } from '../../rules/point.ts';
import type { Refusal } from '../command.ts';
import type { GameParameters } from '../game-parameters.ts';
import type { EndReason, Proposal } from '../notice.ts';

/** Numbers games in the order in which they began. */
export type GameId = number;

/** Who sits there, as far as it outlives the process: enough to know somebody who comes back. */
export interface SeatRecord {
  readonly name: string;
  /** The name was given by the server, because the protocol has none. */
  readonly guest: boolean;
  readonly protocol: string;
  /** The listener as it was configured, `plain` for the plain port. */
  readonly listener: string;
  readonly address: string;
  /** The reserved name whose owner sat down, whatever they were called. */
  readonly ownedName?: string;
  readonly parameters: GameParameters;
  /** Its clients can propose, agree and decline. */
  readonly canPropose?: boolean;
  /** The alias under which the opponent knows this player, where its protocol cannot carry the name. */
  readonly shownAs?: string;
}

/** One thing that happened in one game. A game is the list of its events and nothing else. */
export type GameEvent =
  | { readonly kind: 'seated'; readonly black: SeatRecord; readonly white: SeatRecord; readonly komi: number }
  /** `spent`: milliseconds of the mover's clock, where its protocol has one. */
  | { readonly kind: 'played'; readonly color: Color; readonly point: Point; readonly spent?: number }
  | { readonly kind: 'passed'; readonly color: Color; readonly spent?: number }
  | { readonly kind: 'renamed'; readonly color: Color; readonly name: string }
  | { readonly kind: 'resigned'; readonly color: Color }
  | { readonly kind: 'timed-out'; readonly color: Color }
  | { readonly kind: 'fouled'; readonly color: Color }
  /** `kickedFor`: the illegal move for which the player's session sent it away. */
  | { readonly kind: 'left'; readonly color: Color; readonly kickedFor?: Refusal }
  | { readonly kind: 'proposed'; readonly color: Color; readonly what: Proposal }
  | { readonly kind: 'declined'; readonly color: Color }
  /** The last `turns` turns were taken back: `color` agreed to the other's proposal. */
  | { readonly kind: 'undone'; readonly color: Color; readonly turns: number }
  /** The last event of a game. Without a winner it is a draw, or has none (`abandoned`, `stopped`). */
  | { readonly kind: 'ended'; readonly winner?: Color; readonly reason: EndReason; readonly score?: Score };

/** An event in its place: the `index`th of its game, from 0, decided `at` milliseconds since the epoch. */
export interface Entry {
  readonly game: GameId;
  readonly index: number;
  readonly at: number;
  readonly event: GameEvent;
}
