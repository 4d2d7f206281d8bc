import type { Color } from '../../rules/color.ts';
import type { Score } from '../../rules/go/ruleset.ts';
import type { Point } from '../../rules/point.ts';
import type { ListedGame } from '../directory/directory.ts';
import type { GameParameters } from '../game-parameters.ts';
import type { ClockView } from './game-clocks.ts';
import type { EndOrAdjournReason, GameId, Move, Proposal } from './game-event.ts';
import type { MarkingView } from './marking.ts';

/** A running game as a spectator sees it, or one that is adjourned. `parameters` are those that hold for both seats, komi included. */
export interface GameView extends ListedGame {
  /** All moves except the first `earlier` ones, which have been sent already. */
  readonly moves: readonly Move[];
  readonly earlier: number;
  /** Where the game has a time control: after each of these moves, the main time that its player had left. */
  readonly timesLeft?: readonly number[];
  readonly toMove: Color;
  /** When the side to move came to move, went away or came back; milliseconds since the epoch. */
  readonly turnSince: number;
  /** Milliseconds that each side has been to move up to `turnSince`, by the times of the journal. */
  readonly used: { readonly [color in Color]: number };
  /** The seats whose players are away. The time of an absent player stands still. */
  readonly away: readonly Color[];
  /** Where the game has a time control. */
  readonly clock?: ClockView;
  /** When the reservations of these seats end; milliseconds since the epoch. Absent if no player is away. */
  readonly awayUntil?: { readonly [color in Color]?: number };
  /** The proposal that waits for an answer. */
  readonly proposal: { readonly by: Color; readonly what: Proposal } | undefined;
  /** Both protocols have proposals. */
  readonly proposals: boolean;
  /** Two accounts play, so that the game may be adjourned. */
  readonly canAdjourn?: true;
  /** After two passes, where both clients can mark dead stones. */
  readonly marking?: MarkingView;
  readonly adjourned?: true;
}

/**
 * A place in the moves of a game: after this many moves, and after moves were taken back this many times. If moves are
 * taken back later, the place is outdated.
 */
export interface MovesCursor {
  readonly moves: number;
  readonly undone: number;
}

/** A part of the moves of a long game. If moves were taken back meanwhile, it starts again (`first` is 0). */
export interface EarlierMoves {
  readonly game: GameId;
  readonly parameters: GameParameters;
  /** The number of moves before these. */
  readonly first: number;
  readonly moves: readonly Move[];
  readonly next: MovesCursor;
}

/** An event of a watched game. */
export type SpectatorUpdate =
  | {
      readonly kind: 'played';
      readonly color: Color;
      readonly point: Point;
      readonly captured: readonly Point[];
      readonly clock?: ClockView;
      readonly used: { readonly [color in Color]: number };
    }
  | {
      readonly kind: 'passed';
      readonly color: Color;
      readonly clock?: ClockView;
      readonly used: { readonly [color in Color]: number };
    }
  | { readonly kind: 'renamed'; readonly color: Color; readonly name: string }
  /** The player has gone and the seat is reserved until then. `used` is the time up to now. */
  | {
      readonly kind: 'away';
      readonly color: Color;
      readonly until: number;
      readonly clock?: ClockView;
      readonly used: { readonly [color in Color]: number };
    }
  /** The seat has a player again; the clock of the side to move starts again. */
  | { readonly kind: 'back'; readonly color: Color; readonly clock?: ClockView }
  /** A clock runs from now on: both seats are ready, the side to move is ready again, or moves can be stored again. */
  | { readonly kind: 'clock'; readonly clock: ClockView }
  | { readonly kind: 'proposed'; readonly color: Color; readonly what: Proposal }
  | { readonly kind: 'declined'; readonly color: Color }
  /** The marking of dead stones: it begins, or has another deadline. */
  | { readonly kind: 'marking'; readonly marking: MarkingView; readonly clock?: ClockView }
  /** These stones, a whole chain, are dead from now on, or alive; neither side accepts it yet. */
  | {
      readonly kind: 'marked';
      readonly color: Color;
      readonly stones: readonly Point[];
      readonly dead: boolean;
      readonly until?: number;
    }
  | { readonly kind: 'accepted'; readonly color: Color; readonly until?: number }
  /** Play goes on with the side to move; without a colour after silence, or because a client cannot mark. */
  | {
      readonly kind: 'resumed';
      readonly color?: Color;
      readonly clock?: ClockView;
      readonly used: { readonly [color in Color]: number };
    }
  /** Moves were taken back by agreement: the new state of the game. */
  | { readonly kind: 'undone'; readonly view: GameView }
  | {
      readonly kind: 'ended';
      readonly winner: Color | undefined;
      readonly reason: EndOrAdjournReason;
      readonly score: Score | undefined;
    };
