import type { Color } from '../../rules/color.ts';
import type { Score } from '../../rules/go/ruleset.ts';
import type { Point } from '../../rules/point.ts';
import type { ListedGame } from '../directory/directory.ts';
import type { GameParameters } from '../game-parameters.ts';
import type { ClocksView } from './game-clocks.ts';
import type { EndOrAdjournReason, GameId, Move, Proposal } from './game-event.ts';
import type { MarkingView } from './marking.ts';

/** A running or adjourned game as a spectator sees it. `parameters` are the ones that hold for both seats, including komi. */
export interface GameView extends ListedGame {
  /** All moves except the first `earlier` ones, which have been sent already. */
  readonly moves: readonly Move[];
  readonly earlier: number;
  /** In a game with a time control: for each of these moves, the main time that its player had left after the move. */
  readonly timesLeft?: readonly number[];
  readonly toMove: Color;
  /** When the turn started, or when the side to move left or returned, if that was later; milliseconds since the epoch. */
  readonly turnSince: number;
  /** Milliseconds that each side has been to move up to `turnSince`, by the times of the journal. */
  readonly used: { readonly [color in Color]: number };
  /** The seats whose players are away. The time of an absent player stands still. */
  readonly away: readonly Color[];
  /** Present if the game has a time control. */
  readonly clock?: ClocksView;
  /** When the reservations of these seats end; milliseconds since the epoch. Absent if no player is away. */
  readonly awayUntil?: { readonly [color in Color]?: number };
  /** The proposal that has no answer yet. */
  readonly proposal: { readonly by: Color; readonly what: Proposal } | undefined;
  /** Whether both protocols have proposals. */
  readonly proposals: boolean;
  /** The game may be adjourned, because its players have accounts. */
  readonly canAdjourn?: true;
  /** Present after two passes, if both clients can mark dead stones. */
  readonly marking?: MarkingView;
  readonly adjourned?: true;
}

/**
 * A position in the list of a game's moves. `moves`: the number of moves before it. `undone`: how often moves had been taken back. If moves
 * are taken back later, the cursor is outdated.
 */
export interface MovesCursor {
  readonly moves: number;
  readonly undone: number;
}

/** A part of the moves of a long game. If moves were taken back since the cursor was made, the first part is sent again (`first` is 0). */
export interface EarlierMoves {
  readonly game: GameId;
  readonly parameters: GameParameters;
  /** The number of moves before these. */
  readonly first: number;
  readonly moves: readonly Move[];
  readonly next: MovesCursor;
}

export type SpectatorUpdate =
  | {
      readonly kind: 'played';
      readonly color: Color;
      readonly point: Point;
      readonly captured: readonly Point[];
      readonly clock?: ClocksView;
      readonly used: { readonly [color in Color]: number };
    }
  | {
      readonly kind: 'passed';
      readonly color: Color;
      readonly clock?: ClocksView;
      readonly used: { readonly [color in Color]: number };
    }
  | { readonly kind: 'renamed'; readonly color: Color; readonly name: string }
  /** The player has left, and the seat is reserved until `until`. `used`: the time used up to now. */
  | {
      readonly kind: 'away';
      readonly color: Color;
      readonly until: number;
      readonly clock?: ClocksView;
      readonly used: { readonly [color in Color]: number };
    }
  /** The player is back. The clock of the side to move starts again. */
  | { readonly kind: 'back'; readonly color: Color; readonly clock?: ClocksView }
  /** A clock starts: both seats are ready, the side to move is ready again, or moves can be stored again. */
  | { readonly kind: 'clock'; readonly clock: ClocksView }
  | { readonly kind: 'proposed'; readonly color: Color; readonly what: Proposal }
  | { readonly kind: 'declined'; readonly color: Color }
  /** The marking of dead stones starts, or its deadline changes. */
  | { readonly kind: 'marking'; readonly marking: MarkingView; readonly clock?: ClocksView }
  /** These stones, a whole chain, count as dead or alive from now on. Earlier acceptances become invalid. */
  | {
      readonly kind: 'marked';
      readonly color: Color;
      readonly stones: readonly Point[];
      readonly dead: boolean;
      readonly until?: number;
    }
  | { readonly kind: 'accepted'; readonly color: Color; readonly until?: number }
  /** Play resumes with the side to move. Without a colour: after the timeout of the marking, or because a client cannot mark. */
  | {
      readonly kind: 'resumed';
      readonly color?: Color;
      readonly clock?: ClocksView;
      readonly used: { readonly [color in Color]: number };
    }
  /** Moves were taken back by agreement. `view`: the new state of the game. */
  | { readonly kind: 'undone'; readonly view: GameView }
  | {
      readonly kind: 'ended';
      readonly winner: Color | undefined;
      readonly reason: EndOrAdjournReason;
      readonly score: Score | undefined;
    };
