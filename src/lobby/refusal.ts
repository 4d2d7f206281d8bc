import type { GoRefusal } from '../rules/go/ruleset.ts';
import type { GomokuRefusal } from '../rules/gomoku/gomoku-rules.ts';

export type AdjournObstacle =
  | 'opponent-away'
  /** The protocol of one side has no adjournment. */
  | 'not-spoken'
  /** The players are not signed in to two different accounts. */
  | 'no-account'
  | 'marking'
  /** One of the accounts has the maximum number of adjourned games. */
  | 'too-many'
  /** The player has made three proposals in this turn, or the game has too many events that are not moves. */
  | 'asked-too-often';

export type Refusal =
  | 'name-taken'
  | 'full'
  | 'in-game'
  | 'no-game'
  | 'no-such-seek'
  /** Another player has accepted the invitation. */
  | 'invitation-taken'
  /** The seek asks for a rated game that cannot be rated: of a guest, private, with handicap, or with an estimate. */
  | 'cannot-be-rated'
  | 'cannot-propose'
  | 'no-proposal'
  /** The game has no marking now, the point is empty, or the game has too many events that are not moves. */
  | 'cannot-mark'
  | 'not-your-turn'
  | 'not-stuck'
  | 'no-pass'
  | 'off-board'
  | 'no-such-player'
  | 'cannot-chat'
  /** The service mode does not allow the command now. It may be allowed later. */
  | 'not-now'
  | GoRefusal
  | GomokuRefusal;
