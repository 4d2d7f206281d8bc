import type { Color } from '../rules/color.ts';
import type { Score } from '../rules/go/ruleset.ts';
import type { Point } from '../rules/point.ts';
import type { TimedControl } from '../rules/time/time-control.ts';
import type { DirectoryChange } from './directory/directory.ts';
import type { GameParameters } from './game-parameters.ts';
import type { ClocksView } from './games/game-clocks.ts';
import type { EndOrAdjournReason, GameId, KeyHash, Move, SeatRating, Stone } from './games/game-event.ts';
import type { SpectatorUpdate } from './games/game-view.ts';
import type { MarkingView } from './games/marking.ts';
import type { Refusal } from './refusal.ts';

/**
 * A report of the lobby to one player. Names are already in a form that the player's protocol can write. `game` is present if the receiver
 * is a computer player, because it has many games.
 */
export type Notice =
  | StartedNotice
  /** Play starts because both seats are ready, or continues because this seat is ready again. Sent only to clients with a set-up. */
  | { readonly kind: 'play-started'; readonly game?: GameId }
  /** A legal stone, sent to both seats. `captured`: the removed stones; after a suicide, the mover's own. */
  | {
      readonly kind: 'played';
      readonly color: Color;
      readonly point: Point;
      readonly captured: readonly Point[];
      /** The clocks after the move, if the game has a time control. */
      readonly clock?: ClocksView;
      readonly game?: GameId;
    }
  | { readonly kind: 'passed'; readonly color: Color; readonly clock?: ClocksView; readonly game?: GameId }
  /** The marking of dead stones starts, after two passes, if both clients can mark. No move is possible meanwhile. */
  | { readonly kind: 'marking'; readonly clock?: ClocksView; readonly game?: GameId }
  /** These stones, a whole chain, count as dead or alive from now on. Earlier acceptances become invalid. */
  | {
      readonly kind: 'marked';
      readonly color: Color;
      readonly stones: readonly Point[];
      readonly dead: boolean;
      readonly game?: GameId;
    }
  /** A side accepts the marked stones as dead. Once both sides have, the game ends. */
  | { readonly kind: 'accepted'; readonly color: Color; readonly game?: GameId }
  /**
   * Play resumes after a marking. Without a colour: after the timeout of the marking, or because a client cannot mark. The next two passes
   * end the game.
   */
  | {
      readonly kind: 'resumed';
      readonly color?: Color;
      readonly toMove: Color;
      readonly clock?: ClocksView;
      readonly game?: GameId;
    }
  | EndedNotice
  /**
   * All adjourned games of the player's account, by number. Sent when the player enters or observes, if there are any, and after each
   * change. Sent only to clients whose protocol has proposals.
   */
  | { readonly kind: 'adjourned-games'; readonly games: readonly AdjournedGameView[] }
  | ChatNotice
  | { readonly kind: 'entered'; readonly name: string }
  | { readonly kind: 'left'; readonly name: string }
  /** A new connection has replaced this one: the session closes. */
  | { readonly kind: 'replaced' }
  /** An administrator has disconnected this player: the session closes. A running game is lost. */
  | { readonly kind: 'removed' }
  /** To a subscriber of the directory: changes of players, seeks and games. To another client: its seek was declined. */
  | { readonly kind: 'directory'; readonly changes: readonly DirectoryChange[] }
  /** To the spectators of a game, which may include its players. */
  | { readonly kind: 'spectator-update'; readonly game: GameId; readonly at: number; readonly update: SpectatorUpdate }
  /** The server stops. Its games are stored and will continue. The session says goodbye and closes. */
  | { readonly kind: 'farewell' };

/**
 * The player gets a seat in a new game, or its reserved seat in a running game. A computer player receives this notice also after moves were
 * taken back.
 */
export interface StartedNotice {
  readonly kind: 'started';
  readonly game: GameId;
  readonly color: Color | 'both';
  readonly opponent: string;
  readonly parameters: GameParameters;
  readonly komi: number;
  /** The number of stones that black has before white's first move. Absent: 0. */
  readonly handicap?: number;
  /** Black's first moves place the handicap stones. Absent: they stand on fixed points. */
  readonly placement?: 'free';
  /** Absent: no clock. */
  readonly time?: TimedControl;
  readonly toMove: Color;
  /** All moves so far, the oldest first, and the stones on the board. */
  readonly moves: readonly Move[];
  readonly stones: readonly Stone[];
  readonly clock?: ClocksView;
  /** In a game with a time control: for each move, the main time that its player had left after the move. */
  readonly timesLeft?: readonly number[];
  readonly ratings?: { readonly [color in Color]?: SeatRating };
  /** Present after two passes, if both clients can mark dead stones. */
  readonly marking?: MarkingView;
  /** The key of the invitation from which the game came. */
  readonly key?: KeyHash;
}

/** An adjourned game, as one of its players sees it. */
export interface AdjournedGameView {
  readonly game: GameId;
  /** The colour of the player who receives the notice. */
  readonly color: Color;
  readonly opponent: string;
  readonly parameters: GameParameters;
  readonly moves: number;
  /** When it was adjourned, and when it ends without a winner; milliseconds since the epoch. */
  readonly since: number;
  readonly until: number;
  /** The side that has asked to continue the game. */
  readonly askedBy?: Color;
}

export interface EndedNotice {
  readonly kind: 'ended';
  readonly winner: Color | undefined;
  readonly reason: EndOrAdjournReason;
  /** In Go: the area score with komi, without the dead stones on which both sides agreed. */
  readonly score: Score | undefined;
  /** With `left`: the illegal move for which the loser's session excluded the loser. */
  readonly kickedFor?: Refusal;
  /** With `fouled`: the illegal move that is the violation. */
  readonly foul?: Refusal;
  readonly game?: GameId;
}

export interface ChatNotice {
  readonly kind: 'chat';
  readonly from: string;
  /** Whether the sender is the opponent in the running game. */
  readonly fromOpponent: boolean;
  /** The original text. The session replaces characters that its protocol cannot write. */
  readonly text: string;
  readonly to: 'everyone' | 'opponent' | 'you' | { readonly game: GameId };
  /** With `everyone`: the text was sent to the channel. */
  readonly onChannel?: true;
}
