import type { Color } from '../../rules/color.ts';
import type { Score } from '../../rules/go/ruleset.ts';
import type { Point } from '../../rules/point.ts';
import type { ListedGame } from '../directory/directory.ts';
import type { GameParameters } from '../game-parameters.ts';
import type { EndReason, Move, Proposal } from '../notice.ts';
import type { GameId } from './game-event.ts';

/** A running game as somebody who watches sees it. `wish` is what holds for both seats, komi included. */
export interface GameView extends ListedGame {
  /** Every turn so far but the `earlier` first ones, which have been told already; the oldest first. */
  readonly moves: readonly Move[];
  readonly earlier: number;
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

/** After so many moves, where moves had been taken back so often: what was told before the last time may not hold. */
export interface MovesPlace {
  readonly moves: number;
  readonly undone: number;
}

/** Some of the moves of a game that has more; it begins anew (`first` is 0) where moves were taken back meanwhile. */
export interface EarlierMoves {
  readonly game: GameId;
  readonly parameters: GameParameters;
  /** How many there are before these. */
  readonly first: number;
  readonly moves: readonly Move[];
  readonly next: MovesPlace;
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
