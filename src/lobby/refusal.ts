import type { GoRefusal } from '../rules/go/ruleset.ts';
import type { GomokuRefusal } from '../rules/gomoku/gomoku-rules.ts';

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
