import type { PlayerId } from '../players/player.ts';

/** An adjourned game ends without a winner after 30 days; milliseconds. */
const ADJOURNMENT_DURATION = 30 * 24 * 3_600_000;

/** When a game was adjourned, and when it ends without a winner; milliseconds since the epoch. */
export interface AdjournmentPeriod {
  readonly since: number;
  readonly until: number;
}

export const adjournedAt = (since: number): AdjournmentPeriod => ({ since, until: since + ADJOURNMENT_DURATION });

/** The request of a player to continue an adjourned game. `at`: milliseconds since the epoch. */
export interface ReopenRequest {
  readonly player: PlayerId;
  readonly at: number;
}
