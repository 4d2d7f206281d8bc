import type { GoRefusal } from '../rules/go/ruleset.ts';
import type { GomokuRefusal } from '../rules/gomoku/gomoku-rules.ts';

/** Why a game cannot be adjourned. */
export type AdjournObstacle =
  | 'opponent-away'
  /** The client of one side cannot speak of it. */
  | 'not-spoken'
  /** The sides do not belong to two accounts. */
  | 'no-account'
  | 'marking'
  /** One of the accounts has as many adjourned games as it may have. */
  | 'too-many'
  /** It has been asked three times in this turn, or the journal stores no more requests of this game. */
  | 'asked-too-often';

/** Why the lobby refuses a command. */
export type Refusal =
  | 'name-taken'
  | 'full'
  | 'in-game'
  | 'no-game'
  | 'no-such-seek'
  /** Another player has accepted the invitation. */
  | 'invitation-taken'
  /** A rated game is asked for that may not be rated: by a guest, private, or with an estimate. */
  | 'cannot-be-rated'
  | 'cannot-propose'
  | 'no-proposal'
  /** Nothing is marked now, there is no stone, or the journal stores no more marks of this game. */
  | 'cannot-mark'
  | 'not-your-turn'
  | 'not-stuck'
  | 'no-pass'
  | 'off-board'
  | 'no-such-player'
  | 'cannot-chat'
  /** The service mode does not allow it now; later it may. */
  | 'not-now'
  | GoRefusal
  | GomokuRefusal;
