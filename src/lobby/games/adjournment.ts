import type { PlayerId } from '../players/player.ts';

/** An adjourned game ends without a winner after so many milliseconds: 30 days. */
const LASTS = 30 * 24 * 3_600_000;

/** That a game is adjourned. Times are milliseconds since the epoch. */
export interface Adjournment {
  readonly since: number;
  readonly until: number;
}

export const adjournedAt = (since: number): Adjournment => ({ since, until: since + LASTS });

/** The player who has asked to go on with the game. */
export interface ReopenRequest {
  readonly player: PlayerId;
  readonly at: number;
}
