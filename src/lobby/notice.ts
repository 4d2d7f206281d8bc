import type { Color } from '../rules/color.ts';
import type { Score } from '../rules/go/ruleset.ts';
import type { Point } from '../rules/point.ts';
import type { Change } from './directory.ts';
import type { GameId } from './event.ts';
import type { GameNews } from './game-view.ts';
import type { Wish } from './wish.ts';

/** One turn as it was played. */
export type Action =
  | { readonly kind: 'play'; readonly color: Color; readonly point: Point }
  | { readonly kind: 'pass'; readonly color: Color };

export interface Stone {
  readonly point: Point;
  readonly color: Color;
}

/**
 * How a game ended; `score` is two passes, `row` the stones that win in Gomoku, `full` a draw without a legal stone,
 * `agreed` a draw by agreement. Without a winner or a draw: nobody came back (`abandoned`), somebody in charge ended it
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

/** What two players can agree on. `undo` takes back turns until it is the asker's own again, its last one undone. */
export type Proposal = 'undo' | 'draw';

/** What the lobby tells one player. Names are already in a form that the player's protocol can carry. */
export type Notice =
  | Started
  /** Both seats are ready, or this seat is ready again: play goes on. */
  | { readonly kind: 'begun' }
  /** A legal stone, told to both seats. `captured`: the stones that came off, the mover's own after a suicide. */
  | { readonly kind: 'played'; readonly color: Color; readonly point: Point; readonly captured: readonly Point[] }
  | { readonly kind: 'passed'; readonly color: Color }
  | Ended
  | Chat
  | { readonly kind: 'entered'; readonly name: string }
  | { readonly kind: 'left'; readonly name: string }
  /** Somebody with the same name and address took this silent player's place: the session closes. */
  | { readonly kind: 'replaced' }
  /** Somebody in charge sends this player away: the session closes, and a game is lost. */
  | { readonly kind: 'removed' }
  /** To those that observe: what has changed of who is here, who waits and what is played. */
  | { readonly kind: 'directory'; readonly changes: readonly Change[] }
  /** To those that watch a game, its players among them. */
  | { readonly kind: 'news'; readonly game: GameId; readonly at: number; readonly news: GameNews }
  /** The server stops; games are kept. The session says goodbye and closes. */
  | { readonly kind: 'farewell' };

/** The player sits down: in a new game (`actions` is empty unless it was quick) or once more in one that goes on. */
export interface Started {
  readonly kind: 'started';
  readonly game: GameId;
  readonly color: Color | 'both';
  readonly opponent: string;
  readonly wish: Wish;
  readonly komi: number;
  readonly toMove: Color;
  /** Every turn so far, the oldest first, and the stones that now stand. */
  readonly actions: readonly Action[];
  readonly stones: readonly Stone[];
  /** Milliseconds that each side has used, where its protocol has a clock. */
  readonly spent: { readonly [color in Color]: number };
}

export interface Ended {
  readonly kind: 'ended';
  readonly winner: Color | undefined;
  readonly reason: EndReason;
  /** In Go: the area as it stands, komi included. */
  readonly score: Score | undefined;
}

export interface Chat {
  readonly kind: 'chat';
  readonly from: string;
  /** The sender sits opposite in the running game. */
  readonly fromOpponent: boolean;
  /** As it was said: the session replaces what its protocol cannot carry. */
  readonly text: string;
  readonly to: 'everyone' | 'opponent' | 'you' | { readonly game: GameId };
}
