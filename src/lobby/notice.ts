import type { Color } from '../rules/color.ts';
import type { Score } from '../rules/go/ruleset.ts';
import type { Point } from '../rules/point.ts';
import type { TimedControl } from '../rules/time/time-control.ts';
import type { DirectoryChange } from './directory/directory.ts';
import type { GameParameters } from './game-parameters.ts';
import type { ClockView } from './games/game-clocks.ts';
import type { EndOrAdjournReason, GameId, Move, SeatRating, Stone } from './games/game-event.ts';
import type { SpectatorUpdate } from './games/game-view.ts';
import type { KeyHash } from './games/invitation-key.ts';
import type { MarkingView } from './games/marking.ts';
import type { Refusal } from './refusal.ts';

/**
 * What the lobby tells one player. Names are already in a form that the player's protocol can carry. `game` is there for a computer
 * player, which has many games.
 */
export type Notice =
  | StartedNotice
  /** Both seats are ready, or this seat is ready again: play goes on. */
  | { readonly kind: 'begun'; readonly game?: GameId }
  /** A legal stone, sent to both seats. `captured`: the stones that came off, the mover's own after a suicide. */
  | {
      readonly kind: 'played';
      readonly color: Color;
      readonly point: Point;
      readonly captured: readonly Point[];
      /** After the move, where the game has a time control. */
      readonly clock?: ClockView;
      readonly game?: GameId;
    }
  | { readonly kind: 'passed'; readonly color: Color; readonly clock?: ClockView; readonly game?: GameId }
  /** After two passes, where both clients can mark: dead stones are marked; no stone and no pass is possible. */
  | { readonly kind: 'marking'; readonly clock?: ClockView; readonly game?: GameId }
  /** These stones, a whole chain, are dead from now on, or alive. What was accepted before does not hold any more. */
  | {
      readonly kind: 'marked';
      readonly color: Color;
      readonly stones: readonly Point[];
      readonly dead: boolean;
      readonly game?: GameId;
    }
  /** Once both sides accept, the game ends. */
  | { readonly kind: 'accepted'; readonly color: Color; readonly game?: GameId }
  /** Play goes on; without a colour after silence, or because a client cannot mark. The next two passes end the game. */
  | {
      readonly kind: 'resumed';
      readonly color?: Color;
      readonly toMove: Color;
      readonly clock?: ClockView;
      readonly game?: GameId;
    }
  | EndedNotice
  /**
   * The adjourned games of the player's account, all of them; by number. When it enters or observes, if there are any, and whenever they change. Only to
   * clients that can ask for them.
   */
  | { readonly kind: 'adjourned-games'; readonly games: readonly AdjournedGame[] }
  | ChatNotice
  | { readonly kind: 'entered'; readonly name: string }
  | { readonly kind: 'left'; readonly name: string }
  /** A new connection with the same name and address replaced this silent one: the session closes. */
  | { readonly kind: 'replaced' }
  /** An administrator disconnects this player: the session closes, and a running game is lost. */
  | { readonly kind: 'removed' }
  /** To subscribers of the directory: changes of players, seeks and games. To another client: its seek was declined. */
  | { readonly kind: 'directory'; readonly changes: readonly DirectoryChange[] }
  /** To the spectators of a game, which may include its players. */
  | { readonly kind: 'news'; readonly game: GameId; readonly at: number; readonly news: SpectatorUpdate }
  /** The server stops; games are kept. The session says goodbye and closes. */
  | { readonly kind: 'farewell' };

/**
 * The player takes a seat in a new game, or again in a running one, whose `moves` are then not empty. A computer player gets it also after
 * moves were taken back.
 */
export interface StartedNotice {
  readonly kind: 'started';
  readonly game: GameId;
  readonly color: Color | 'both';
  readonly opponent: string;
  readonly parameters: GameParameters;
  readonly komi: number;
  /** The number of stones that black has before white's first move; absent: none. */
  readonly handicap?: number;
  /** Black places them, as its first moves. Absent: they stand on fixed points. */
  readonly placement?: 'free';
  /** Absent: no clock. */
  readonly time?: TimedControl;
  readonly toMove: Color;
  /** Every move so far, the oldest first, and the stones on the board. */
  readonly moves: readonly Move[];
  readonly stones: readonly Stone[];
  readonly clock?: ClockView;
  /** Where the game has a time control: after each move, the main time that its player had left. */
  readonly timesLeft?: readonly number[];
  /** As far as they are known. */
  readonly ratings?: { readonly [color in Color]?: SeatRating };
  /** After two passes, where both clients can mark dead stones. */
  readonly marking?: MarkingView;
  /** Of the invitation from which the game came. */
  readonly key?: KeyHash;
}

/** A game that was adjourned, as one of its players is told of it. */
export interface AdjournedGame {
  readonly game: GameId;
  /** Of the player. */
  readonly color: Color;
  readonly opponent: string;
  readonly parameters: GameParameters;
  readonly moves: number;
  /** When it was adjourned, and when it ends without a winner; milliseconds since the epoch. */
  readonly since: number;
  readonly until: number;
  /** This side waits for the other to go on. */
  readonly askedBy?: Color;
}

export interface EndedNotice {
  readonly kind: 'ended';
  readonly winner: Color | undefined;
  readonly reason: EndOrAdjournReason;
  /** In Go: the area as it stands, without the dead stones on which both sides agree; komi included. */
  readonly score: Score | undefined;
  /** With `left`: the illegal move for which the loser's session sent it away. */
  readonly kickedFor?: Refusal;
  readonly game?: GameId;
}

export interface ChatNotice {
  readonly kind: 'chat';
  readonly from: string;
  /** The sender is the opponent in the running game. */
  readonly fromOpponent: boolean;
  /** The original text; the session replaces characters that its protocol cannot carry. */
  readonly text: string;
  readonly to: 'everyone' | 'opponent' | 'you' | { readonly game: GameId };
  /** With `everyone`: it was said on the channel. */
  readonly onChannel?: true;
}
