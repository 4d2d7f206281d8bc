import type { Color } from '../rules/color.ts';
import type { Score } from '../rules/go/ruleset.ts';
import type { Point } from '../rules/point.ts';
import type { ListedGame } from './directory.ts';
import type { Action, EndReason, Proposal } from './notice.ts';

/** A running game as somebody who watches sees it. `wish` is what holds for both seats, komi included. */
export interface GameView extends ListedGame {
  /** Every turn so far, the oldest first. */
  readonly actions: readonly Action[];
  readonly toMove: Color;
  /** When the side to move came to move, went away or came back; milliseconds since the epoch. */
  readonly turnSince: number;
  /** Milliseconds that each side has been to move, by the times of the log, up to `turnSince`. */
  readonly used: { readonly [color in Color]: number };
  /** The seats whose players are away. While the side to move is, its time stands still. */
  readonly away: readonly Color[];
  /** What waits for the other side's answer. */
  readonly proposal: { readonly by: Color; readonly what: Proposal } | undefined;
  /** Both seats' protocols can speak of proposals. */
  readonly proposals: boolean;
}

/** One thing that happened in a game that is watched. */
export type GameNews =
  | {
      readonly kind: 'played';
      readonly color: Color;
      readonly point: Point;
      readonly captured: readonly Point[];
      readonly used: { readonly [color in Color]: number };
    }
  | { readonly kind: 'passed'; readonly color: Color; readonly used: { readonly [color in Color]: number } }
  | { readonly kind: 'renamed'; readonly color: Color; readonly name: string }
  /** The player of that seat is gone, and the seat is held. `used` is the time up to then. */
  | { readonly kind: 'away'; readonly color: Color; readonly used: { readonly [color in Color]: number } }
  /** Somebody sits there again; who was to move is so from now on. */
  | { readonly kind: 'back'; readonly color: Color }
  | { readonly kind: 'proposed'; readonly color: Color; readonly what: Proposal }
  | { readonly kind: 'declined'; readonly color: Color }
  /** Turns were taken back by agreement: this is the game now. */
  | { readonly kind: 'undone'; readonly view: GameView }
  | {
      readonly kind: 'ended';
      readonly winner: Color | undefined;
      readonly reason: EndReason;
      readonly score: Score | undefined;
    };
